import assert from "node:assert/strict";
import type { ConversationEvent } from "../../../../src/core/conversation/mod.ts";
import {
  newTurn,
  stepTurn,
  type TurnEffect,
  type TurnInput,
} from "../../../../src/app/turn/mod.ts";

const AT = "2026-04-10T17:04:20.531Z";
const MODEL = "local/test";

/**
 * Everything the machine asks for over a sequence of inputs, and the phase it ends in. Calls are
 * refused; what it asks for because of that is left out.
 */
function play(...inputs: TurnInput[]): { phase: string; effects: TurnEffect[] } {
  let state = newTurn(MODEL);
  const effects: TurnEffect[] = [];
  for (const input of inputs) {
    const step = stepTurn(state, input, AT);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.kind === "decide") {
        const decision = { kind: "answer", content: "no", isError: true } as const;
        state = stepTurn(state, { kind: "decided", call: effect.call, decision }, AT).state;
      } else if (!effect.kind.startsWith("show ")) effects.push(effect);
    }
  }
  return { phase: state.phase, effects };
}

function recorded(effects: readonly TurnEffect[]): Partial<ConversationEvent>[] {
  return effects.flatMap((effect) => effect.kind === "record" ? effect.events : [])
    .map(({ timestamp, ...event }) => {
      assert.equal(timestamp, AT);
      return event;
    });
}

const kinds = (effects: readonly TurnEffect[]): string[] => effects.map(({ kind }) => kind);

const BEGIN: TurnInput = { kind: "begin", content: "hi" };
const RETRY: TurnInput = { kind: "retry" };
const text = (text: string): TurnInput => ({ kind: "event", event: { kind: "text", text } });
const reasoning = (text: string): TurnInput => ({
  kind: "event",
  event: { kind: "reasoning", text },
});
const blockEnd = (block: "text" | "reasoning", provider?: Record<string, string>): TurnInput => ({
  kind: "event",
  event: { kind: "block_end", block, ...(provider ? { provider } : {}) },
});
const call = (id: string, name = "fs_read"): TurnInput => ({
  kind: "event",
  event: { kind: "tool_call", id, name, arguments: { path: "a" } },
});
const usage = (input_tokens: number): TurnInput => ({
  kind: "event",
  event: { kind: "usage", usage: { input_tokens } },
});
const finish = (
  reason: "complete" | "tool_calls" | "max_tokens" | "refused" | "other" = "complete",
): TurnInput => ({ kind: "event", event: { kind: "finish", reason } });
const failed = (delayMs: number | null): TurnInput => ({
  kind: "failed",
  message: "the line is dead.",
  delayMs,
});
const stop = (reason: "stopped" | "aborted" | "interrupted" | "error"): TurnInput => ({
  kind: "stop",
  reason,
});

const OPENING = [{ type: "turn_start" }, { type: "chat_request", content: "hi" }];

Deno.test("the request is recorded, and synced, before it is made", () => {
  const { effects } = play(BEGIN);
  assert.deepEqual(kinds(effects), ["record", "request"]);
  assert.deepEqual(recorded(effects), OPENING);
  assert.equal(effects[0]?.kind === "record" && effects[0].sync, true);
  assert.deepEqual(effects[1], { kind: "request", goOn: false });
});

Deno.test("each piece of text is shown as it comes and kept as one answer", () => {
  const { phase, effects } = play(BEGIN, text("Hel"), text("lo"), blockEnd("text"), finish());
  assert.equal(phase, "complete");
  assert.deepEqual(kinds(effects.slice(2)), [
    "show",
    "show",
    "record",
    "block end",
    "record",
    "end",
  ]);
  assert.deepEqual(recorded(effects), [
    ...OPENING,
    { type: "chat_response", message: "Hello", model: MODEL },
    { type: "turn_end", reason: "complete" },
  ]);
});

Deno.test("an empty piece is nothing", () => {
  const { effects } = play(BEGIN, text(""), reasoning(""));
  assert.deepEqual(kinds(effects), ["record", "request"]);
});

Deno.test("reasoning and text are blocks of their own, with what the provider wants back", () => {
  const { effects } = play(
    BEGIN,
    reasoning("think"),
    blockEnd("reasoning", { signature: "s" }),
    text("said"),
    reasoning("more"),
    text("done"),
    finish(),
  );
  assert.deepEqual(recorded(effects).slice(2, -1), [
    { type: "chat_response", reasoning: "think", provider: { signature: "s" }, model: MODEL },
    { type: "chat_response", message: "said", model: MODEL },
    { type: "chat_response", reasoning: "more", model: MODEL },
    { type: "chat_response", message: "done", model: MODEL },
  ]);
});

