import assert from "node:assert/strict";
import { DENY, Desk, DONE, FakeTool } from "./fake_tool.ts";
import type { ScriptedAnswer } from "../../../../src/interaction/prompts/mod.ts";

const RUN = { kind: "run", cancelled: "cancelled without a word" };
const answer = (content: string) => ({ kind: "answer", content, isError: true });
const skip = (content: string) => ({ ...answer(content), ended: "skipped" });

/** One decision with a scripted user; every answer of the script has to be asked for. */
async function decide(script: readonly ScriptedAnswer[], args = {}, tool = new FakeTool()) {
  const desk = new Desk([tool], script);
  const decision = await desk.decide(args);
  assert.equal(desk.prompts.left, 0);
  return { decision, desk, tool };
}

Deno.test("the question says who brings the tool, and names it harmlessly", async () => {
  const sources = [
    [{ kind: "builtin" }, "Run built-in tool tool?"],
    [{ kind: "local" }, "Run local tool tool?"],
    [{ kind: "mcp", server: "s\x1b[2J" }, "Run mcp tool tool from s␛[2J server?"],
  ] as const;
  for (const [source, words] of sources) {
    const { desk } = await decide([{ select: "y" }], {}, new FakeTool({ source }));
    assert.deepEqual(desk.asked, [words]);
  }
});

Deno.test("y runs once, n skips once, ESC skips; none of them is remembered", async () => {
  for (
    const [key, expected] of [
      ["y", RUN],
      ["n", skip("Tool skipped by user.")],
      [{ kind: "cancelled" } as const, skip("Tool skipped by user.")],
    ] as const
  ) {
    const desk = new Desk([new FakeTool()], [{ select: key }, { select: key }]);
    assert.deepEqual(await desk.decide(), expected);
    assert.deepEqual(await desk.decide(), expected);
    assert.equal(desk.prompts.left, 0);
  }
});

Deno.test("Y and N hold for the tool until the turn ends", async () => {
  const tools = [new FakeTool(), new FakeTool({ name: "other" })];
  const desk = new Desk(tools, [{ select: "Y" }, { select: "N" }, { select: "y" }]);
  assert.deepEqual(await desk.decide(), RUN);
  assert.deepEqual(await desk.decide(), RUN);
  assert.deepEqual(await desk.decide({}, { name: "other" }), skip("Tool skipped by user."));
  assert.deepEqual(
    await desk.decide({}, { name: "other" }),
    skip("Tool skipped by user. (remembered)"),
  );
  desk.desk.begin();
  assert.deepEqual(await desk.decide({}, { name: "other" }), RUN);
});

Deno.test("r skips with a reason; without one it is a plain skip; backed out of, it asks again", async () => {
  const reason = (text: string) => ({ edit: { kind: "submitted", text } } as const);
  assert.deepEqual(
    (await decide([{ select: "r" }, reason("use rg")])).decision,
    skip("Tool skipped by user: use rg"),
  );
  assert.deepEqual(
    (await decide([{ select: "r" }, reason("  ")])).decision,
    skip("Tool skipped by user."),
  );
  assert.deepEqual(
    (await decide([{ select: "r" }, { edit: { kind: "cancelled" } }, { select: "y" }])).decision,
    RUN,
  );
});

Deno.test("p shows the arguments in the preview's place, and asks again", async () => {
  const { desk } = await decide(
    [{ select: "p" }, { select: "p" }, { select: "y" }],
    { a: 1 },
    new FakeTool({ preview: () => ({ kind: "command", line: "rm x", cwd: "/w" }) }),
  );
  const shown = desk.prompts.asked.map(({ options }) =>
    ("preamble" in options ? options.preamble ?? [] : []).map((line) =>
      typeof line === "string" ? line : line.map(({ text }) => text).join("")
    ).join("|")
  );
  assert.deepEqual(shown, ["$ rm x|  in /w", '```json|{|  "a": 1|}|```', "$ rm x|  in /w"]);
});

