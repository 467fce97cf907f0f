/**
 * The phases of a tool call, step by step.
 */
import assert from "node:assert/strict";
import {
  type CallDecision,
  newTurn,
  stepTurn,
  type TurnEffect,
  type TurnInput,
} from "../../../../src/app/turn/mod.ts";
import { isKnown } from "../../../../src/core/conversation/mod.ts";

const BEGIN: TurnInput = { kind: "begin", content: "hi" };
const FINISH: TurnInput = { kind: "event", event: { kind: "finish", reason: "tool_calls" } };
const RUN: CallDecision = { kind: "run", cancelled: "The user cancelled it." };
const SKIP: CallDecision = { kind: "answer", content: "Tool skipped by user.", isError: true };

const call = (id: string): TurnInput => ({
  kind: "event",
  event: { kind: "tool_call", id, name: "fs_read", arguments: { id } },
});
const decided = (call: number, decision: CallDecision = RUN): TurnInput => ({
  kind: "decided",
  call,
  decision,
});
const result = (call: number, content = "text"): TurnInput => ({
  kind: "result",
  call,
  result: { content, isError: false },
});

/** The effects of each input, for a turn that has begun. */
function play(...inputs: TurnInput[]) {
  let { state } = stepTurn(newTurn("m/x"), BEGIN, "");
  const steps: (readonly TurnEffect[])[] = [];
  for (const input of inputs) {
    const step = stepTurn(state, input, "");
    state = step.state;
    steps.push(step.effects);
  }
  return { state, steps, last: steps.at(-1) ?? [] };
}

const kinds = (effects: readonly TurnEffect[]) => effects.map(({ kind }) => kind);

/** `id: content` of the results that are recorded, in order. */
function results(effects: readonly TurnEffect[]): string[] {
  return effects.flatMap((effect) => effect.kind === "record" ? effect.events : []).flatMap((
    each,
  ) => isKnown(each) && each.type === "tool_call_response" ? [`${each.id}: ${each.content}`] : []);
}

Deno.test("a call is recorded, shown and decided on before anything else", () => {
  const { state, last } = play(call("a"));
  assert.equal(state.phase, "deciding");
  assert.deepEqual(kinds(last), ["record", "show call", "decide"]);
  assert.deepEqual(last.at(-1), {
    kind: "decide",
    call: 0,
    request: { id: "a", name: "fs_read", arguments: { id: "a" } },
  });
});

Deno.test("what was allowed runs when the answer is whole, all at once; what was not is answered", () => {
  const { state, steps } = play(
    call("a"),
    decided(0),
    call("b"),
    decided(1, SKIP),
    call("c"),
    decided(2),
    FINISH,
  );
  assert.deepEqual([steps[1], steps[3], steps[5]], [[], [], []], "the stream goes on");
  assert.equal(state.phase, "executing");
  assert.deepEqual(results(steps[6] ?? []), ["b: Tool skipped by user."]);
  assert.deepEqual(steps[6]?.at(-1), { kind: "run", calls: [0, 2] });
});

Deno.test("each result is recorded as it comes, synced; the last one leads to the next request", () => {
  const { state, steps } = play(
    call("a"),
    decided(0),
    call("b"),
    decided(1),
    FINISH,
    result(1, "two"),
    result(0, "one"),
  );
  assert.deepEqual(kinds(steps[5] ?? []), ["record", "show result"]);
  assert.equal(steps[5]?.[0]?.kind === "record" && steps[5][0].sync, true);
  assert.deepEqual(results(steps[5] ?? []), ["b: two"]);
  assert.deepEqual(kinds(steps[6] ?? []), ["record", "show result", "request"]);
  assert.deepEqual([state.phase, state.cycles], ["streaming", 1]);
});

Deno.test("a second result of a call, or one of a call that does not run, changes nothing", () => {
  const { steps } = play(call("a"), decided(0), call("b"), decided(1), result(0), FINISH);
  assert.deepEqual(steps[4], []);
  const again = play(call("a"), decided(0), call("b"), decided(1), FINISH, result(0), result(0));
  assert.deepEqual(again.last, []);
  assert.deepEqual(play(call("a"), decided(0), FINISH, result(7)).last, []);
});

Deno.test("results of one id are recorded in the order of their calls (PR-038)", () => {
  const { steps } = play(
    call("x"),
    decided(0),
    call("x"),
    decided(1),
    call("y"),
    decided(2),
    FINISH,
    result(1, "second"),
    result(2, "other"),
    result(0, "first"),
  );
  assert.deepEqual(steps.slice(7).map(results), [[], ["y: other"], ["x: first", "x: second"]]);
});

Deno.test("waiting for an answer or an edit is no result, and ends as one", () => {
  const { state, last } = play(
    call("a"),
    decided(0),
    FINISH,
    { kind: "call", call: 0, phase: "awaiting input" },
  );
  assert.deepEqual([state.calls[0]?.phase, last], ["awaiting input", []]);
  const done = play(
    call("a"),
    decided(0),
    FINISH,
    { kind: "call", call: 0, phase: "awaiting result edit" },
    result(0),
  );
  assert.deepEqual(kinds(done.last), ["record", "show result", "request"]);
});

