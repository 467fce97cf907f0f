/**
 * Whether a call may run: works out what it would do, shows exactly that, and asks; or does what is
 * remembered, configured, or the policy for when there is nobody to ask.
 *
 * Source: reference-facts 3.3 "Permission", RFD 049; PR-014 (no press is an answer).
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { PermissionAnswer, PermissionPrompt } from "../../interaction/pending/mod.ts";
import { type PreparedCall, type Tool, ToolError } from "../../services/tools/mod.ts";
import { prettyJson, previewLines } from "./preview.ts";
import type { Remembered } from "./remembered.ts";
import { NOBODY_TO_PERMIT, permissionQuestion, skipped, SKIPPED_BY_CONFIG } from "./words.ts";

/** A call that may run. */
export interface Permitted {
  readonly kind: "permitted";
  readonly prepared: PreparedCall;
  readonly arguments: JsonObject;
  /** The user has seen what it does. */
  readonly asked: boolean;
  /** The arguments are the user's. */
  readonly edited: boolean;
}

/** A call that may not: what the model is told. */
export interface Refused {
  readonly kind: "refused";
  readonly content: string;
  /** Somebody decided so; otherwise it could not be made. */
  readonly skipped: boolean;
}

/** What permission is asked with. */
export interface PermissionPorts {
  readonly remembered: Remembered;
  readonly available: () => boolean;
  ask(prompt: PermissionPrompt, signal: AbortSignal): Promise<PermissionAnswer>;
  /** Nobody could be asked, and the policy says no. */
  denied(tool: Tool): void;
}

/** The call, and what has become of it so far. */
export interface Asked {
  /** What the model gave. */
  readonly given: JsonObject;
  /** What it is to run with. */
  readonly arguments: JsonObject;
  /** Why it is asked again. */
  readonly note?: string;
  /** What stands right above: the call, or all that the model gave, too. */
  readonly seen?: "call" | "all" | undefined;
}

/** Finds out. @throws the signal's reason when that aborts first: then nobody has decided. */
export async function permit(
  tool: Tool,
  call: Asked,
  ports: PermissionPorts,
  signal: AbortSignal,
): Promise<Permitted | Refused> {
  if (tool.run === "skip") return skip(SKIPPED_BY_CONFIG);
  const remembered = ports.remembered.permission(tool.name);
  if (remembered === "skip") return skip(skipped(null, true));
  const first = await prepare(tool, call.arguments, signal);
  if (first.kind === "refused") return first;
  const permitted: Permitted = {
    kind: "permitted",
    prepared: first.prepared,
    arguments: call.arguments,
    asked: false,
    edited: JSON.stringify(call.arguments) !== JSON.stringify(call.given),
  };
  if (tool.run === "unattended" || remembered === "run") return permitted;
  if (!ports.available()) return detached(tool, permitted, ports);
  return await ask(tool, permitted, call, ports, signal);
}

async function ask(
  tool: Tool,
  begun: Permitted,
  { given, note, seen }: Asked,
  ports: PermissionPorts,
  signal: AbortSignal,
): Promise<Permitted | Refused> {
  const original = JSON.stringify(given);
  let now = begun;
  let edits = tool.run === "edit";
  let refusal: PermissionPrompt["refused"];
  for (;;) {
    const { preview } = now.prepared;
    const shown = seen === "all" && now === begun && preview.kind === "arguments";
    const lines = shown ? [] : await previewLines(tool.name, now.arguments, preview);
    const answer = await ports.ask({
      kind: "permission",
      message: permissionQuestion(tool),
      preview: seen === undefined ? lines : [[], ...lines],
      arguments: prettyJson(now.arguments),
      edits,
      ...(note === undefined ? {} : { note }),
      ...(refusal === undefined ? {} : { refused: refusal }),
    }, signal);
    signal.throwIfAborted();
    refusal = undefined;
    edits = false;
    switch (answer.kind) {
      case "run":
        if (answer.remember) ports.remembered.permit(tool.name, "run");
        return { ...now, asked: true };
      case "skip":
        if (answer.remember) ports.remembered.permit(tool.name, "skip");
        return skip(skipped(answer.reason, false));
      case "edited": {
        const prepared = await prepare(tool, answer.arguments, signal);
        if (prepared.kind === "refused") {
          refusal = { text: answer.text, why: safeName(prepared.content) };
        } else {
          // What it does now has not been seen yet.
          now = {
            ...now,
            prepared: prepared.prepared,
            arguments: answer.arguments,
            edited: JSON.stringify(answer.arguments) !== original,
          };
        }
        break;
      }
      case "unavailable":
      case "aborted":
      case "gone":
        return detached(tool, now, ports);
    }
  }
}

function detached(tool: Tool, permitted: Permitted, ports: PermissionPorts): Permitted | Refused {
  if (tool.detached.run === "auto") return permitted;
  ports.denied(tool);
  return skip(NOBODY_TO_PERMIT);
}

function skip(content: string): Refused {
  return { kind: "refused", content, skipped: true };
}

async function prepare(
  tool: Tool,
  args: JsonObject,
  signal: AbortSignal,
): Promise<{ readonly kind: "prepared"; readonly prepared: PreparedCall } | Refused> {
  try {
    const prepared = await tool.prepare(args, signal);
    signal.throwIfAborted();
    return { kind: "prepared", prepared };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) {
      return { kind: "refused", content: error.message, skipped: false };
    }
    throw error;
  }
}
