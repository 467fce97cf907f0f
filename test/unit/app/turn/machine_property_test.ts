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

/** Mostly about the calls there are; some are about none. */
const number = fc.nat(3);
const toolInput: fc.Arbitrary<TurnInput> = fc.oneof(
  {
    weight: 4,
    arbitrary: number.map((call): TurnInput => ({
      kind: "decided",
      call,
      decision: { kind: "run", cancelled: "cancelled" },
    })),
  },
  number.map((call): TurnInput => ({
    kind: "decided",
    call,
    decision: { kind: "answer", content: "skipped", isError: true },
  })),
  {
    weight: 4,
    arbitrary: fc.tuple(number, fc.string({ maxLength: 2 })).map(([call, content]): TurnInput => ({
      kind: "result",
      call,
      result: { content, isError: false },
    })),
  },
  fc.tuple(
    number,
    fc.constantFrom<"running" | "awaiting input" | "awaiting result edit">(
      "running",
      "awaiting input",
      "awaiting result edit",
    ),
  ).map(([call, phase]): TurnInput => ({ kind: "call", call, phase })),
  fc.constantFrom<TurnInput>(
    { kind: "restart" },
    { kind: "respond", message: null },
    { kind: "respond", message: "stop that" },
  ),
);

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
  { weight: 6, arbitrary: toolInput },
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
const anyTurn = fc.array(input, { maxLength: 40 }).map((inputs) => [
  { kind: "begin", content: "hi" } as const,
  ...inputs,
  { kind: "stop", reason: "interrupted" } as const,
]);

const CUTS: readonly TurnInput[] = [
  { kind: "reply", content: "no, that" },
  { kind: "stop", reason: "stopped" },
  { kind: "abort" },
];

/** What may well happen next: the paths of tools are too long to be found by chance. */
function likely(state: ReturnType<typeof newTurn>): readonly TurnInput[] {
  const at = (phases: readonly string[]) =>
    state.calls.flatMap(({ phase }, call) => phases.includes(phase) ? [call] : []);
  switch (state.phase) {
    case "streaming":
      return [
        ...["a", "b", "a"].map((id) => event({ kind: "tool_call", id, name: "t", arguments: {} })),
        event({ kind: "text", text: "x" }),
        event({ kind: "finish", reason: "tool_calls" }),
        event({ kind: "finish", reason: "tool_calls" }),
        { kind: "failed", message: "no", delayMs: 1 },
      ];
    case "deciding":
    case "preparing":
      return [
        ...at(["deciding"]).flatMap((call): TurnInput[] => [
          { kind: "decided", call, decision: { kind: "run", cancelled: "cancelled" } },
          { kind: "decided", call, decision: { kind: "run", cancelled: "cancelled" } },
          { kind: "decided", call, decision: { kind: "answer", content: "no", isError: true } },
        ]),
      ];
    case "executing":
      return [
        ...at(["running", "awaiting input", "awaiting result edit"]).flatMap((
          call,
        ): TurnInput[] => [
          { kind: "result", call, result: { content: "done", isError: false } },
          { kind: "result", call, result: { content: "bad", isError: true } },
          { kind: "call", call, phase: "awaiting input" },
          { kind: "inquired", call, exchange: { id: "a.q", question: "?", answer: 1 } },
        ]),
        { kind: "restart" },
        { kind: "respond", message: null },
        { kind: "respond", message: "stop that" },
      ];
    case "backing off":
      return [{ kind: "retry" }];
    default:
      return [];
  }
}

const toolTurn = fc.array(fc.nat(10_000), { minLength: 5, maxLength: 60, size: "max" }).map(
  (choices) => {
    const inputs: TurnInput[] = [{ kind: "begin", content: "hi" }];
    let { state } = play(inputs);
    for (const choice of choices) {
      const next = choice % 13 === 0 ? CUTS : likely(state);
      const chosen = next[choice % next.length];
      if (chosen === undefined) break;
      inputs.push(chosen);
      state = stepTurn(state, chosen, "").state;
    }
    return [...inputs, { kind: "stop", reason: "interrupted" } as const];
  },
);

