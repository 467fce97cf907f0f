/**
 * A query's text, wherever it comes from: the words there are, or the editor. Decides which, opens
 * the editor once at most, and owns what was written in it until the turn has succeeded.
 *
 * Source: reference-facts 1.4, product.md "Commands" (piped text alone is sent, never opened).
 *
 * @module
 */

import type { ConversationEvent, JsonObject } from "../../../../core/conversation/mod.ts";
import { notice } from "../../../../core/notices/mod.ts";
import { FsError } from "../../../../host/platform/port.ts";
import type { EditorBackend } from "../../../../interaction/editor/mod.ts";
import type { Config, Resolved } from "../../../../services/config/mod.ts";
import type { ResolvedModel } from "../../../../services/providers/mod.ts";
import {
  type ConversationRef,
  type Store,
  StoreError,
} from "../../../../services/workspace/mod.ts";
import type { App } from "../../../app.ts";
import type { QueryCommand } from "../../../cli/mod.ts";
import { noEditor } from "../../../no_editor.ts";
import { type RequestText, requestText } from "../request_text.ts";
import type { DraftFile } from "./draft_file.ts";
import type { DocumentPlace } from "./place.ts";

/** The configuration a turn runs with, and the model it names. */
export interface Plan {
  readonly resolved: Resolved;
  readonly model: ResolvedModel;
}

/** What a query's text is decided from. */
export interface TextSource {
  /** The conversation, whose lock is held; null: it is yet to be made. */
  readonly ref: ConversationRef | null;
  /** What was said in it, or in the one it is to be a copy of. */
  readonly events: readonly ConversationEvent[];
  /** What it has recorded of its configuration. */
  readonly settings: readonly JsonObject[];
  /** The last request that nobody answered. */
  readonly unanswered: string | null;
  /** The last request, when that is to be sent again. */
  readonly replayed: string | null;
}

/** What a composer works with. */
export interface ComposerOptions {
  readonly words: string;
  readonly piped: string | null;
  readonly editor: Config["editor"];
  /** What holds with what is recorded, and these changes over the command line's. */
  plan(recorded: readonly JsonObject[], changes: JsonObject): Promise<Plan>;
}

/** The text of one query. Disposed of, a draft stays unless the turn has succeeded. */
export class Composer implements AsyncDisposable {
  readonly #app: App;
  readonly #store: Store;
  readonly #command: QueryCommand;
  readonly #options: ComposerOptions;
  #place: DocumentPlace | null = null;
  #file: DraftFile | null = null;
  #composed: RequestText | null = null;
  #plan: Plan | null = null;

  constructor(app: App, store: Store, command: QueryCommand, options: ComposerOptions) {
    this.#app = app;
    this.#store = store;
    this.#command = command;
    this.#options = options;
  }

  /** What was decided in the editor; null when it was not opened. */
  get plan(): Plan | null {
    return this.#plan;
  }

  /** Whether the text was written in the editor: then it is shown as the conversation is. */
  get inEditor(): boolean {
    return this.#plan !== null;
  }

  /** The text. Asked again, it answers what it has answered when it opened the editor. */
  async text(source: TextSource): Promise<RequestText> {
    if (this.#composed !== null) return this.#composed;
    const { words, piped } = this.#options;
    const { noEdit, edit } = this.#command;
    const there = requestText({
      words,
      piped,
      noEdit,
      unanswered: source.unanswered,
      replayed: source.replayed,
    });
    if (there.kind === "text" && (noEdit || !edit)) return there;
    const seed = there.kind === "text" ? there.text : "";
    const editor = await this.#editor(seed);
    if (editor === null) return there;
    return this.#composed = await this.#compose(editor, seed, source);
  }

  /** The conversation exists: the draft is its own from now on. */
  async belongsTo(ref: ConversationRef): Promise<void> {
    await this.#file?.moveTo(ref.id);
  }

  /** The request got what it wanted: its draft is let go of. */
  async succeeded(): Promise<void> {
    if (this.inEditor) await this.#place?.remove();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#place?.[Symbol.asyncDispose]();
  }

  /**
   * The editor; null where there is none and the text can be sent as it is, or where nobody sits at
   * the terminal to use one.
   */
  async #editor(seed: string): Promise<EditorBackend | null> {
    const { router, terminal, platform, printer } = this.#app;
    const { cmd, envs } = this.#options.editor;
    const attended = router.state.interactive && terminal.owner === "us";
    const asItIs = (why: string): null => {
      printer.notice(notice(`jp: ${why}; the query is sent as it is`));
      return null;
    };
    if (!attended) return seed === "" ? null : asItIs("nobody is there to use an editor");
    const { buildEditor } = await import("../../../../interaction/editor/mod.ts");
    const editor = await buildEditor({ cmd, envs }, { platform, terminal, printer, router });
    if (editor !== null) return editor;
    if (seed !== "") return asItIs("there is no editor");
    const instead = ', or give the question as words, jp query "…".';
    throw await noEditor(this.#app, this.#options.editor, "to compose the query in", instead);
  }

  async #compose(
    editor: EditorBackend,
    seed: string,
    { ref, events, settings, unanswered }: TextSource,
  ): Promise<RequestText> {
    const app = this.#app;
    const before = await this.#options.plan(settings, {});
    const [{ compose }, { historySection }, { settingsBlock }] = await Promise.all([
      import("./compose.ts"),
      import("./history.ts"),
      import("./settings_block.ts"),
    ]);
    const place = this.#place = await this.#open(ref);
    const { id, parameters } = before.resolved.config.assistant.model;
    const composed = await compose<Plan>({
      editor,
      place,
      seed,
      settings: settingsBlock(id ?? before.model.model.id, parameters.reasoning),
      settingsGiven: this.#givesSettings(),
      history: historySection(events),
      plan: async (changes) =>
        Object.keys(changes).length === 0 ? before : await this.#options.plan(settings, changes),
      notice: (text) => app.printer.notice(notice(text)),
      pass: () => app.gate.pass(app.signal),
      signal: app.signal,
    });
    if (composed.kind === "ignored") return composed;
    this.#plan = composed.plan;
    const { text, draft } = composed;
    const replaces = draft !== "" && draft === unanswered?.trim();
    return { kind: "text", text, source: "editor", ...(replaces ? { replaces } : {}) };
  }

  #givesSettings(): boolean {
    const { model, params, reasoning } = this.#command;
    return model !== null || params.length > 0 || reasoning !== null ||
      this.#app.globals.cfg.length > 0;
  }

  async #open(ref: ConversationRef | null): Promise<DocumentPlace> {
    const { platform } = this.#app;
    const { draftPlace, passingPlace } = await import("./place.ts");
    if (!this.#store.persistent) return passingPlace(platform);
    const { DraftFile } = await import("./draft_file.ts");
    try {
      this.#file = await DraftFile.open(platform.fs, this.#store, ref?.id ?? null);
    } catch (error) {
      if (!(error instanceof StoreError || error instanceof FsError)) throw error;
      // A disk that takes nothing is told of where the conversation is kept.
      return passingPlace(platform);
    }
    return draftPlace(this.#file, platform);
  }
}
