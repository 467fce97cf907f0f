/**
 * Text from the user, inline or in the editor: a reply, or an edit of something there is. Ctrl-X
 * leads from the widget to the editor and always back; nothing that was typed is lost on the way.
 *
 * It returns what came of it as data. What an empty reply or a backed-out one means (the table of
 * interrupts.md, "compose_in_editor") is the caller's.
 *
 * Source: RFD 088 "InterruptHandler becomes a loop", interrupts.md "compose_in_editor".
 *
 * @module
 */

import type { EditMode } from "../../core/line_editor/mod.ts";
import { type Notice, notice } from "../../core/notices/mod.ts";
import { type EditorBackend, EditorError } from "../editor/mod.ts";
import {
  type Draft,
  type InlineReplyOptions,
  type InlineReplyState,
  type Question,
  withReplyText,
} from "../widgets/mod.ts";
import type { Asking, PromptBackend, ReplyAnswer, Unanswered } from "./types.ts";

/**
 * `compose_in_editor`: false starts inline with Ctrl-X to the editor; true starts in the editor, and
 * inline if it cannot run; "always" never falls back to inline; "never" has no Ctrl-X.
 */
export type ComposeInEditor = boolean | "always" | "never";

/** A reply to be asked for. */
export interface ReplyRequest {
  /** Default `Reply: `. */
  readonly message?: string;
  /** Where it begins, and whether Ctrl-X leads to the editor. */
  readonly compose: ComposeInEditor;
  /** `editor.inline.edit_mode`. */
  readonly editMode: EditMode;
  /** Whether it is asked from a menu, and leads back there when backed out of. Default true. */
  readonly fromMenu?: boolean;
  /** What a reply that was backed out of held: it is offered again. */
  readonly draft?: Draft;
  /** Earlier replies, oldest first. */
  readonly history?: readonly string[];
  /** Ends the asking; what was typed comes back. */
  readonly signal: AbortSignal;
}

/** What came of it. Blank text counts as empty. */
export type ReplyResult =
  /** `composedIn`: a reply from the editor has not been on the screen. */
  | { readonly kind: "reply"; readonly text: string; readonly composedIn: "inline" | "editor" }
  /** Enter on nothing. */
  | { readonly kind: "empty" }
  /**
   * Backed out of: Ctrl-D or ESC in the widget; or an editor, asked for first, that was left empty,
   * cancelled, or (`"always"`) could not run.
   */
  | Draft & { readonly kind: "cancelled"; readonly by: "key" | "editor" }
  /** Ctrl-C in the widget. */
  | Draft & { readonly kind: "interrupted" }
  | Draft & Unanswered;

/** Something to be edited in a prompt of its own: a tool's arguments, a reason, a result. */
export interface EditRequest extends Question, Asking {
  /** What it begins with. */
  readonly text: string;
  /** UTF-16 offset into `text`. Default: its end. */
  readonly caret?: number;
  /** What the editor's file is called: `.json` for arguments, else `.md`. */
  readonly suffix: ".md" | ".json";
  /** `editor.inline.edit_mode`. */
  readonly editMode: EditMode;
}

/** What came of it; an emptied text is a submitted one. Ctrl-C led to the menu and back. */
export type EditResult =
  & Draft
  & ({ readonly kind: "submitted" } | { readonly kind: "cancelled" } | Unanswered);

/** What a composer works with. */
export interface ComposerPorts {
  /** Who is asked. */
  readonly prompts: PromptBackend;
  /** The user's editor; null when there is none. */
  readonly editor: () => Promise<EditorBackend | null>;
  /** Says something on the chrome channel; resolves when it is there to be read. */
  readonly report: (notice: Notice) => void | Promise<void>;
}

/** The one place where the inline widget and the editor meet. */
export class Composer {
  readonly #ports: ComposerPorts;

  /** It keeps nothing between two requests. */
  constructor(ports: ComposerPorts) {
    this.#ports = ports;
  }

