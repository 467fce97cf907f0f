/** The matrix of `[interrupt.*] action` and `compose_in_editor`, with scripted menus and editors. */
import assert from "node:assert/strict";
import { type ScriptedEdit, ScriptedEditor } from "../../../../src/interaction/editor/mod.ts";
import {
  decideInTurn,
  type MenuAction,
  type MenuDecision,
  type MenuPorts,
  STREAMING_MENU,
  TOOL_MENU,
  TURN_MENU,
  wordsOf,
} from "../../../../src/interaction/menus/mod.ts";
import {
  Composer,
  type ScriptedAnswer,
  ScriptedPrompts,
} from "../../../../src/interaction/prompts/mod.ts";
import {
  FIXED_ACTIONS,
  REPLY_CELLS,
  type ReplyCell,
  type TableScope,
} from "../../../support/interrupt_table.ts";

const SIGNAL = new AbortController().signal;
const MENUS = { streaming: STREAMING_MENU, tool_call: TOOL_MENU, turn: TURN_MENU } as const;

/** The answers of the widget and of the editor, in the order they are asked for. */
function scripts({ act, compose }: ReplyCell): {
  answers: ScriptedAnswer[];
  edits: ScriptedEdit[];
} {
  const answers: ScriptedAnswer[] = [];
  const edits: ScriptedEdit[] = [];
  let text = "";
  for (const step of act.steps) {
    if (step === "cancels") edits.push({ cancels: true });
    else if (step === "cannot run") edits.push({ fails: "spawn" });
    else if ("saves" in step) {
      edits.push(step);
      text = step.saves;
    } else {
      text += step.types;
      // Where Ctrl-X leads nowhere the widget stays, and with it what was typed.
      if (step.then === "Ctrl-X" && compose === "never") continue;
      const kinds = { "Enter": "submitted", "Ctrl-C": "interrupted", "Ctrl-X": "open_editor" };
      answers.push({
        reply: { kind: kinds[step.then] as "submitted" | "interrupted" | "open_editor", text },
      });
    }
  }
  return { answers, edits };
}

/** A menu that is answered by keys; asked once more than there are, it continues. */
function menuPorts(keys: string[]): MenuPorts & { shown: number } {
  const ports = {
    shown: 0,
    show: () => {
      ports.shown += 1;
      return Promise.resolve({ kind: "chosen", key: keys.shift() ?? "c" } as const);
    },
    unavailable: () => assert.fail("the menu is there"),
    gone: () => assert.fail("the terminal is there"),
  };
  return ports;
}

function expected({ context: { scope }, ending, act: { text = "" } }: ReplyCell): MenuDecision {
  switch (ending) {
    case "sent":
      return scope === "tool_call" ? { kind: "respond", message: text } : { kind: "reply", text };
    case "canned":
      return { kind: "respond", message: null };
    case "menu": // where Continue is chosen then
    case "goes on":
      return { kind: "continue" };
  }
}

Deno.test("every cell ends as the table says, with prompts and editor used up", async (t) => {
  for (const cell of REPLY_CELLS) {
    await t.step(cell.name, async () => {
      const { context, compose, ending, act } = cell;
      const { answers, edits } = scripts(cell);
      const prompts = new ScriptedPrompts(answers);
      const editor = new ScriptedEditor(edits);
      const told: string[] = [];
      const composer = new Composer({
        prompts,
        editor: () => Promise.resolve(editor),
        report: ({ text }) => void told.push(text),
      });
      const menu = menuPorts(["r"]);
      const decision = await decideInTurn(
        menu,
        MENUS[context.scope],
        context.action as MenuAction,
        async () =>
          wordsOf(
            await composer.reply({
              compose,
              editMode: "emacs",
              fromMenu: context.action === "prompt",
              signal: SIGNAL,
            }),
          ),
        SIGNAL,
      );
      assert.deepEqual(decision, expected(cell));
      const asked = context.action === "prompt" ? 1 : 0;
      assert.equal(menu.shown, asked + (ending === "menu" ? 1 : 0));
      assert.deepEqual([prompts.left, editor.left], [0, 0]);
      assert.equal(told.some((line) => line.includes("Couldn't open your editor")), !!act.told);
      if (act.told && compose === "always") {
        const back = context.action === "prompt" ? "Returning to the menu." : "without a reply.";
        assert.ok(told[0]?.endsWith(back), told[0]);
      }
      const wired = prompts.asked.map((each) =>
        each.kind === "reply" && each.options.opensEditor === true
      );
      assert.deepEqual(wired, prompts.asked.map(() => compose !== "never"));
    });
  }
});

Deno.test("a fixed action asks nothing and is what it says", async () => {
  for (const { scope, action } of FIXED_ACTIONS) {
    const menu = menuPorts([]);
    const decision = await decideInTurn(
      menu,
      MENUS[scope],
      action,
      () => assert.fail("no reply is asked for"),
      SIGNAL,
    );
    assert.deepEqual([decision, menu.shown], [{ kind: action }, 0], `${scope} ${action}`);
  }
});

Deno.test("each menu's keys mean what the table's fixed actions mean", async () => {
  const keys: Readonly<Record<string, string>> = {
    c: "continue",
    s: "stop",
    a: "abort",
    t: "restart",
  };
  for (const scope of Object.keys(MENUS) as TableScope[]) {
    const fixed = new Set(
      FIXED_ACTIONS.filter((row) => row.scope === scope).map((row) => row.action as string),
    );
    const offered = MENUS[scope].choices.map(({ key }) => key).filter((key) => key !== "r");
    assert.deepEqual(new Set(offered.map((key) => keys[key])), fixed, scope);
    for (const key of offered) {
      const decision = await decideInTurn(
        menuPorts([key]),
        MENUS[scope],
        "prompt",
        () => assert.fail("no reply is asked for"),
        SIGNAL,
      );
      assert.equal(decision.kind, keys[key], `${scope} ${key}`);
    }
  }
});