Deno.test("e: what is not a JSON object is said, with the text kept, until it is one", async () => {
  const edit = (text: string) => ({ edit: { kind: "submitted", text, caret: 1 } } as const);
  const { desk, tool, decision } = await decide([
    { select: "e" },
    edit("{"),
    edit("[1]"),
    edit('{"bad": 1}'),
    edit('{"a": 2}'),
    { select: "y" },
  ], { a: 1 });
  assert.deepEqual(decision, { ...RUN, edited: { a: 2 } });
  const edits = desk.prompts.asked.flatMap((each) => each.kind === "edit" ? [each.options] : []);
  assert.deepEqual(edits.map(({ text }) => text), ['{\n  "a": 1\n}', "{", "[1]", '{"bad": 1}']);
  const errors = edits.map(({ error }) => error?.map(({ text }) => text).join(""));
  assert.equal(errors[0], undefined);
  assert.match(errors[1] ?? "", /^Not JSON: /);
  assert.match(errors[2] ?? "", /object/);
  assert.equal(errors[3], "bad is not taken");
  assert.deepEqual(tool.prepared.at(-1), { a: 2 });
});

Deno.test("after an edit what would now be done is shown, and asked about", async () => {
  const tool = new FakeTool({
    preview: ({ c }) => ({ kind: "command", line: String(c), cwd: "/w" }),
  });
  const { desk } = await decide(
    [
      { select: "e" },
      { edit: { kind: "submitted", text: '{"c": "ls"}' } },
      { select: "y" },
    ],
    { c: "rm" },
    tool,
  );
  const previews = desk.prompts.asked.flatMap((each) =>
    each.kind === "select" ? [JSON.stringify(each.options.preamble)] : []
  );
  assert.match(previews[0] ?? "", /\$ rm/);
  assert.match(previews[1] ?? "", /\$ ls/);
  assert.equal(
    (await desk.run({ c: "rm" })).content,
    'The user changed the arguments to {"c":"ls"} before the tool was run.\n\noutput',
  );
});

Deno.test("an edit that changes nothing is none", async () => {
  const { desk } = await decide([
    { select: "e" },
    { edit: { kind: "submitted" } },
    { select: "y" },
  ], { a: 1 });
  assert.equal((await desk.run({ a: 1 })).content, "output");
});

Deno.test("an edit that is emptied or backed out of changes nothing, and asks again", async () => {
  for (const edit of [{ kind: "submitted", text: " \n" }, { kind: "cancelled" }] as const) {
    const { tool, decision } = await decide(
      [{ select: "e" }, { edit }, { select: "y" }],
      { a: 1 },
    );
    assert.deepEqual(decision, RUN);
    assert.deepEqual(tool.prepared, [{ a: 1 }]);
  }
});

Deno.test("run = edit begins with the edit, and falls back to the question", async () => {
  const tool = new FakeTool({ run: "edit" });
  const { desk } = await decide([{ edit: { kind: "cancelled" } }, { select: "n" }], {}, tool);
  assert.deepEqual(desk.prompts.asked.map(({ kind }) => kind), ["edit", "select"]);
});

Deno.test("run = unattended asks nobody, run = skip never runs", async () => {
  assert.deepEqual((await decide([], {}, new FakeTool({ run: "unattended" }))).decision, RUN);
  const { decision, tool } = await decide([], {}, new FakeTool({ run: "skip" }));
  assert.deepEqual(
    decision,
    skip("Tool skipped by configuration. Do not call it again."),
  );
  assert.deepEqual(tool.prepared, []);
});

Deno.test("arguments a tool does not take are the model's to mend; nobody is asked", async () => {
  const { decision } = await decide([], { bad: 1 });
  assert.deepEqual(decision, answer("bad is not taken"));
});

Deno.test("an unknown tool: the model is told not to try again", async () => {
  const desk = new Desk([new FakeTool()], []);
  const decision = await desk.decide({}, { name: "ls" });
  assert.match(
    decision.kind === "answer" ? decision.content : "",
    /no tool named "ls".*Do not call it again.*The tools are: tool\./,
  );
});

Deno.test("nobody to ask: denied and told, unless the policy says otherwise", async () => {
  const denied = new Desk([new FakeTool()], "nobody");
  const decision = await denied.decide();
  assert.match(decision.kind === "answer" ? decision.content : "", /nobody to ask/);
  assert.equal(decision.kind === "answer" && decision.ended, "skipped");
  assert.deepEqual(denied.denied, [{ tool: "tool", interaction: "run" }]);
  const auto = new Desk([new FakeTool({ detached: { ...DENY, run: "auto" } })], "nobody");
  assert.deepEqual(await auto.decide(), RUN);
  const defaults = new Desk([new FakeTool({ detached: { ...DENY, run: "defaults" } })], "nobody");
  assert.equal((await defaults.decide()).kind, "answer", "there is no default for a permission");
  const unattended = new Desk([new FakeTool({ run: "unattended" })], "nobody");
  assert.deepEqual(await unattended.decide(), RUN);
});