Deno.test("a tool call closes the text before it and gets its one answer before the next request", () => {
  const { phase, effects } = play(
    BEGIN,
    text("Let me look."),
    call("c1"),
    call("c2"),
    finish("tool_calls"),
  );
  assert.equal(phase, "streaming");
  const events = recorded(effects).slice(2);
  assert.deepEqual(events.map(({ type }) => type), [
    "chat_response",
    "tool_call_request",
    "tool_call_request",
    "tool_call_response",
    "tool_call_response",
  ]);
  assert.deepEqual(events.slice(3).map((event) => "id" in event && event.id), ["c1", "c2"]);
  assert.deepEqual(effects.at(-1), { kind: "request", goOn: false });
});

Deno.test("a model that never stops calling tools is stopped, with every call answered", () => {
  const inputs: TurnInput[] = [BEGIN];
  for (let cycle = 0; cycle < 20; cycle++) inputs.push(call(`c${cycle}`), finish("tool_calls"));
  const { phase, effects } = play(...inputs);
  assert.equal(phase, "complete");
  const requests = effects.filter(({ kind }) => kind === "request").length;
  assert.equal(requests, 9);
  const types = recorded(effects).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "tool_call_request").length, 9);
  assert.equal(types.filter((type) => type === "tool_call_response").length, 9);
});

Deno.test("usage is the sum of the turn's requests", () => {
  const { effects } = play(
    BEGIN,
    usage(3),
    call("c"),
    finish("tool_calls"),
    usage(5),
    text("x"),
    finish(),
  );
  assert.deepEqual(recorded(effects).at(-1), {
    type: "turn_end",
    reason: "complete",
    usage: { input_tokens: 8 },
  });
});

Deno.test("a broken stream keeps what there is, waits, and goes on from it", () => {
  const { phase, effects } = play(
    BEGIN,
    text("Hel"),
    failed(7),
    RETRY,
    text("lo"),
    blockEnd("text"),
    finish(),
  );
  assert.equal(phase, "complete");
  assert.deepEqual(kinds(effects.slice(2)), [
    "show",
    "record",
    "wait",
    "request",
    "show",
    "record",
    "block end",
    "record",
    "end",
  ]);
  assert.deepEqual(effects[4], { kind: "wait", ms: 7, why: "the line is dead.", attempt: 1 });
  assert.deepEqual(effects[5], { kind: "request", goOn: true });
  assert.deepEqual(recorded(effects).slice(2), [
    { type: "chat_response", message: "Hel", interrupted: true, model: MODEL },
    { type: "chat_response", message: "lo", model: MODEL },
    { type: "turn_end", reason: "complete" },
  ]);
});

Deno.test("attempts count until something arrives again", () => {
  const { effects } = play(
    BEGIN,
    failed(1),
    RETRY,
    failed(2),
    RETRY,
    text("x"),
    failed(3),
    RETRY,
    failed(4),
  );
  const waits = effects.filter((effect) => effect.kind === "wait");
  assert.deepEqual(waits.map(({ attempt }) => attempt), [1, 2, 1, 2]);
});

Deno.test("a failure without a repetition ends the turn as an error, the partial kept", () => {
  const { phase, effects } = play(BEGIN, text("Hel"), failed(null));
  assert.equal(phase, "complete");
  assert.deepEqual(recorded(effects).slice(2), [
    { type: "chat_response", message: "Hel", interrupted: true, model: MODEL },
    { type: "turn_end", reason: "error" },
  ]);
  assert.deepEqual(effects.at(-1), { kind: "end", reason: "error" });
});

for (const reason of ["stopped", "aborted", "interrupted", "error"] as const) {
  Deno.test(`a stop (${reason}) keeps the partial and answers what was called`, () => {
    const { effects } = play(BEGIN, text("Hel"), call("c"), reasoning("hm"), stop(reason));
    const events = recorded(effects).slice(2);
    assert.deepEqual(events.map(({ type }) => type), [
      "chat_response",
      "tool_call_request",
      "chat_response",
      "tool_call_response",
      "turn_end",
    ]);
    assert.deepEqual(events[2], {
      type: "chat_response",
      reasoning: "hm",
      interrupted: true,
      model: MODEL,
    });
    assert.deepEqual(events.at(-1), { type: "turn_end", reason });
  });
}

Deno.test("a stop while waiting for a repetition ends the turn", () => {
  const { phase, effects } = play(BEGIN, failed(1), stop("interrupted"));
  assert.equal(phase, "complete");
  assert.deepEqual(recorded(effects).slice(2), [{ type: "turn_end", reason: "interrupted" }]);
});

