/**
 * A plugin's question, asked with our own prompts: it looks like ours, says who asks, and its Ctrl-C
 * is a first press that opens the menu, with a way back to the question.
 *
 * Source: interrupts.md "Plugins", RFD 092 "Ctrl-C inside active prompts".
 *
 * @module
 */

import { announce } from "../../../host/printer/mod.ts";
import { safeName } from "../../../host/sanitize/mod.ts";
import { buildEditor } from "../../../interaction/editor/mod.ts";
import { runFallbackMenu } from "../../../interaction/menus/mod.ts";
import { Composer, TerminalPrompts } from "../../../interaction/prompts/mod.ts";
import type { Config } from "../../../services/config/mod.ts";
import {
  type Composed,
  type ComposeRequest,
  type FoundPlugin,
  RequestError,
} from "../../../services/plugins/mod.ts";
import type { App } from "../../app.ts";

/** Of somebody else's words no more are shown: the question has to stay on the screen. */
const MOST_LINES = 40;
const MOST_CHARACTERS = 500;

/** Asks, until the signal aborts. */
export async function compose(
  app: App,
  config: Config,
  plugin: FoundPlugin,
  request: ComposeRequest,
  signal: AbortSignal,
): Promise<Composed> {
  const { router, stage, gate } = app;
  const prompts = new TerminalPrompts(stage, gate);
  if (!prompts.available) return { outcome: "unavailable", text: request.text };
  // What a press means while we ask for it is ours to say, not the plugin's.
  const answered = new AbortController();
  using scope = router.enter("plugin prompt");
  const menus = runFallbackMenu(stage, scope, gate, AbortSignal.any([signal, answered.signal]));
  try {
    return await asked(app, config, plugin, request, prompts, signal);
  } finally {
    answered.abort();
    await menus;
  }
}

async function asked(
  app: App,
  config: Config,
  plugin: FoundPlugin,
  request: ComposeRequest,
  prompts: TerminalPrompts,
  signal: AbortSignal,
): Promise<Composed> {
  const { edit_mode: editMode } = config.editor.inline;
  const message = shown(request.message);
  const above = [`jp-${plugin.name} asks:`, ...request.preamble.flatMap((text) => lines(text))];
  const preamble = above.map((text) => [{ text }]);
  switch (request.kind) {
    case "line": {
      const question = { message: `${message} `, preamble, editMode, text: request.text };
      const { kind, text } = await prompts.lineInput(question, { signal });
      return composed(kind, text, [text]);
    }
    case "buffer": {
      const { cmd, envs } = config.editor;
      const composer = new Composer({
        prompts,
        editor: () => buildEditor({ cmd, envs }, app),
        report: (words) => announce(app.printer, words, signal),
      });
      const edit = {
        message: `${message} `,
        preamble,
        editMode,
        text: request.text,
        suffix: ".md",
      } as const;
      const { kind, text } = await composer.edit({ ...edit, signal });
      return composed(kind, text, [text]);
    }
    case "select":
      return request.options.every(({ key }) => key !== null)
        ? await byKey(request, message, above, prompts, signal)
        : await fromList(request, message, preamble, prompts, signal);
  }
}

async function byKey(
  { options }: ComposeRequest,
  message: string,
  preamble: readonly string[],
  prompts: TerminalPrompts,
  signal: AbortSignal,
): Promise<Composed> {
  const choices = options.map(({ key, label }) => ({ key: key ?? "", label: shown(label) }));
  if (new Set(choices.map(({ key }) => key)).size < choices.length) {
    throw new RequestError("two options have one key");
  }
  const answer = await prompts.inlineSelect(
    { message, preamble, choices },
    { as: "prompt", signal },
  );
  const taken = answer.kind === "chosen"
    ? options.find(({ key }) => key === answer.key)?.value ?? ""
    : "";
  return composed(answer.kind, taken, [taken]);
}

async function fromList(
  { options, text }: ComposeRequest,
  message: string,
  preamble: readonly { readonly text: string }[][],
  prompts: TerminalPrompts,
  signal: AbortSignal,
): Promise<Composed> {
  const selected = options.findIndex(({ value }) => value === text);
  const answer = await prompts.listPicker({
    message: `${message} `,
    preamble,
    items: options.map(({ label }, index) => ({ id: String(index), label: shown(label) })),
    ...selected < 0 ? {} : { selected: String(selected) },
  }, { signal });
  const taken = answer.kind === "chosen" ? options[Number(answer.id)]?.value ?? "" : "";
  return composed(answer.kind, taken, [taken]);
}

type Kind =
  | "submitted"
  | "chosen"
  | "answered"
  | "cancelled"
  | "unavailable"
  | "aborted"
  | "gone";

function composed(kind: Kind, text: string, values: readonly string[]): Composed {
  switch (kind) {
    case "submitted":
    case "chosen":
    case "answered":
      return { outcome: "submitted", text, values };
    case "cancelled":
    case "unavailable":
      return { outcome: kind, text };
    case "aborted":
    case "gone":
      return { outcome: "aborted", text };
  }
}

function lines(text: string): string[] {
  return text.split("\n").slice(0, MOST_LINES).map(shown);
}

function shown(text: string): string {
  return safeName([...text].slice(0, MOST_CHARACTERS).join(""));
}
