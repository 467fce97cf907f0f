import assert from "node:assert/strict";
import { fillCommand } from "../../../../src/services/tools/local/command_template.ts";
import { readResult } from "../../../../src/services/tools/local/result_protocol.ts";
import { ToolError } from "../../../../src/services/tools/mod.ts";
import { Bed } from "./bed.ts";

const VALUES = {
  tool: { name: "t", arguments: { path: "a b'$(id)", n: 3, list: [1, "x"], o: { k: "v" } } },
  context: { root: "/r" },
};

Deno.test("each word of a command is a template, and no value becomes two words", async () => {
  const fill = async (command: Parameters<typeof fillCommand>[0]) => {
    const { program, args } = await fillCommand(command, VALUES);
    return [program, ...args];
  };
  assert.deepEqual(await fill("tool --path={{ tool.arguments.path }} '{{tool.arguments.n}} x' y"), [
    "tool",
    "--path=a b'$(id)",
    "3 x",
    "y",
  ]);
  assert.deepEqual(await fill("tool {{context}} {{tool.arguments.list}}"), [
    "tool",
    '{"root": "/r"}',
    '[1, "x"]',
  ]);
  assert.deepEqual(
    await fill({
      program: "{{context.root}}/bin",
      args: ["{{tool.arguments.o.k}}", ""],
      shell: false,
    }),
    ["/r/bin", "v", ""],
  );
  assert.deepEqual(await fill("tool {% if tool.arguments.n > 2 %}many{% endif %}"), [
    "tool",
    "many",
  ]);
  assert.deepEqual(await fill("tool {{tool.arguments.absent}} {{true}}"), ["tool", "", "true"]);
  assert.deepEqual(await fill("tool {% for i in tool.arguments.list %}{{i}},{% endfor %}"), [
    "tool",
    "1,x,",
  ]);
  await assert.rejects(fill("tool {{arguments.path}}"), /there is no value arguments/);
  for (const broken of ["tool '", "tool {{", "{{ context.nothing }}", "tool {{ 1 | nofilter }}"]) {
    await assert.rejects(
      fill(broken),
      (error) => error instanceof ToolError && error.code === "config",
    );
  }
});