Deno.test("what cannot happen in a phase changes nothing", () => {
  assert.deepEqual(play(text("x"), RETRY, failed(1), stop("stopped")), {
    phase: "idle",
    effects: [],
  });
  const before = play(BEGIN, text("a"), failed(1));
  // A late event of the stream that has failed, and a second failure of it.
  assert.deepEqual(play(BEGIN, text("a"), failed(1), text("b"), failed(2), BEGIN), before);
  const ended = play(BEGIN, text("a"), finish());
  assert.deepEqual(
    play(BEGIN, text("a"), finish(), text("b"), finish(), stop("stopped"), failed(1), RETRY, BEGIN),
    ended,
  );
});

for (const [reason, words] of [["max_tokens", "cut off"], ["refused", "refused"]] as const) {
  Deno.test(`an answer that ended as ${reason} is told`, () => {
    const notices = play(BEGIN, text("x"), finish(reason)).effects
      .filter((effect) => effect.kind === "notice");
    assert.equal(notices.length, 1);
    assert.match(notices[0]?.text ?? "", new RegExp(words));
  });
}

Deno.test("an answer without a word is told", () => {
  const notices = (effects: readonly TurnEffect[]) =>
    effects.filter((effect) => effect.kind === "notice").map(({ text }) => text);
  assert.match(notices(play(BEGIN, finish()).effects)[0] ?? "", /without saying anything/);
  assert.deepEqual(notices(play(BEGIN, text("x"), finish()).effects), []);
});

Deno.test("a reply keeps the partial, answers what was called, and asks again", () => {
  const { phase, effects } = play(
    BEGIN,
    text("Hel"),
    call("c"),
    text("lo"),
    { kind: "reply", content: "no, that" },
    text("Ah."),
    finish(),
  );
  assert.equal(phase, "complete");
  const events = recorded(effects).slice(2);
  assert.deepEqual(events.map(({ type }) => type), [
    "chat_response",
    "tool_call_request",
    "chat_response",
    "tool_call_response",
    "chat_request",
    "chat_response",
    "turn_end",
  ]);
  assert.equal("interrupted" in events[2]! && events[2].interrupted, true);
  assert.equal("content" in events[4]! && events[4].content, "no, that");
  const asked = effects.findIndex((effect) =>
    effect.kind === "record" &&
    effect.events.some((each) =>
      each.type === "chat_request" && "content" in each && each.content === "no, that"
    )
  );
  assert.deepEqual(effects[asked + 1], { kind: "request", goOn: false });
});

Deno.test("an abort takes the running answer back, the question stays", () => {
  const { effects } = play(BEGIN, text("Let me"), call("c"), text("more"), { kind: "abort" });
  const events = recorded(effects).slice(2);
  assert.deepEqual(events, [
    { type: "chat_response", message: "Let me", model: MODEL },
    { type: "tool_call_request", id: "c", name: "fs_read", arguments: { path: "a" } },
    { type: "discard", events: 2 },
    { type: "turn_end", reason: "aborted" },
  ]);
});

Deno.test("an abort takes back what came before a repetition, too, but no finished cycle", () => {
  const { effects } = play(
    BEGIN,
    call("c"),
    finish("tool_calls"),
    text("Hel"),
    failed(1),
    RETRY,
    text("lo"),
    { kind: "abort" },
  );
  const events = recorded(effects);
  assert.deepEqual(events.at(-2), { type: "discard", events: 1 });
  assert.deepEqual(events.slice(2, 4).map(({ type }) => type), [
    "tool_call_request",
    "tool_call_response",
  ]);
});

Deno.test("an abort with nothing said discards nothing", () => {
  assert.deepEqual(recorded(play(BEGIN, { kind: "abort" }).effects).slice(2), [
    { type: "turn_end", reason: "aborted" },
  ]);
});

Deno.test("thoughts without words are kept when the provider wants them back", () => {
  const { effects } = play(BEGIN, blockEnd("reasoning", { secret: "s" }), text("x"), finish());
  assert.deepEqual(recorded(effects)[2], {
    type: "chat_response",
    reasoning: "",
    provider: { secret: "s" },
    model: MODEL,
  });
});

Deno.test("an answer to a schema is kept whole, its pieces are not", () => {
  const part: TurnInput = { kind: "event", event: { kind: "data_part", text: '{"a"' } };
  const data: TurnInput = { kind: "event", event: { kind: "data", data: { a: 1 } } };
  const { effects } = play(BEGIN, part, data, finish());
  assert.deepEqual(recorded(effects).slice(2, -1), [
    { type: "chat_response", data: { a: 1 }, model: MODEL },
  ]);
});