  /** Asks for a reply; the widget is one that belongs to a menu. */
  async reply(request: ReplyRequest): Promise<ReplyResult> {
    const { compose, signal, draft = NOTHING } = request;
    if (!this.#ports.prompts.available) return { kind: "unavailable", ...draft };
    if (compose === true || compose === "always") {
      const instead = compose === true
        ? "Continuing with the inline editor."
        : request.fromMenu === false
        ? "Going on without a reply."
        : "Returning to the menu.";
      const result = await this.#inEditor(draft, compose, instead, signal);
      if (result !== null) return result;
    }
    const { message = "Reply: ", editMode, history } = request;
    const options = {
      message,
      editMode,
      ...draft,
      ...(history === undefined ? {} : { history }),
      opensEditor: compose !== "never",
    };
    const answer = await this.#inline(options, { signal, as: "reply" }, ".md");
    const { kind, text, caret } = answer;
    switch (kind) {
      case "submitted":
        return isBlank(text) ? { kind: "empty" } : { kind: "reply", text, composedIn: "inline" };
      case "cancelled":
        return { kind, by: "key", text, caret };
      default:
        return { kind, text, caret };
    }
  }

  /** Has a text edited in a prompt of its own. */
  async edit(request: EditRequest): Promise<EditResult> {
    const { signal, place: given, suffix, ...options } = request;
    // Held over the editor too: no other prompt is to come between the two.
    using own = given === undefined ? await this.#ports.prompts.place(signal) : null;
    const place = given ?? own;
    const asking = { signal, as: "prompt", ...(place === null ? {} : { place }) } as const;
    const answer = await this.#inline({ ...options, opensEditor: true }, asking, suffix);
    const { kind, text, caret } = answer;
    // Ctrl-C never ends a prompt: were it to, leaving would change nothing.
    return { kind: kind === "interrupted" ? "cancelled" : kind, text, caret };
  }

  /** The editor first; null when the widget is to take its place. */
  async #inEditor(
    draft: Draft,
    compose: true | "always",
    instead: string,
    signal: AbortSignal,
  ): Promise<ReplyResult | null> {
    const edited = await this.#open(draft, ".md", instead, signal);
    switch (edited.kind) {
      case "saved":
        return isBlank(edited.text)
          ? { kind: "cancelled", by: "editor", ...NOTHING }
          : { kind: "reply", text: edited.text, composedIn: "editor" };
      case "unchanged":
        return { kind: "cancelled", by: "editor", ...draft };
      case "aborted":
        return { kind: "aborted", ...draft };
      case "failed":
        return compose === true ? null : { kind: "cancelled", by: "editor", ...draft };
    }
  }

  /** The widget, with the way to the editor and back. */
  async #inline(
    options: InlineReplyOptions,
    asking: Asking & { readonly as: "reply" | "prompt" },
    suffix: string,
  ): Promise<Exclude<ReplyAnswer, { readonly kind: "open_editor" }>> {
    const { prompts } = this.#ports;
    const opensEditor = options.opensEditor && await this.#hasEditor();
    let state: InlineReplyState | undefined;
    for (;;) {
      const shown = state === undefined ? {} : { state };
      const answer = await prompts.inlineReply({ ...options, opensEditor, ...shown }, asking);
      if (answer.kind !== "open_editor") return answer;
      const edited = await this.#open(answer, suffix, "Keeping your text.", asking.signal);
      if (edited.kind === "aborted") return { ...answer, kind: "aborted" };
      state = edited.kind === "saved" ? withReplyText(answer.state, edited.text) : answer.state;
    }
  }

  async #hasEditor(): Promise<boolean> {
    try {
      return await this.#ports.editor() !== null;
    } catch (error) {
      // Said when it is asked for.
      if (error instanceof EditorError) return true;
      throw error;
    }
  }

  async #open(
    { text }: Draft,
    suffix: string,
    instead: string,
    signal: AbortSignal,
  ): Promise<
    | { readonly kind: "saved"; readonly text: string }
    /** The text before stays: cancelled, or left at once. */
    | { readonly kind: "unchanged" }
    | { readonly kind: "aborted" }
    | { readonly kind: "failed" }
  > {
    try {
      const editor = await this.#ports.editor();
      if (editor === null) return await this.#failed("none is configured", instead);
      const outcome = await editor.editText({ content: text, suffix }, signal);
      switch (outcome.kind) {
        case "saved":
          if (outcome.hastyAt === null) return outcome;
          await this.#hasty(editor.name, outcome.hastyAt);
          return { kind: "unchanged" };
        case "cancelled":
        case "aborted":
          await this.#kept(outcome.keptAt);
          return { kind: outcome.kind === "aborted" ? "aborted" : "unchanged" };
      }
    } catch (error) {
      if (!(error instanceof EditorError)) throw error;
      return await this.#failed(error.message, instead);
    }
  }

  // Read before what comes next: a prompt, once it is drawn, holds all output.
  async #failed(why: string, instead: string): Promise<{ readonly kind: "failed" }> {
    await this.#say(`⚠ Couldn't open your editor: ${why}. ${instead}`, { reason: why });
    return { kind: "failed" };
  }

  async #hasty(name: string, path: string): Promise<void> {
    await this.#say(
      `⚠ ${name} returned at once and changed nothing. If it opens a window of its own, it needs a ` +
        `flag that makes it wait, such as --wait. Keeping your text; its file stays at ${path}.`,
      { editor: name, path },
    );
  }

  async #kept(path: string | null): Promise<void> {
    if (path === null) return;
    await this.#say(`⚠ Your editor ended with an error. What it had saved is in ${path}.`, {
      path,
    });
  }

  async #say(text: string, fields: Notice["fields"]): Promise<void> {
    await this.#ports.report(notice(text, fields));
  }
}

const NOTHING: Draft = { text: "", caret: 0 };

function isBlank(text: string): boolean {
  return text.trim() === "";
}