Deno.test("restart decides anew on what has no result, one after the other, and runs that", () => {
  const { state, steps, last } = play(
    call("a"),
    decided(0),
    call("b"),
    decided(1),
    call("c"),
    decided(2),
    FINISH,
    result(1, "done"),
    { kind: "restart" },
    decided(0),
    decided(2, SKIP),
  );
  assert.deepEqual(kinds(steps[8] ?? []), ["decide"], "nothing is recorded for what runs again");
  assert.deepEqual(steps[9]?.map((effect) => effect.kind === "decide" && effect.call), [2]);
  assert.deepEqual(results(last), ["c: Tool skipped by user."]);
  assert.deepEqual(last.at(-1), { kind: "run", calls: [0] });
  assert.equal(state.phase, "executing");
});

Deno.test("a restart whose calls are all refused asks the model", () => {
  const { last } = play(call("a"), decided(0), FINISH, { kind: "restart" }, decided(0, SKIP));
  assert.deepEqual(kinds(last), ["record", "show result", "request"]);
});

Deno.test("stop and respond: the message in place of each result, or the tool's own words", () => {
  const begun = [call("a"), decided(0), call("b"), decided(1), FINISH, result(0, "done")];
  const said = play(...begun, { kind: "respond", message: "use rg" });
  assert.deepEqual(results(said.last), ["b: The user cancelled this tool call, and says: use rg"]);
  assert.deepEqual(kinds(said.last), ["record", "echo", "request"]);
  const canned = play(...begun, { kind: "respond", message: null });
  assert.deepEqual(results(canned.last), ["b: The user cancelled it."]);
  assert.deepEqual(kinds(canned.last), ["record", "request"]);
});

Deno.test("a message that comes after the last result is said all the same", () => {
  const { last } = play(
    call("a"),
    decided(0),
    FINISH,
    result(0),
    { kind: "respond", message: "use rg" },
  );
  assert.deepEqual(kinds(last), ["echo", "record", "request"]);
  const canned = play(call("a"), decided(0), FINISH, result(0), { kind: "respond", message: null });
  assert.deepEqual(canned.last, []);
  assert.deepEqual(play(call("a"), decided(0), FINISH, result(0), { kind: "restart" }).last, []);
});

Deno.test("a stop keeps what is done and answers the rest, by who stopped it", () => {
  const begun = [call("a"), decided(0), call("b"), decided(1), FINISH, result(0, "done")];
  const stopped = play(...begun, { kind: "stop", reason: "stopped" });
  assert.deepEqual(results(stopped.last), ["b: The user cancelled it."]);
  const ended = play(...begun, { kind: "stop", reason: "interrupted" });
  assert.deepEqual(results(ended.last), ["b: Tool call was interrupted."]);
  assert.deepEqual(kinds(ended.last), ["record", "record", "end"]);
  const early = play(call("a"), decided(0, SKIP), call("b"), { kind: "stop", reason: "stopped" });
  assert.deepEqual(results(early.last), [
    "a: Tool skipped by user.",
    "b: The turn ended before the tool was run.",
  ]);
});

Deno.test("an abort takes calls back that nobody ran, and no call that ran", () => {
  const { last } = play(call("a"), decided(0), { kind: "abort" });
  assert.deepEqual(kinds(last), ["record", "record", "end"]);
  assert.deepEqual(last[0]?.kind === "record" && last[0].events, [
    { type: "discard", timestamp: "", events: 1 },
  ]);
  const ran = play(call("a"), decided(0), FINISH, { kind: "abort" });
  assert.deepEqual(results(ran.last), ["a: The user cancelled it."]);
});

Deno.test("a connection that is lost after a call was allowed does not lose the call", () => {
  const { state, last } = play(call("a"), decided(0), {
    kind: "failed",
    message: "no",
    delayMs: 1,
  });
  assert.equal(state.phase, "executing");
  assert.deepEqual(last, [{ kind: "notice", text: "no" }, { kind: "run", calls: [0] }]);
  const refused = play(
    call("a"),
    decided(0, SKIP),
    { kind: "failed", message: "no", delayMs: 1 },
  );
  assert.equal(refused.state.phase, "backing off");
  const given = play(call("a"), decided(0), { kind: "failed", message: "no", delayMs: null });
  assert.deepEqual(results(given.last), ["a: The connection was lost before the tool was run."]);
});

Deno.test("a model that never stops calling tools that do run is stopped, too", () => {
  const inputs: TurnInput[] = [];
  for (let cycle = 0; cycle < 101; cycle++) {
    inputs.push(call("a"), decided(0), FINISH, result(0));
  }
  const { state, steps } = play(...inputs);
  assert.equal(state.phase, "complete");
  assert.equal(steps.flat().filter(({ kind }) => kind === "run").length, 100);
  assert.equal(steps.flat().filter(({ kind }) => kind === "decide").length, 100);
});

Deno.test("what a model answered in the user's place is recorded while the call runs, and only then", () => {
  const inquired: TurnInput = {
    kind: "inquired",
    call: 0,
    exchange: { id: "a.q", question: "Sure?", answer: true },
  };
  const { last } = play(call("a"), decided(0), FINISH, inquired);
  assert.deepEqual(last, [{
    kind: "record",
    events: [
      { type: "inquiry_request", timestamp: "", id: "a.q", question: "Sure?" },
      { type: "inquiry_response", timestamp: "", id: "a.q", answer: true },
    ],
    sync: false,
  }]);
  assert.deepEqual(play(call("a"), decided(0), inquired).last, []);
});
