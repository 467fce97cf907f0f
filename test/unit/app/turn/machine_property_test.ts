import assert from "node:assert/strict";
import fc from "fast-check";
import type { ConversationEvent } from "../../../../src/core/conversation/mod.ts";
import { isKnown, repair, withoutDiscarded } from "../../../../src/core/conversation/mod.ts";
import {
  newTurn,
  stepTurn,
  type TurnEffect,
  type TurnInput,
} from "../../../../src/app/turn/mod.ts";

const event = (event: Extract<TurnInput, { kind: "event" }>["event"]): TurnInput => ({
  kind: "event",
  event,
});

const piece = fc.string({ minLength: 0, maxLength: 3 });
const input: fc.Arbitrary<TurnInput> = fc.oneof(
  { weight: 4, arbitrary: piece.map((text) => event({ kind: "text", text })) },
  { weight: 2, arbitrary: piece.map((text) => event({ kind: "reasoning", text })) },
  fc.constantFrom<"text" | "reasoning">("text", "reasoning")
    .map((block) => event({ kind: "block_end", block })),
  {
    weight: 2,
    // Few ids, so that they are used again within a turn and within an answer (PR-038).
    arbitrary: fc.constantFrom("a", "b", "").map((id) =>
      event({ kind: "tool_call", id, name: "t", arguments: {} })
    ),
  },
  fc.nat(9).map((input_tokens) => event({ kind: "usage", usage: { input_tokens } })),
  fc.constantFrom<"complete" | "tool_calls" | "max_tokens" | "refused" | "other">(
    "complete",
    "tool_calls",
    "max_tokens",
    "refused",
    "other",
  ).map((reason) => event({ kind: "finish", reason })),
  fc.constantFrom<TurnInput>(
    event({ kind: "connected" }),
    event({ kind: "tool_call_start", id: "a", name: "t" }),
    event({ kind: "tool_call_arguments", id: "a", text: "{" }),
    event({ kind: "data", data: { whole: true } }),
    { kind: "retry" },
    { kind: "begin", content: "again" },
    { kind: "reply", content: "no, that" },
    { kind: "failed", message: "no", delayMs: 1 },
  ),
  {
    weight: 1,
    arbitrary: fc.constantFrom<TurnInput>(
      { kind: "failed", message: "no", delayMs: null },
      { kind: "stop", reason: "stopped" },
      { kind: "abort" },
    ),
  },
);

function play(inputs: readonly TurnInput[]) {
  let state = newTurn("m/x");
  const effects: TurnEffect[] = [];
  for (const each of inputs) {
    const step = stepTurn(state, each, "2026-01-01T00:00:00.000Z");
    state = step.state;
    effects.push(...step.effects);
  }
  const events = effects.flatMap((effect) => effect.kind === "record" ? effect.events : []);
  return { state, effects, events };
}

/** Any turn, begun and brought to its end. */
const turn = fc.array(input, { maxLength: 40 }).map((inputs) => [
  { kind: "begin", content: "hi" } as const,
  ...inputs,
  { kind: "stop", reason: "interrupted" } as const,
]);

const words = (events: readonly ConversationEvent[], kind: "message" | "reasoning"): string =>
  events.map((each) => isKnown(each) && each.type === "chat_response" ? each[kind] ?? "" : "").join(
    "",
  );

Deno.test("whatever happens: what is recorded is what was shown", () => {
  fc.assert(fc.property(turn, (inputs) => {
    const { effects, events } = play(inputs);
    // An abort takes back what was shown.
    fc.pre(!inputs.some(({ kind }) => kind === "abort"));
    for (const block of ["message", "reasoning"] as const) {
      const shown = effects.map((effect) =>
        effect.kind === "show" && effect.block === block ? effect.text : ""
      ).join("");
      assert.equal(words(events, block), shown);
    }
  }));
});

