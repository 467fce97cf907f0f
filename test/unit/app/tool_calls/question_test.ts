import assert from "node:assert/strict";
import { DENY, Desk, DONE, FakeTool, needs } from "./fake_tool.ts";

const OUTPUT = { content: "output", isError: false };

Deno.test("a question is answered, and the tool runs again with all answers so far", async () => {
  const tool = new FakeTool({
    outcomes: [
      needs({ id: "a" }),
      needs({ id: "b", answer: { kind: "text" } }),
      needs({ id: "c", answer: { kind: "select", options: ["x\x07", "y"] }, default: "y" }),
      DONE,
    ],
  });
  const desk = new Desk([tool], [
    { select: "y" },
    { select: "y" },
    { line: { kind: "submitted", text: "words" } },
    { pick: "0" },
  ]);
  assert.deepEqual(await desk.call(), OUTPUT);
  assert.deepEqual(tool.runs, [
    {},
    { a: true },
    { a: true, b: "words" },
    { a: true, b: "words", c: "x\x07" },
  ]);
  const pick = desk.prompts.asked.at(-1);
  assert.deepEqual(pick?.kind === "pick" && pick.options.items, [
    { id: "0", label: "x␇" },
    { id: "1", label: "y" },
  ]);
  assert.equal(pick?.kind === "pick" && pick.options.selected, "1");
});

Deno.test("Y and N answer the same question until the turn ends", async () => {
  const tool = new FakeTool({ run: "unattended", outcomes: [needs(), DONE, needs(), DONE] });
  const desk = new Desk([tool], [{ select: "N" }]);
  assert.deepEqual(await desk.call(), OUTPUT);
  assert.deepEqual(await desk.call(), OUTPUT);
  assert.deepEqual(tool.runs, [{}, { q: false }, {}, { q: false }]);
});

Deno.test("a configured answer is given without asking", async () => {
  const tool = new FakeTool({
    run: "unattended",
    answers: { q: "configured" },
    outcomes: [needs(), DONE],
  });
  assert.deepEqual(await new Desk([tool], []).call(), OUTPUT);
  assert.deepEqual(tool.runs[1], { q: "configured" });
});

Deno.test("an answer the tool does not take is asked of a person only", async () => {
  const outcomes = [needs(), needs(), DONE];
  const tool = new FakeTool({ run: "unattended", answers: { q: 1 }, outcomes });
  const desk = new Desk([tool], [{ select: "y" }]);
  assert.deepEqual(await desk.call(), OUTPUT);
  const alone = new Desk(
    [new FakeTool({ run: "unattended", answers: { q: 1 }, outcomes })],
    "nobody",
  );
  assert.equal((await alone.call()).isError, true);
  assert.equal(alone.denied.length, 1);
});

Deno.test("a question that is backed out of answers the call", async () => {
  for (
    const [answer, script] of [
      [{ kind: "boolean" }, { select: { kind: "cancelled" } }],
      [{ kind: "text" }, { line: { kind: "cancelled" } }],
      [{ kind: "select", options: ["a"] }, { pick: { kind: "cancelled" } }],
    ] as const
  ) {
    const tool = new FakeTool({ run: "unattended", outcomes: [needs({ answer })] });
    assert.deepEqual(await new Desk([tool], [script]).call(), {
      content: "Tool input cancelled by user.",
      isError: true,
      ended: "skipped",
    });
  }
});

Deno.test("a tool that asks for ever is given up", async () => {
  let asked = 0;
  const tool = new FakeTool({
    run: "unattended",
    outcomes: [() => Promise.resolve(needs({ id: `q${asked++}` }))],
  });
  const result = await new Desk([tool], Array(50).fill({ select: "y" })).call();
  assert.match(result.content, /more than 50 questions/);
});

Deno.test("nobody to ask: by policy, and never a model for what only a person may answer", async () => {
  const auto = { ...DENY, question: "auto" } as const;
  const defaults = { ...DENY, question: "defaults" } as const;
  const asked: string[] = [];
  const inquire = (_: unknown, { id }: { readonly id: string }) => {
    asked.push(id);
    return Promise.resolve("from the model");
  };
  const call = async (
    options: ConstructorParameters<typeof FakeTool>[0],
    question: Parameters<typeof needs>[0] = {},
  ) => {
    const tool = new FakeTool({
      run: "unattended",
      outcomes: [needs(question), DONE],
      ...options,
    });
    const desk = new Desk([tool], "nobody", inquire);
    const result = await desk.call();
    const { denied, inquired } = desk;
    return { answer: tool.runs[1]?.["q"], result, denied: denied.length, inquired };
  };
  assert.deepEqual((await call({})).denied, 1);
  assert.match((await call({})).result.content, /nobody to ask: Really\?/);
  assert.equal((await call({ detached: defaults }, { default: "fallback" })).answer, "fallback");
  assert.equal((await call({ detached: defaults })).denied, 1);
  const inquired = await call({ detached: auto });
  assert.equal(inquired.answer, "from the model");
  assert.deepEqual(inquired.inquired, [
    { id: "id0.q", question: "Really?", answer: "from the model" },
  ]);
  assert.deepEqual(asked, ["q"]);
  assert.equal((await call({ detached: auto, exclusive: new Set(["q"]) })).denied, 1);
  assert.deepEqual(asked, ["q"]);
});