const turn: fc.Arbitrary<readonly TurnInput[]> = fc.oneof(anyTurn, toolTurn);

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
        const at = open.indexOf(each.id);
        assert.ok(at >= 0, `${each.id} was called, and is answered once`);
        open.splice(at, 1);
      } else if (each.type === "turn_end" || each.type === "chat_request") {
        assert.deepEqual(open, []);
      }
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
      const ends = each.kind === "failed" || each.kind === "reply" || each.kind === "respond" ||
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
    // What cancels a call is read in place of its result.
    const responses = events.filter((each) =>
      isKnown(each) && each.type === "tool_call_response" && /stop that$/.test(each.content)
    );
    const echoed = effects.filter(({ kind }) => kind === "echo").length;
    const inResults = effects.filter((effect) =>
      effect.kind === "record" && effect.events.some((each) =>
        responses.includes(each as never)
      )
    ).length;
    assert.equal(asked + inResults, 1 + echoed);
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
    // What tools have done is not taken back.
    fc.pre(before.state.phase !== "executing" && before.state.phase !== "preparing");
    const after = play([{ kind: "begin", content: "hi" }, ...inputs, { kind: "abort" }]);
    // The answer that was running began behind the last question: a request or results of tools.
    // Results recorded as the connection is lost are of calls that never ran: part of the answer.
    const next = (index: number) =>
      before.effects.slice(index + 1).find(({ kind }) => kind !== "show result")?.kind;
    const lost = new Set(
      before.effects.flatMap((effect, index) =>
        effect.kind === "record" && next(index) === "wait" ? effect.events : []
      ),
    );
    const last = before.events.findLastIndex((each) =>
      isKnown(each) && (each.type === "chat_request" ||
        (each.type === "tool_call_response" && !lost.has(each)))
    );
    assert.deepEqual(
      withoutDiscarded(after.events).slice(0, -1),
      before.events.slice(0, last + 1),
    );
    assert.deepEqual(after.events.slice(0, before.events.length), before.events, "only added to");
    assert.equal(after.events.at(-1)?.type, "turn_end");
  }));
});

Deno.test("whatever happens: nothing runs that was not allowed since, and nothing runs twice", () => {
  fc.assert(fc.property(turn, (inputs) => {
    let state = newTurn("m/x");
    let allowed = new Set<number>();
    const running = new Set<number>();
    for (const each of inputs) {
      const before = state;
      const step = stepTurn(state, each, "");
      const took = step.state !== before;
      if (took && each.kind === "decided" && each.decision.kind === "run") allowed.add(each.call);
      if (took && each.kind === "result") running.delete(each.call);
      if (took && each.kind === "restart") running.clear();
      for (const effect of step.effects) {
        if (effect.kind === "request" || effect.kind === "end") {
          // Everything of the answer before is over by now, cancelled or answered.
          allowed = new Set();
          running.clear();
        }
        if (effect.kind !== "run") continue;
        for (const call of effect.calls) {
          assert.ok(allowed.delete(call), `${call} was allowed`);
          assert.ok(!running.has(call), `${call} is not running`);
          running.add(call);
        }
      }
      state = step.state;
    }
  }));
});

Deno.test("whatever happens: after a stop or an abort nothing is requested, decided or run (PR-013)", () => {
  fc.assert(fc.property(
    fc.array(input, { maxLength: 30 }),
    fc.constantFrom<TurnInput>(
      { kind: "stop", reason: "stopped" },
      { kind: "stop", reason: "interrupted" },
      { kind: "abort" },
    ),
    fc.array(input, { maxLength: 15 }),
    (before, end, late) => {
      const { state } = play([{ kind: "begin", content: "hi" }, ...before, end]);
      assert.equal(state.phase, "complete");
      let after = state;
      for (const each of late) {
        const step = stepTurn(after, each, "");
        assert.deepEqual(step.effects, []);
        after = step.state;
      }
    },
  ));
});

Deno.test("the turns that are tried do run tools, restart them and cancel them", () => {
  const tried = fc.sample(toolTurn, { numRuns: 300, seed: 1 });
  const kinds = ["result", "restart", "respond", "reply"] as const;
  for (const kind of kinds) {
    const taken = tried.filter((inputs) => {
      let state = newTurn("m/x");
      return inputs.some((each) => {
        const before = state;
        state = stepTurn(state, each, "").state;
        return each.kind === kind && before.phase === "executing" && state !== before;
      });
    });
    assert.ok(taken.length > 2, `${kind} while executing: ${taken.length}`);
  }
});

Deno.test("whatever happens: while a call is decided on, the stream changes nothing", () => {
  fc.assert(fc.property(fc.array(input, { maxLength: 30 }), (inputs) => {
    let state = newTurn("m/x");
    for (const each of [{ kind: "begin", content: "hi" } as const, ...inputs]) {
      if (state.phase === "deciding" && each.kind === "event") {
        assert.deepEqual(stepTurn(state, each, ""), { state, effects: [] });
      }
      state = stepTurn(state, each, "").state;
    }
  }));
});
