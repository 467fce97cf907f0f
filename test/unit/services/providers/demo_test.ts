import assert from "node:assert/strict";
import { CONTINUE_INSTRUCTION, type JsonObject } from "../../../../src/core/conversation/mod.ts";
import {
  demoModel,
  type ModelEvent,
  type ModelRequest,
  type ProviderError,
  type ToolDefinition,
} from "../../../../src/services/providers/mod.ts";
import {
  ask,
  collect,
  collectFault,
  InstantTimer,
  ManualTimer,
  never,
  settled,
  textOf,
} from "./fixtures.ts";

async function chat(request: ModelRequest): Promise<ModelEvent[]> {
  return await collect(demoModel("chat", new InstantTimer()).stream(request, never()));
}

async function answer(question: string, parameters: JsonObject = {}): Promise<string> {
  return textOf(await chat(ask(question, { parameters })));
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

Deno.test("the answer goes into the question, and says what it comes from", async () => {
  const expected: [string, RegExp][] = [
    ["What does Ctrl-C do?", /## Ctrl-C/],
    ["which editor opens", /## Writing/],
    ["Where are conversations stored?", /## Where conversations live/],
    ["How do I use a real model?", /## A real model/],
    ["config file syntax", /## Configuration/],
    ["tell me about plugins", /## Plugins/],
    ["Warum ist der Himmel blau?", /I know none of the words/],
    ["", /There was no question/],
  ];
  for (const [question, section] of expected) {
    const text = await answer(question);
    assert.match(text, section);
    assert.match(text, /built-in demo, not a language model/);
  }
  assert.doesNotMatch(await answer("plugins"), /## Ctrl-C/);
  const general = await answer("what can you do?");
  assert.match(general, /## What jp does/);
  assert.doesNotMatch(general, /none of the words/);
});

Deno.test("the same question gets the same answer, word by word", async () => {
  const first = await chat(ask("Ctrl-C and the editor", { parameters: { words: 700 } }));
  assert.deepEqual(await chat(ask("Ctrl-C and the editor", { parameters: { words: 700 } })), first);
  const words = first.filter((event) => event.kind === "text");
  assert.equal(words.length, 700);
  assert.ok(words.every((event) => wordsIn(event.text) === 1));
  assert.equal(first[0]?.kind, "connected");
  assert.deepEqual(first.slice(-2), [
    { kind: "block_end", block: "text" },
    { kind: "finish", reason: "complete" },
  ]);
});

Deno.test("words=N gives exactly N words, shorter or longer than the real text", async () => {
  for (const words of [0, 1, 2, 50, 400, 401, 5000]) {
    assert.equal(wordsIn(await answer("Ctrl-C", { words })), words);
  }
  assert.equal(wordsIn(await answer("Ctrl-C", { words: "37" })), 37);
  const short = await answer("Ctrl-C", { words: 100 });
  const long = await answer("Ctrl-C", { words: 3000 });
  assert.ok(long.startsWith(short));
  assert.match(long, /The rest is filler/);
});

Deno.test("the pace", async () => {
  const slept = async (parameters: JsonObject) => {
    const timer = new InstantTimer();
    await collect(demoModel("chat", timer).stream(ask("hi", { parameters }), never()));
    return timer.slept;
  };
  assert.deepEqual(await slept({ words: 4 }), [33, 33, 33]);
  assert.deepEqual(await slept({ words: 4, interval_ms: 5 }), [5, 5, 5]);
  // At full speed it still lets the event loop run now and then.
  assert.deepEqual(await slept({ words: 200, interval_ms: 0 }), [0, 0, 0]);
});

Deno.test("parameters that make no sense are refused", async () => {
  const senseless: JsonObject[] = [{ words: "many" }, { words: -1 }, { words: 1.5 }, {
    interval_ms: [],
  }];
  for (const parameters of senseless) {
    const events = demoModel("chat", new InstantTimer()).stream(ask("hi", { parameters }), never());
    const { fault } = await collectFault(events);
    assert.equal(fault.code, "config");
  }
  const isConfig = (error: ProviderError) =>
    error.code === "config" && /demo\/chat/.test(error.help);
  assert.throws(() => demoModel("gpt", new InstantTimer()), isConfig);
});

Deno.test("an abort between two words is heard at once", async () => {
  const timer = new ManualTimer();
  const control = new AbortController();
  const seen: ModelEvent[] = [];
  const reading = (async () => {
    for await (const event of demoModel("chat", timer).stream(ask("hi"), control.signal)) {
      seen.push(event);
    }
  })().catch((reason: unknown) => reason);
  await settled();
  await timer.advance(33);
  control.abort("stop");
  assert.equal(await reading, "stop");
  assert.deepEqual(seen.map(({ kind }) => kind), ["connected", "text", "text"]);
  assert.equal(timer.pending, 0);
});

Deno.test("a cut-off answer is taken up where it stopped, in both ways of asking", async () => {
  const whole = await answer("Ctrl-C");
  const cut = whole.slice(0, whole.indexOf("wherever"));
  const messages: ModelRequest["messages"] = [
    { role: "user", text: "Ctrl-C" },
    { role: "assistant", parts: [{ kind: "text", text: cut.trimEnd() }] },
  ];
  const rest = textOf(await chat(ask("", { messages })));
  assert.equal(cut.trimEnd() + rest, whole);
  const instructed = [...messages, { role: "user", text: CONTINUE_INSTRUCTION } as const];
  assert.equal(textOf(await chat(ask("", { messages: instructed }))), rest);
});

const TOOLS: readonly ToolDefinition[] = [
  tool("describe_tools", { tools: { type: "array" } }, ["tools"]),
  tool("fs_write", { path: { type: "string" }, content: { type: "string" } }, ["path", "content"]),
  tool("fs_read", { path: { type: "string" } }, ["path"]),
  tool("fs_list", { path: { type: "string" } }, []),
  tool("shell", { command: { type: "string" } }, ["command"]),
  tool("word_count", { path: { type: "string" }, mode: { enum: ["words", "lines"] } }, [
    "path",
    "mode",
  ]),
];

function tool(name: string, properties: JsonObject, required: string[]): ToolDefinition {
  return { name, description: name, parameters: { type: "object", properties, required } };
}

/** Runs a whole turn of demo/tools; `result` answers each call. */
async function turn(
  question: string,
  result: (name: string) => { content: string; isError?: boolean },
  more: Partial<ModelRequest> = {},
) {
  const model = demoModel("tools", new InstantTimer());
  const messages: ModelRequest["messages"][number][] = [{ role: "user", text: question }];
  const calls: { id: string; name: string; arguments: JsonObject }[][] = [];
  while (true) {
    const events = await collect(
      model.stream(ask("", { tools: TOOLS, messages, ...more }), never()),
    );
    const made = events.filter((event) => event.kind === "tool_call");
    const text = textOf(events);
    const reason = made.length > 0 ? "tool_calls" : "complete";
    assert.deepEqual(events.at(-1), { kind: "finish", reason });
    for (const call of made) {
      const parts = events.filter((event) =>
        event.kind === "tool_call_arguments" && event.id === call.id
      );
      const json = parts.map((event) => "text" in event ? event.text : "").join("");
      assert.deepEqual(JSON.parse(json), call.arguments);
    }
    if (made.length === 0) return { calls, text };
    assert.ok(calls.length < 10, "it goes on for ever");
    calls.push(made);
    messages.push(
      { role: "assistant", parts: [{ kind: "text", text }, ...made] },
      {
        role: "tool",
        results: made.map(({ id, name }) => ({ id, name, isError: false, ...result(name) })),
      },
    );
  }
}

Deno.test("demo/tools asks for tools in rounds, reads what they gave, and comes to an end", async () => {
  const { calls, text } = await turn("go", (name) => ({
    content: name === "fs_list" ? "src/\nNOTES.txt\nREADME.md\n" : "fine\n",
  }));
  assert.deepEqual(calls.map((round) => round.map(({ name }) => name)), [
    ["fs_list"],
    ["fs_read", "shell"],
    ["word_count"],
  ]);
  const args = calls.flat().map((call) => call.arguments);
  assert.deepEqual(args[0], { path: "." });
  assert.deepEqual(args[1], { path: "README.md" });
  assert.deepEqual(args[3], { path: "README.md", mode: "words" });
  assert.equal(new Set(calls.flat().map(({ id }) => id)).size, 4);
  assert.match(text, /4 calls, 4 answered, 0 refused/);
});

Deno.test("demo/tools takes a refusal for an answer", async () => {
  const { text } = await turn("go", () => ({ content: "Tool skipped by user.", isError: true }));
  assert.match(text, /did not run: `Tool skipped by user\.`/);
  assert.match(text, /0 answered, 4 refused/);
});

Deno.test("demo/tools writes only when the question is about it, and calls what is named", async () => {
  const fine = () => ({ content: "fine" });
  const first = async (question: string) => (await turn(question, fine)).calls[0]?.[0]?.name;
  assert.equal(await first("Change a file and show me the diff"), "fs_write");
  assert.equal(await first("try word_count"), "word_count");
  const quiet = await turn("go", fine);
  assert.ok(!quiet.calls.flat().some(({ name }) => name === "fs_write"));
});

Deno.test("demo/tools respects the tool choice, and says when there is nothing to ask for", async () => {
  const fine = () => ({ content: "fine" });
  assert.match((await turn("go", fine, { tools: [] })).text, /offers me no tools/);
  const none = await turn("go", fine, { toolChoice: "none" });
  assert.deepEqual(none.calls, []);
  assert.match(none.text, /tool_choice` is `none`/);
  const one = await turn("go", fine, { toolChoice: { tool: "shell" } });
  assert.deepEqual(one.calls.flat().map(({ name }) => name), ["shell"]);
});

Deno.test("demo/tools starts anew with each message of the user, with new call ids", async () => {
  const model = demoModel("tools", new InstantTimer());
  const messages: ModelRequest["messages"] = [
    { role: "user", text: "go" },
    {
      role: "assistant",
      parts: [{ kind: "tool_call", id: "demo_call_1", name: "fs_list", arguments: {} }],
    },
    {
      role: "tool",
      results: [{ id: "demo_call_1", name: "fs_list", content: "x", isError: false }],
    },
    { role: "user", text: "again" },
  ];
  const events = await collect(model.stream(ask("", { tools: TOOLS, messages }), never()));
  assert.deepEqual(events.find((event) => event.kind === "tool_call_start"), {
    kind: "tool_call_start",
    id: "demo_call_2",
    name: "fs_list",
  });
});

const TOURED: readonly ToolDefinition[] = [
  ...TOOLS,
  tool("ask_user", { question: { type: "string" } }, ["question"]),
  tool("fs_edit", { path: { type: "string" }, old: { type: "string" }, new: { type: "string" } }, [
    "path",
    "old",
    "new",
  ]),
];

Deno.test("demo/tools with all that comes with jp is a tour, one stop at a time", async () => {
  const { calls, text } = await turn(
    "show me",
    (name) => ({ content: name === "ask_user" ? "Ada" : "fine" }),
    { tools: TOURED },
  );
  assert.deepEqual(calls.map((round) => round.map(({ name }) => name)), [
    ["fs_list"],
    ["ask_user"],
    ["fs_write"],
    ["fs_edit"],
    ["shell"],
  ]);
  const [, , write, edit] = calls.flat().map((call) => call.arguments);
  const content = String(write?.content);
  assert.match(content, /^Hello, Ada!\n/);
  assert.ok(content.includes(String(edit?.old)));
  assert.match(text, /That was the tour.*You can delete jp-demo\.txt/);
});

Deno.test("a refusal on the tour is an answer, and what depends on it is left out", async () => {
  const { calls, text } = await turn(
    "show me",
    (name) => ({ content: "Tool skipped by user.", isError: name !== "fs_list" }),
    { tools: TOURED },
  );
  assert.deepEqual(calls.flat().map(({ name }) => name), [
    "fs_list",
    "ask_user",
    "fs_write",
    "shell",
  ]);
  assert.match(String(calls[2]?.[0]?.arguments.content), /^Hello, whoever you are!/);
  assert.match(text, /`shell` did not run: .*That was the tour/s);
  assert.doesNotMatch(text, /delete/);
  const named = await turn("try word_count", () => ({ content: "fine" }), { tools: TOURED });
  assert.equal(named.calls[0]?.[0]?.name, "word_count");
});