Deno.test("what a question says cannot draw", async () => {
  const tool = new FakeTool({
    run: "unattended",
    outcomes: [needs({ text: "a\x1b[2Jb\u202e?", preamble: "one\x9b2J\ntwo\r" }), DONE],
  });
  const desk = new Desk([tool], [{ select: "y" }]);
  await desk.call();
  const text = JSON.stringify(desk.prompts.asked[0]?.options);
  assert.match(text, /a␛\[2Jb<U\+202E>\?/);
  assert.match(text, /one<U\+009B>2J/);
  assert.match(text, /two␍/);
});

Deno.test("a result is delivered, withheld, or edited first", async () => {
  const call = async (
    script: ConstructorParameters<typeof Desk>[1],
    result: "ask" | "edit" | "skip",
  ) => {
    const desk = new Desk([new FakeTool({ run: "unattended", result })], script);
    const answered = await desk.call();
    assert.equal(desk.prompts.left, 0);
    return answered.content;
  };
  const edit = (text: string) => ({ edit: { kind: "submitted", text } } as const);
  assert.equal(await call([{ select: "y" }], "ask"), "output");
  assert.match(await call([{ select: "n" }], "ask"), /decided not to deliver/);
  assert.match(await call([{ select: { kind: "cancelled" } }], "ask"), /decided not to deliver/);
  assert.equal(await call([{ select: "e" }, edit("mine")], "ask"), "mine");
  assert.equal(await call([{ select: "e" }, edit(" "), { select: "y" }], "ask"), "output");
  assert.equal(await call([edit("mine")], "edit"), "mine");
  assert.equal(await call([{ edit: { kind: "cancelled" } }, { select: "y" }], "edit"), "output");
  assert.match(await call([], "skip"), /not delivered/);
});

Deno.test("nobody to look at a result: withheld, unless the policy says otherwise", async () => {
  const desk = new Desk([new FakeTool({ run: "unattended", result: "ask" })], "nobody");
  assert.match((await desk.call()).content, /nobody to ask/);
  assert.deepEqual(desk.denied, [{ tool: "tool", interaction: "deliver" }]);
  const detached = { ...DENY, deliver: "auto" } as const;
  const auto = new Desk([new FakeTool({ run: "unattended", result: "ask", detached })], "nobody");
  assert.equal((await auto.call()).content, "output");
});

Deno.test("a cancelled run says so in the tool's own words, and is nobody's after an abort", async () => {
  const tool = new FakeTool({ run: "unattended", outcomes: [{ kind: "cancelled" }] });
  assert.equal((await new Desk([tool], []).call()).content, "cancelled without a word");
  const stop = new AbortController();
  const desk = new Desk([tool], []);
  await desk.decide();
  stop.abort(new Error("stopped"));
  await assert.rejects(desk.run({}, { signal: stop.signal }), /stopped/);
});

Deno.test("a question that is a model's to answer is the user's when the model does not", async () => {
  const call = async (answer: string | null, exclusive: readonly string[] = []) => {
    const tool = new FakeTool({
      run: "unattended",
      delegated: new Set(["q"]),
      exclusive: new Set(exclusive),
      outcomes: [needs(), DONE],
    });
    const asksUser = answer === null || exclusive.length > 0;
    const desk = new Desk([tool], asksUser ? [{ select: "n" }] : [], () => Promise.resolve(answer));
    await desk.call();
    assert.equal(desk.prompts.left, 0);
    return { answer: tool.runs[1]?.["q"], inquired: desk.inquired.length };
  };
  assert.deepEqual(await call("yes"), { answer: "yes", inquired: 1 });
  assert.deepEqual(await call(null), { answer: false, inquired: 0 });
  assert.deepEqual(await call("yes", ["q"]), { answer: false, inquired: 0 });
});
