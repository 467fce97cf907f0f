/**
 * How presses reach a query's turn: its scopes, their menus or configured actions, the reply.
 *
 * @module
 */

import { type ConversationEvent, isKnown } from "../../../core/conversation/mod.ts";
import { notice } from "../../../core/notices/mod.ts";
import { announce } from "../../../host/printer/mod.ts";
import { buildEditor } from "../../../interaction/editor/mod.ts";
import {
  askInTurn,
  type AskReply,
  type MenuAction,
  rehearseMenu,
  STREAMING_MENU,
  TOOL_MENU,
  TURN_MENU,
  type Words,
  wordsOf,
} from "../../../interaction/menus/mod.ts";
import {
  type ComposeInEditor,
  Composer,
  type ReplyResult,
  TerminalPrompts,
} from "../../../interaction/prompts/mod.ts";
import type { Config } from "../../../services/config/mod.ts";
import { type DraftKey, type Drafts, StoreError } from "../../../services/workspace/mod.ts";
import type { App } from "../../app.ts";
import type { TurnInterrupts } from "../../turn/mod.ts";
import { sleep } from "./timer.ts";

/** What a reply needs of the conversation. */
export interface ReplySource {
  readonly drafts: Drafts;
  readonly key: DraftKey;
  readonly events: readonly ConversationEvent[];
}

/** The interrupts of one turn. */
export function turnInterrupts(app: App, config: Config, source: ReplySource): TurnInterrupts {
  const { router, gate, stage, signal } = app;
  const replies = new Replies(app, config, source);
  return {
    enter: (scope) => router.enter(scope),
    close: () => gate.close(),
    decide: async (scope) => {
      const { action, compose_in_editor } = config.interrupt[SETTINGS[scope]];
      const menu = MENUS[scope];
      const reply: AskReply = () => replies.ask(compose_in_editor, action === "prompt");
      const chosen: MenuAction = action;
      const decision = await askInTurn(stage, menu, chosen, reply, signal);
      if (signal.aborted) replies.leave();
      return decision;
    },
  };
}

/** By then the request is on its way, ms. */
const REQUEST_IS_OUT_MS = 20;

/**
 * Has the menu of a first press ready, once the turn has begun. Nothing waits for it, and where no
 * menu would be shown there is nothing to it.
 *
 * @param ended aborts with the turn.
 */
export async function readyForPress(
  { platform, router, terminal, printer, log }: App,
  { interrupt }: Config,
  ended: AbortSignal,
): Promise<void> {
  if (!router.state.interactive || interrupt.streaming.action !== "prompt") return;
  try {
    await sleep(REQUEST_IS_OUT_MS, ended);
    const { device } = terminal;
    if (device === null || terminal.isDumb || terminal.owner !== "us") return;
    await rehearseMenu({
      platform,
      modes: platform.system.getModes(device.fd),
      style: printer.out,
      pause: () => sleep(0, ended),
    }, ended);
  } catch (error) {
    if (!ended.aborted) log.write("warning", `the menu was not got ready: ${String(error)}`);
  }
}

const SETTINGS = { streaming: "streaming", tool: "tool_call", turn: "turn" } as const;
const MENUS = { streaming: STREAMING_MENU, tool: TOOL_MENU, turn: TURN_MENU } as const;

/** Asks for replies; one that was backed out of is offered again, also by a later run (PR-035). */
class Replies {
  readonly #app: App;
  readonly #config: Config;
  readonly #source: ReplySource;
  readonly #composer: Composer;
  #draft: { readonly text: string; readonly caret: number } | null = null;
  /** Whether the disk has what was typed and not sent. */
  #isKept = false;

  constructor(app: App, config: Config, source: ReplySource) {
    this.#app = app;
    this.#config = config;
    this.#source = source;
    const { cmd, envs } = config.editor;
    this.#composer = new Composer({
      prompts: new TerminalPrompts(app.stage, app.gate),
      editor: () => buildEditor({ cmd, envs }, app),
      report: (words) => announce(app.printer, words, app.signal),
    });
  }

  async ask(compose: ComposeInEditor, fromMenu: boolean): Promise<Words> {
    const draft = this.#draft ??= await this.#stored();
    const result = await this.#composer.reply({
      compose,
      fromMenu,
      editMode: this.#config.editor.inline.edit_mode,
      draft,
      history: requestsIn(this.#source.events),
      signal: this.#app.signal,
    });
    await this.#keep(result);
    return wordsOf(result);
  }

  /** Says that the shutdown, wherever the presses for it were, has cost nobody a reply. */
  leave(): void {
    if (!this.#isKept) return;
    this.#app.printer.notice(notice("Your reply is kept; the next one here begins with it."));
  }

  // At once: whatever ends the process next, the text is on the disk.
  async #keep(result: ReplyResult): Promise<void> {
    const { drafts, key } = this.#source;
    const before = this.#draft?.text ?? "";
    const text = "text" in result && result.kind !== "reply" ? result.text : "";
    this.#draft = { text, caret: "caret" in result ? result.caret : 0 };
    this.#isKept = false;
    try {
      if (text.trim() !== "") await drafts.save(key, this.#draft);
      else if (before.trim() !== "") await drafts.remove(key);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await announce(this.#app.printer, notice(`jp: ${error.message}`), this.#app.signal);
      return;
    }
    this.#isKept = text.trim() !== "";
  }

  async #stored(): Promise<{ readonly text: string; readonly caret: number }> {
    try {
      return await this.#source.drafts.read(this.#source.key) ?? { text: "", caret: 0 };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { text: "", caret: 0 };
    }
  }
}

function requestsIn(events: readonly ConversationEvent[]): readonly string[] {
  return events.flatMap((event) =>
    isKnown(event) && event.type === "chat_request" ? [event.content] : []
  );
}