Deno.test("whatever happens: every tool call has exactly one answer, and nothing needs repair", () => {
  fc.assert(fc.property(turn, (inputs) => {
    const { events } = play(inputs);
    const open: string[] = [];
    for (const each of withoutDiscarded(events)) {
      if (!isKnown(each)) continue;
      if (each.type === "tool_call_request") open.push(each.id);
      else if (each.type === "tool_call_response") {
        assert.equal(open.shift(), each.id, "answers come in the order of the calls");
      } else if (each.type === "turn_end") assert.deepEqual(open, []);
    }
    const { missing, dropped } = repair(events);
    assert.deepEqual({ missing, dropped }, { missing: [], dropped: [] });
  }));
});

Deno.test("whatever happens: one end, recorded and synced, and nothing after it", () => {
  fc.assert(fc.property(turn, (inputs) => {
    const { state, effects, events } = play(inputs);
    assert.equal(state.phase, "complete");
    assert.equal(events.filter(({ type }) => type === "turn_end").length, 1);
    assert.equal(events.at(-1)?.type, "turn_end");
    assert.equal(effects.filter(({ kind }) => kind === "end").length, 1);
    const [end, last] = [effects.at(-1), effects.at(-2)];
    assert.equal(end?.kind, "end");
    assert.ok(last?.kind === "record" && last.sync);
    const more = stepTurn(state, { kind: "event", event: { kind: "text", text: "late" } }, "");
    assert.deepEqual(more.effects, []);
  }));
});

Deno.test("whatever happens: one request at a time, and its log is written first", () => {
  fc.assert(fc.property(turn, (inputs) => {
    let state = newTurn("m/x");
    let running = false;
    let asked = false;
    for (const each of inputs) {
      const step = stepTurn(state, each, "");
      const ends = each.kind === "failed" || each.kind === "reply" ||
        (each.kind === "event" && each.event.kind === "finish");
      if (ends) running = false;
      for (const effect of step.effects) {
        if (effect.kind === "record") {
          asked ||= effect.sync && effect.events.some(({ type }) => type === "chat_request");
        }
        if (effect.kind !== "request") continue;
        assert.ok(asked, "the request is on the disk");
        assert.equal(running, false, "no other request is under way");
        assert.equal(effect, step.effects.at(-1), "nothing is left to do before it");
        running = true;
      }
      state = step.state;
    }
  }));
});

Deno.test("whatever happens: each question once, and no empty answer", () => {
  fc.assert(fc.property(turn, (inputs) => {
    const { effects, events } = play(inputs);
    const asked = events.filter(({ type }) => type === "chat_request").length;
    assert.equal(asked, 1 + effects.filter(({ kind }) => kind === "echo").length);
    for (const each of events) {
      if (!isKnown(each) || each.type !== "chat_response") continue;
      assert.notEqual(each.message ?? each.reasoning ?? each.data, "");
    }
  }));
});

Deno.test("whatever happened before: an abort takes back the running answer and nothing else", () => {
  const steps = fc.array(input, { maxLength: 30 }).map((inputs) =>
    inputs.filter(({ kind }) => kind !== "abort" && kind !== "stop")
  );
  fc.assert(fc.property(steps, (inputs) => {
    const before = play([{ kind: "begin", content: "hi" }, ...inputs]);
    fc.pre(before.state.phase !== "complete");
    const after = play([{ kind: "begin", content: "hi" }, ...inputs, { kind: "abort" }]);
    // The answer that was running began behind the last question: a request or results of tools.
    const last = before.events.findLastIndex((each) =>
      isKnown(each) && (each.type === "chat_request" ||
        // Results that were made up since the connection was lost belong to the answer.
        (each.type === "tool_call_response" && !/connection was lost/.test(each.content)))
    );
    assert.deepEqual(
      withoutDiscarded(after.events).slice(0, -1),
      before.events.slice(0, last + 1),
    );
    assert.deepEqual(after.events.slice(0, before.events.length), before.events, "only added to");
    assert.equal(after.events.at(-1)?.type, "turn_end");
  }));
});