Deno.test("what is shown of a command is a line that does the same", async () => {
  for (
    const command of [
      "printf %s\\\\n {{tool.arguments.path}} {{tool.arguments.o}}",
      {
        program:
          `printf '%s\\n' {{tool.arguments.path}} "<{{tool.arguments.path}}>" '{{context.root}}' "$1"`,
        args: ["{{tool.arguments.path}}"],
        shell: true,
      },
    ]
  ) {
    const { program, args, env, line } = await fillCommand(command, VALUES);
    const run = async (cmd: string, args: readonly string[], env: Record<string, string> = {}) =>
      new TextDecoder().decode(
        (await new Deno.Command(cmd, { args: [...args], env, stderr: "inherit" }).output()).stdout,
      );
    const direct = await run(program, args, { ...env });
    assert.match(direct, /^a b'\$\(id\)\n/);
    assert.doesNotMatch(direct, /uid=/);
    assert.equal(await run("sh", ["-c", line]), direct);
  }
});

Deno.test("only what speaks the protocol is taken for it", () => {
  assert.deepEqual(readResult('{"type":"success","content":"yes"}'), {
    kind: "success",
    content: "yes",
  });
  assert.deepEqual(readResult('{"type":"success","content":{"a":1}}'), {
    kind: "success",
    content: '{"a":1}',
  });
  assert.deepEqual(readResult('{"type":"error","message":"no","trace":["x"],"transient":true}'), {
    kind: "error",
    message: "no\nx\nIt may work when it is tried again.",
  });
  assert.equal(readResult('{"type":"success","content":"ye').kind, "garbled");
  for (const text of ["", "plain", '{"type":"other"}', '{"a":1}', "[1]", '{"type":"succ']) {
    assert.equal(readResult(text).kind, "text", text);
  }
  const ask = (question: unknown) => readResult(JSON.stringify({ type: "needs_input", question }));
  assert.deepEqual(ask({ id: "q", text: "Sure?", answer_type: "Boolean", default: true }), {
    kind: "question",
    question: {
      id: "q",
      text: "Sure?",
      preamble: null,
      answer: { kind: "boolean" },
      default: true,
    },
  });
  assert.deepEqual(
    ask({
      id: "q",
      text: "Which?",
      pre_amble: "p",
      answer_type: { Select: { options: ["a", "b"] } },
      default: "c",
    }),
    {
      kind: "question",
      question: {
        id: "q",
        text: "Which?",
        preamble: "p",
        answer: { kind: "select", options: ["a", "b"] },
        default: null,
      },
    },
  );
  for (
    const broken of [
      undefined,
      {},
      { id: "q" },
      { id: "", text: "x", answer_type: "Text" },
      { id: "q", text: "x", answer_type: "Number" },
      { id: "q", text: "x", answer_type: { Select: { options: [] } } },
    ]
  ) assert.equal(ask(broken).kind, "garbled");
});

const TOOLS = `
[conversation.tools.greet]
source = "local"
command = "sh greet.sh {{tool.arguments.name}} {{tool.arguments.times}}"
summary = "Greets."
description = "Greets somebody, several times if need be."
options = { loud = true }
questions.sure.exclusive = true
questions.why.answer = "because"
[conversation.tools.greet.parameters.name]
type = "string"
required = true
summary = "Whom."
[conversation.tools.greet.parameters.times]
type = "integer"
default = 1
[conversation.tools.greet.parameters.tags]
type = "array"
items = { type = "string" }
[conversation.tools.asks]
source = "local"
command = "sh asks.sh {{tool.answers}}"
[conversation.tools.input]
source = "local.real"
command = "cat"
[conversation.tools.broken]
source = "local"
command = "no-such-program-anywhere"
[conversation.tools.half]
source = "local"
command = "printf '{\\"type\\":\\"success\\",\\"cont'"
[conversation.tools.fails]
source = "local"
command = { program = "echo out; echo err >&2; exit 7", shell = true }
`;

Deno.test("a local tool is offered as it is described, and its arguments are checked", async () => {
  await using bed = await Bed.open({ config: TOOLS });
  await bed.write("greet.sh", 'echo "hello $1 $2"');
  const tool = await bed.tool("greet");
  assert.deepEqual(tool.source, { kind: "local" });
  assert.equal(tool.definition.description, "Greets.");
  assert.deepEqual(tool.definition.parameters, {
    type: "object",
    properties: {
      name: { type: "string", description: "Whom." },
      times: { type: "integer", default: 1 },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["name"],
    additionalProperties: false,
  });
  assert.deepEqual([...tool.exclusive], ["sure"]);
  assert.deepEqual(tool.answers, { why: "because" });
  assert.equal(tool.run, "ask");
  assert.deepEqual(tool.detached, { run: "deny", deliver: "deny", question: "deny" });

  assert.equal(await bed.text("greet", { name: "you" }), "hello you 1");
  assert.equal(await bed.text("greet", { name: "you", times: "3", tags: '["a"]' }), "hello you 3");
  const refusals: [Parameters<typeof bed.call>[1], RegExp][] = [
    [{}, /name is missing.*It takes name, times, tags/],
    [{ name: "x", nmae: "y" }, /there is no argument "nmae"/],
    [{ name: 3 }, /name: .*string/],
    [{ name: "x", times: "many" }, /times: .*integer/],
    [{ name: "x", tags: ["a", 1] }, /tags/],
  ];
  for (const [args, said] of refusals) {
    const outcome = await bed.call("greet", args);
    assert.equal(outcome.kind === "refused" && outcome.code, "arguments");
    assert.match(outcome.kind === "refused" ? outcome.message : "", said);
  }
  const { preview } = await bed.prepare("greet", { name: "a b" });
  assert.deepEqual(preview, { kind: "command", line: "sh greet.sh 'a b' 1", cwd: bed.root });
});

Deno.test("it is told everything on stdin as well", async () => {
  await using bed = await Bed.open({ config: TOOLS });
  assert.deepEqual(JSON.parse(await bed.text("input", {})), {
    tool: { name: "real", arguments: {}, answers: {}, options: {} },
    context: {
      action: "run",
      root: bed.root,
      access: { fs: [] },
      workspace_id: "abcde",
      conversation_id: "jp-c1",
    },
  });
});

Deno.test("a question is asked, and its answer starts the tool anew", async () => {
  await using bed = await Bed.open({ config: TOOLS });
  await bed.write(
    "asks.sh",
    `echo run >>runs
case "$1" in
  '{}') echo '{"type":"needs_input","question":{"id":"name","text":"Who?","answer_type":"Text"}}' ;;
  *) printf '{"type":"success","content":"%s"}' "$(echo "$1" | tr -d '{}":' )" ;;
esac`,
  );
  const call = await bed.prepare("asks", {});
  const signal = new AbortController().signal;
  assert.deepEqual(await call.run({}, signal), {
    kind: "needs input",
    question: { id: "name", text: "Who?", preamble: null, answer: { kind: "text" }, default: null },
  });
  assert.deepEqual(await call.run({ name: "me" }, signal), {
    kind: "done",
    content: "name me",
    isError: false,
  });
  assert.equal(await bed.read("runs"), "run\nrun\n");
});

Deno.test("one that fails is told with what it said", async () => {
  await using bed = await Bed.open({ config: TOOLS });
  const content = async (name: string) => {
    const outcome = await bed.call(name, {});
    assert.equal(outcome.kind, "done");
    return outcome.kind === "done" ? [outcome.isError, outcome.content] : [];
  };
  assert.deepEqual(await content("broken"), [
    true,
    "[could not be started: there is no such program, or its directory is gone]",
  ]);
  assert.deepEqual(await content("fails"), [true, "[exit status 7]\nerr\nout"]);
  assert.deepEqual(await content("half"), [
    true,
    'The tool half is broken: it answered with JSON that breaks off.\n{"type":"success","cont',
  ]);
});

Deno.test("what has more to tell is told of by describe_tools, which needs nobody's leave", async () => {
  await using bed = await Bed.open({ config: TOOLS });
  const tool = await bed.tool("describe_tools");
  assert.equal(tool.run, "unattended");
  assert.equal(
    await bed.text("describe_tools", { tools: ["greet"] }),
    "# greet\n\nGreets.\n\nGreets somebody, several times if need be.",
  );
  const unknown = await bed.call("describe_tools", { tools: ["nothing"] });
  assert.equal(unknown.kind, "refused");
  await using plain = await Bed.open();
  assert.equal((await plain.tools()).some(({ name }) => name === "describe_tools"), false);
});
