/** The matrix of `[interrupt.*]` at the turn's machine: what each ending records, and asks for next. */
import assert from "node:assert/strict";
import {
  newTurn,
  stepTurn,
  type TurnEffect,
  type TurnInput,
} from "../../../../src/app/turn/mod.ts";
import {
  type Ending,
  FIXED_ACTIONS,
  REPLY_CELLS,
  type TableScope,
} from "../../../support/interrupt_table.ts";

const AT = "2026-04-10T17:04:20.531Z";
const CANCELLED = "The user has cancelled it.";

const text = (words: string): TurnInput => ({
  kind: "event",
  event: { kind: "text", text: words },
});
const FINISH: TurnInput = { kind: "event", event: { kind: "finish", reason: "complete" } };
const CALLED: readonly TurnInput[] = [
  { kind: "event", event: { kind: "tool_call", id: "c1", name: "look", arguments: {} } },
  { kind: "decided", call: 0, decision: { kind: "run", cancelled: CANCELLED } },
  { kind: "event", event: { kind: "finish", reason: "tool_calls" } },
];

/** What leads into each scope. */
const INTO: Readonly<Record<TableScope, readonly TurnInput[]>> = {
  streaming: [text("Hel")],
  tool_call: CALLED,
  // Prepared again after a restart, a call is the turn's.
  turn: [...CALLED, { kind: "restart" }],
};

/** What happens next in each scope by itself, and what that leads to. */
const NEXT: Readonly<Record<TableScope, readonly [TurnInput, unknown[]]>> = {
  streaming: [FINISH, ["message Hel", "turn_end complete"]],
  tool_call: [
    { kind: "result", call: 0, result: { content: "seen", isError: false } },
    ["result seen", "request"],
  ],
  turn: [{ kind: "decided", call: 0, decision: { kind: "run", cancelled: CANCELLED } }, ["run 0"]],
};

/** Leads into a scope, and says what `input` does there. */
function doneBy(scope: TableScope, input: TurnInput): unknown[] {
  let state = newTurn("local/test");
  for (const before of [{ kind: "begin", content: "hi" } as const, ...INTO[scope]]) {
    state = stepTurn(state, before, AT).state;
  }
  return stepTurn(state, input, AT).effects.flatMap(describe);
}

function describe(effect: TurnEffect): unknown[] {
  switch (effect.kind) {
    case "record":
      return effect.events.map((event) => {
        if ("message" in event) {
          return `message ${event.message}${"interrupted" in event ? " …" : ""}`;
        }
        if ("is_error" in event) return `result ${event.content}`;
        if ("content" in event) return `asked ${event.content}`;
        return "reason" in event ? `turn_end ${event.reason}` : event.type;
      });
    case "request":
      return [effect.goOn ? "request on" : "request"];
    case "run":
      return [`run ${effect.calls}`];
    case "decide":
      return [`decide ${effect.call}`];
    default:
      return [];
  }
}

function wanted(scope: TableScope, ending: Ending, words = ""): unknown[] {
  switch (ending) {
    case "menu":
    case "goes on":
      return NEXT[scope][1];
    case "canned":
      return [`result ${CANCELLED}`, "request"];
    case "sent":
      return {
        streaming: ["message Hel …", `asked ${words}`, "request"],
        tool_call: [`result The user cancelled this tool call, and says: ${words}`, "request"],
        turn: ["result The user answered before the tool was run.", `asked ${words}`, "request"],
      }[scope];
  }
}

function inputFor(scope: TableScope, ending: Ending, words = ""): TurnInput {
  switch (ending) {
    case "menu":
    case "goes on":
      return NEXT[scope][0];
    case "canned":
      return { kind: "respond", message: null };
    case "sent":
      return scope === "tool_call"
        ? { kind: "respond", message: words }
        : { kind: "reply", content: words };
  }
}

Deno.test("every cell of the matrix leads to what its ending says", () => {
  for (const { name, context: { scope }, ending, act } of REPLY_CELLS) {
    assert.deepEqual(
      doneBy(scope, inputFor(scope, ending, act.text)),
      wanted(scope, ending, act.text),
      name,
    );
  }
});

Deno.test("fixed actions do what they say in their scope", () => {
  const results: Readonly<Record<string, unknown[]>> = {
    "streaming stop": ["message Hel …", "turn_end stopped"],
    // Nothing had been recorded of the answer yet.
    "streaming abort": ["turn_end aborted"],
    "tool_call restart": ["decide 0"],
    "tool_call stop": [`result ${CANCELLED}`, "turn_end stopped"],
    "turn stop": ["result The turn ended before the tool was run.", "turn_end stopped"],
  };
  for (const { scope, action } of FIXED_ACTIONS) {
    const name = `${scope} ${action}`;
    const input: TurnInput = action === "continue"
      ? NEXT[scope][0]
      : action === "stop"
      ? { kind: "stop", reason: "stopped" }
      : { kind: action };
    assert.deepEqual(doneBy(scope, input), results[name] ?? NEXT[scope][1], name);
  }
});