Deno.test("a terminal that is somebody else's is nobody to ask; a press is no answer (PR-014)", async () => {
  const away = new Desk([new FakeTool()], [{ select: { kind: "unavailable" } }]);
  assert.equal((await away.decide()).kind, "answer");
  assert.equal(away.denied.length, 1);
  const stop = new AbortController();
  const reason = new Error("stopped in the menu");
  const desk = new Desk([new FakeTool()], []);
  const deciding = desk.decide({}, { signal: stop.signal });
  stop.abort(reason);
  await assert.rejects(deciding, reason);
  assert.deepEqual(desk.denied, []);
});

Deno.test("what has changed since it was asked about is asked about again, as it is now", async () => {
  let file = "one\n";
  const tool = new FakeTool({
    preview: () => ({ kind: "change", path: "f", before: file, after: "new\n" }),
    outcomes: [{ kind: "stale", why: "f has changed." }, DONE],
  });
  const desk = new Desk([tool], [{ select: "y" }, { select: "y" }]);
  await desk.decide();
  file = "two\n";
  assert.deepEqual(await desk.run(), { content: "output", isError: false });
  const texts = desk.prompts.asked.map(({ options }) => JSON.stringify(options));
  assert.match(texts[0] ?? "", /-one/);
  assert.match(texts[1] ?? "", /-two/);
  assert.match(desk.asked[1] ?? "", /^f has changed\. .*\nRun local tool tool\?$/);
  assert.deepEqual(desk.phases, ["awaiting input", "running"]);
});

Deno.test("refused the second time, it is not run", async () => {
  const tool = new FakeTool({ outcomes: [{ kind: "stale", why: "f has changed." }, DONE] });
  const desk = new Desk([tool], [{ select: "y" }, { select: "n" }]);
  await desk.decide();
  assert.deepEqual(await desk.run(), {
    content: "Tool skipped by user.",
    isError: true,
    ended: "skipped",
  });
  assert.equal(tool.runs.length, 1);
});

Deno.test("what changes all the time is given up", async () => {
  const tool = new FakeTool({
    run: "unattended",
    outcomes: [{ kind: "stale", why: "f has changed." }],
  });
  const desk = new Desk([tool], []);
  await desk.decide();
  assert.deepEqual(await desk.run(), {
    content: "The tool was not run: f has changed.",
    isError: true,
  });
});

Deno.test("arguments that stand right above are not shown again; what is new always is", async () => {
  const edited = { edit: { kind: "submitted", text: '{"a": 2}' } } as const;
  const previews = async (
    script: readonly ScriptedAnswer[],
    seen: "call" | "all" | undefined,
    tool: FakeTool,
  ) => {
    const desk = new Desk([tool], script);
    await desk.decide({ a: 1 }, { seen });
    return desk.prompts.asked.flatMap((each) =>
      each.kind === "select"
        ? [
          each.options.preamble?.map((line) =>
            typeof line === "string" ? line : line.map(({ text }) => text).join("")
          ).join("\n"),
        ]
        : []
    );
  };
  const shown = (a: number) => `tool\n{\n  "a": ${a}\n}`;
  assert.deepEqual(await previews([{ select: "y" }], "all", new FakeTool()), [""]);
  assert.deepEqual(await previews([{ select: "y" }], undefined, new FakeTool()), [shown(1)]);
  assert.deepEqual(
    await previews([{ select: "e" }, edited, { select: "y" }], "all", new FakeTool()),
    ["", `\n${shown(2)}`],
  );
  assert.deepEqual(await previews([{ select: "y" }], "call", new FakeTool()), [`\n${shown(1)}`]);
  const command = new FakeTool({ preview: () => ({ kind: "command", line: "rm x", cwd: "/w" }) });
  assert.match((await previews([{ select: "y" }], "all", command))[0] ?? "", /rm x/);
});
