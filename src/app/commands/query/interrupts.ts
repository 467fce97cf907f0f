/**
 * How presses reach a query's turn: its scopes, their menus or configured actions, the reply.
 *
 * @module
 */

import {
  askInTurn,
  type MenuAction,
  STREAMING_MENU,
  TURN_MENU,
} from "../../../interaction/menus/mod.ts";
import { inlineReply, runWidget } from "../../../interaction/widgets/mod.ts";
import type { Config } from "../../../services/config/mod.ts";
import type { App } from "../../app.ts";
import type { TurnInterrupts } from "../../turn/mod.ts";

/** The interrupts of one turn. A reply that was backed out of is offered again. */
export function turnInterrupts(app: App, config: Config): TurnInterrupts {
  const { router, gate, stage, signal } = app;
  let draft = { text: "", caret: 0 };
  const reply = async (): Promise<string | null> => {
    const widget = inlineReply({
      message: "Reply: ",
      editMode: config.editor.inline.edit_mode,
      opensEditor: false,
      ...draft,
    });
    const run = await runWidget(stage, widget, {
      screen: "reply",
      signal,
      answers: () => false,
    });
    if (run.kind === "gone") router.hangUp();
    if (run.kind !== "ended") return null;
    const { kind, text, caret } = run.outcome;
    const sent = kind === "submitted" && text.trim() !== "";
    draft = sent ? { text: "", caret: 0 } : { text, caret };
    return sent ? text : null;
  };
  return {
    enter: (scope) => router.enter(scope),
    close: () => gate.close(),
    decide: async (scope) => {
      const streaming = scope === "streaming";
      const action: MenuAction = config.interrupt[scope].action;
      const menu = streaming ? STREAMING_MENU : TURN_MENU;
      return await askInTurn(stage, menu, action, reply, signal);
    },
  };
}
