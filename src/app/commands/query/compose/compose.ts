/**
 * The editor sessions of one query: shows the document, takes it back, shows it again when its
 * settings are wrong. Each opening is the user's to end; no text is ever dropped in between.
 *
 * Source: reference-facts 5.3, RFD 088 "jp query (initial prompt)", PR-019, PR-020.
 *
 * @module
 */

import type { JsonObject } from "../../../../core/conversation/mod.ts";
import { type EditorBackend, EditorError } from "../../../../interaction/editor/mod.ts";
import { CommandError } from "../../../app.ts";
import { parseDocument, renderDocument } from "./document.ts";
import type { DocumentPlace, Edited } from "./place.ts";
import { changedSettings } from "./settings_block.ts";

/** What composing works with. */
export interface ComposePorts<P> {
  readonly editor: EditorBackend;
  readonly place: DocumentPlace;
  /** What the query begins with; a draft's text is put below it. */
  readonly seed: string;
  /** The settings as they are. */
  readonly settings: string;
  /** Whether a draft's own settings give way: this command line says others. */
  readonly settingsGiven: boolean;
  readonly history: string;
  /** What holds with these settings; throws an error with a `help` line for those that cannot. */
  plan(changes: JsonObject): Promise<P>;
  notice(text: string): void;
  /** Passed before and after each opening. */
  pass(): Promise<void>;
  readonly signal: AbortSignal;
}

/** How it ended. */
export type Composed<P> =
  | {
    readonly kind: "composed";
    readonly text: string;
    readonly plan: P;
    /** The draft's query it began with; empty without one. */
    readonly draft: string;
  }
  /** Cancelled or empty, and said so. */
  | { readonly kind: "ignored" };

/** One line for all ways of saying nothing. */
const IGNORED = "jp: ignoring the empty query";

/** Composes a query. @throws {CommandError} when what was written cannot be sent; it is kept. */
export async function compose<P>(ports: ComposePorts<P>): Promise<Composed<P>> {
  const { editor, place, signal } = ports;
  const draft = draftOf(place);
  let shown = firstDocument(ports, draft);
  let errors: readonly string[] = [];
  for (;;) {
    await ports.pass();
    const text = renderDocument({ ...shown, errors, history: ports.history });
    const edited = await opened(ports, text, shown.query);
    if (edited.kind === "aborted") {
      // No time to ask; the words stay.
      if (edited.changed || shown.query !== "") {
        const kept = await place.keep();
        if (kept !== null) ports.notice(`jp: what was written is kept in ${kept}`);
      }
      signal.throwIfAborted();
      return { kind: "ignored" };
    }
    await ports.pass();
    if (edited.kind === "cancelled") {
      // Behind the first opening what we have shown is the user's own text.
      const kept = edited.changed || errors.length > 0 ? await place.keep() : null;
      ports.notice(kept === null ? IGNORED : `${IGNORED}; what was written is kept in ${kept}`);
      return { kind: "ignored" };
    }
    if (edited.hasty && errors.length === 0) return await hasty(ports, editor.name, shown.query);
    const parsed = parseDocument(edited.text);
    if (parsed.kind === "broken") {
      throw await unsent(place, "the line between the query and the rest of the document is gone");
    }
    const { query, settings, unclosed } = parsed;
    if (query === "") {
      await place.remove();
      ports.notice(IGNORED);
      return { kind: "ignored" };
    }
    const planned = unclosed
      ? { kind: "wrong" as const, errors: ["the toml block is not closed"] }
      : await planOf(ports, settings);
    if (planned.kind === "planned") {
      place.hold();
      return { kind: "composed", text: query, plan: planned.plan, draft: draft.query };
    }
    const again = { query, settings: (settings ?? "").trimEnd() };
    if (errors.length > 0 && again.query === shown.query && again.settings === shown.settings) {
      throw await unsent(place, planned.errors.join("\n"));
    }
    errors = planned.errors;
    shown = again;
  }
}

interface Shown {
  readonly query: string;
  readonly settings: string;
}

/** What an earlier run has left. One that fell apart is shown whole, for its author to put right. */
function draftOf({ earlier }: DocumentPlace): { query: string; settings: string | null } {
  if (earlier === null) return { query: "", settings: null };
  const draft = parseDocument(earlier);
  return draft.kind === "broken" ? { query: earlier.trim(), settings: null } : draft;
}

/** The seed above what the draft says: neither may get lost. */
function firstDocument<P>(
  { seed, settings, settingsGiven }: ComposePorts<P>,
  draft: ReturnType<typeof draftOf>,
): Shown {
  const { query } = draft;
  const own = query === "" || settingsGiven ? null : draft.settings;
  const has = seed === "" || query === seed || query.startsWith(`${seed}\n\n`);
  const both = has ? query : query === "" ? seed : `${seed}\n\n${query}`;
  return { query: both, settings: own ?? settings };
}

async function opened<P>(ports: ComposePorts<P>, text: string, query: string): Promise<Edited> {
  try {
    return await ports.place.edit(text, ports.editor, ports.signal);
  } catch (error) {
    if (!(error instanceof EditorError)) throw error;
    const kept = query === "" ? null : await ports.place.keep();
    throw new CommandError(error.message, {
      help: kept === null ? error.help : `${error.help} What was to be edited is kept in ${kept}`,
      cause: error,
    });
  }
}

/** A launcher that did not wait: its window may open the file any moment now, so it stays. */
async function hasty<P>(
  ports: ComposePorts<P>,
  editor: string,
  query: string,
): Promise<Composed<P>> {
  const kept = await ports.place.keep();
  const where = kept === null ? "" : ` The document is ${kept}`;
  const what = `${editor} ended at once and changed nothing`;
  const help = `An editor with a window has to be told to wait, as in "code --wait".${where}`;
  if (query !== "") throw new CommandError(`nothing is sent: ${what}`, { help });
  ports.notice(`${IGNORED}: ${what}\n${help}`);
  return { kind: "ignored" };
}

async function unsent(place: DocumentPlace, why: string): Promise<CommandError> {
  const kept = await place.keep();
  return new CommandError(`nothing is sent: ${why}`, {
    help: kept === null
      ? "It could not be kept either: there is no place for temporary files."
      : `What was written is kept in ${kept}; jp query opens it again.`,
  });
}

async function planOf<P>(
  ports: ComposePorts<P>,
  settings: string | null,
): Promise<
  | { readonly kind: "planned"; readonly plan: P }
  | { readonly kind: "wrong"; readonly errors: readonly string[] }
> {
  const edited = settings === null
    ? { kind: "settings" as const, values: {} }
    : changedSettings(ports.settings, settings);
  if (edited.kind === "invalid") return { kind: "wrong", errors: [edited.error] };
  try {
    return { kind: "planned", plan: await ports.plan(edited.values) };
  } catch (error) {
    ports.signal.throwIfAborted();
    if (!(error instanceof Error && "help" in error)) throw error;
    // They were well without the block: what is wrong now stands in it.
    const errors = error.message.split("\n").map((line) => line.replace(/^command line: /, ""));
    return { kind: "wrong", errors };
  }
}
