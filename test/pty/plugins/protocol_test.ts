/**
 * What a plugin and jp say to each other, without a terminal: answers with their ids, output in the
 * run's format and without control sequences, and plugins that do not keep to the protocol
 * (reference-facts 8.2).
 */
import assert from "node:assert/strict";
import { jpCommand, run } from "../../support/mod.ts";
import { assertNoneLeft, type PluginWorld, pluginWorld } from "./support.ts";

/** Says each line, and notes what comes back. */
function exchange(...lines: readonly string[]): string {
  const each = lines.map((line) => `say '${line}'\nIFS= read -r answer; note "$answer"\n`);
  return `${each.join("")}say '{"type":"exit","code":0}'\n`;
}

async function notes(world: PluginWorld, name: string): Promise<Record<string, unknown>[]> {
  return (await world.notes(name)).map((line) => JSON.parse(line));
}

async function converse(world: PluginWorld, text: string): Promise<void> {
  const { code } = await run({
    ...jpCommand("binary", "q", "-n", text, "-p", "words=5", "-p", "interval_ms=0"),
    env: world.env,
    cwd: world.fixture.workspace,
  });
  assert.equal(code, 0);
}

for (const target of ["deno", "bun", "binary"] as const) {
  Deno.test(`${target}: init says where, what and how; requests are answered with their ids`, async () => {
    const asks = `note "$init"
${
      exchange(
        '{"type":"list_conversations","id":"first"}',
        '{"type":"read_config","id":2,"path":"plugins.shutdown_timeout_secs"}',
        '{"type":"read_config","path":"no.such.key","id":3}',
        '{"type":"read_events","id":4,"conversation":"jp-c1"}',
        '{"type":"read_events","id":5,"conversation":"../../etc"}',
      )
    }`;
    await using world = await pluginWorld({
      plugins: { asks },
      config: '[plugins.command.asks]\nrun = "unattended"\noptions.depth = 2\n',
      unapproved: true,
      env: { ANTHROPIC_API_KEY: "sk-secret-0123456789" },
    });
    await using jp = world.detached(target, ["-vv", "asks", "--flag", "a b", "--format", "json"]);
    const { code, stdout } = await jp.result();
    assert.equal(code, 0);
    assert.equal(stdout, "");
    const [init, ...answers] = await notes(world, "asks");
    assert.equal(init?.["version"], 1);
    assert.deepEqual(init?.["args"], ["--flag", "a b", "--format", "json"]);
    assert.deepEqual(init?.["options"], { depth: 2 });
    assert.equal(init?.["interactive"], false);
    const { workspace, paths } = init as {
      workspace: { root: string };
      paths: { user_data: string };
    };
    assert.equal(workspace.root, world.fixture.workspace);
    assert.equal(paths.user_data, `${world.fixture.dataHome}/jp`);
    assert.deepEqual(answers, [
      { type: "conversations", id: "first", data: [] },
      { type: "config", id: 2, data: 5, path: "plugins.shutdown_timeout_secs" },
      { type: "error", id: 3, request: "read_config", message: "there is no key no.such.key" },
      { type: "error", id: 4, request: "read_events", message: 'there is no conversation "jp-c1"' },
      {
        type: "error",
        id: 5,
        request: "read_events",
        message: 'there is no conversation "../../etc"',
      },
    ]);
    await assertNoneLeft(jp);
  });
}

Deno.test("conversations and their events are there to be read", async () => {
  const reads = `
say '{"type":"list_conversations"}'
IFS= read -r answer; note "$answer"
id=$(printf '%s' "$answer" | sed 's/.*"id":"\\(jp-c[0-9]*\\)".*/\\1/')
${exchange('{"type":"read_events","conversation":"\'"$id"\'"}')}`;
  await using world = await pluginWorld({ plugins: { reads } });
  await converse(world, "what is the answer");
  await using jp = world.detached("binary", ["reads"]);
  assert.equal((await jp.result()).code, 0);
  const [list, events] = await notes(world, "reads") as { data: Record<string, unknown>[] }[];
  assert.equal(list?.data.length, 1);
  assert.equal(list?.data[0]?.["title"], "what is the answer");
  assert.equal(list?.data[0]?.["events_count"], events?.data.length);
  assert.ok(events?.data.some((event) => event["content"] === "what is the answer"));
});

const PRINTS = `
say '{"type":"print","text":"plain \\u001b[31mred\\u001b[0m \\u001b]0;title\\u0007\\u001b[2Jend\\n"}'
say '{"type":"print","text":"# head\\n","format":"markdown"}'
say '{"type":"print","text":"{\\"a\\":1}","format":"json"}'
say '{"type":"print","text":"to the side\\n","channel":"chrome"}'
say '{"type":"print","text":"no end","format":"code","language":"sh"}'
say '{"type":"exit","code":7,"reason":"because"}'
`;

Deno.test("what it prints is framed, ordered and harmless", async () => {
  await using world = await pluginWorld({ plugins: { prints: PRINTS } });
  await using plain = world.detached("binary", ["prints"]);
  const text = await plain.result();
  assert.equal(text.code, 7);
  assert.equal(text.stdout, 'plain red end\n# head\n{"a":1}\nno end\n');
  assert.equal(text.stderr, "to the side\njp-prints: because\n");

  await using json = world.detached("binary", ["--format", "json", "prints"]);
  const { code, stdout, stderr } = await json.result();
  assert.equal(code, 7);
  const records = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    records.map(({ type, plugin, format }) => [type, plugin, format]),
    ["plain", "markdown", "json", "code"].map((format) => ["plugin_print", "prints", format]),
  );
  assert.deepEqual(records[2].data, { a: 1 });
  assert.equal(records[3].language, "sh");
  assert.deepEqual(stderr.trimEnd().split("\n").map((line) => JSON.parse(line)), [
    { message: "to the side", plugin: "prints" },
    { message: "jp-prints: because", plugin: "prints", code: 7 },
  ]);
});

Deno.test("on a terminal a plugin's colours pass, and nothing else of its sequences", async () => {
  await using world = await pluginWorld({ plugins: { prints: PRINTS } });
  await using pty = world.pty("binary", ["prints"]);
  assert.equal((await pty.expectExit()).code, 7);
  assert.ok(pty.raw.includes("\x1b[31mred"), JSON.stringify(pty.raw));
  assert.ok(!pty.raw.includes("\x1b[2J") && !pty.raw.includes("\x1b]0;"), JSON.stringify(pty.raw));
  assert.deepEqual((await pty.screen()).leftOn, []);
});

Deno.test("on a terminal markdown and code are rendered, piece by piece, each in its place", async () => {
  const writes = `
say '{"type":"print","text":"some **bo","format":"markdown"}'
say '{"type":"print","text":"ld** text","format":"markdown"}'
say '{"type":"print","text":"echo \\"hi\\"","format":"code","language":"sh\\n\`\`\`"}'
say '{"type":"print","text":"*as it is*\\n"}'
say '{"type":"print","text":"note *this*\\n","format":"markdown","channel":"chrome"}'
say '{"type":"exit","code":0}'
`;
  await using world = await pluginWorld({ plugins: { writes } });
  await using pty = world.pty("binary", ["writes"]);
  assert.equal((await pty.expectExit()).code, 0);
  const { lines, cells } = await pty.screen();
  assert.deepEqual(lines.filter((line) => line !== "").map((line) => line.trim()), [
    "some bold text",
    "```",
    'echo "hi"',
    "```",
    "*as it is*",
    "note this",
  ]);
  assert.match(cells[0]?.[5]?.style ?? "", /bold/);
});

Deno.test("lines that are no messages are answered, and it goes on", async () => {
  const odd = `
say 'nonsense'
IFS= read -r answer; note "$answer"
say '{"type":"dance","id":1}'
IFS= read -r answer; note "$answer"
head -c 1100000 /dev/zero | tr '\\0' x; say ''
IFS= read -r answer; note "$answer"
say '{"type":"read_config","id":"still","path":"user.name"}'
IFS= read -r answer; note "$answer"
say '{"type":"exit","code":0}'`;
  await using world = await pluginWorld({ plugins: { odd } });
  await using jp = world.detached("binary", ["odd"]);
  const { code, stderr } = await jp.result();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(await notes(world, "odd"), [
    { type: "error", message: "not a line of JSON" },
    {
      type: "error",
      id: 1,
      request: "dance",
      message: "there is no message of that type in protocol 1",
    },
    { type: "error", message: "a line is longer than 1048576 bytes" },
    { type: "config", id: "still", path: "user.name", data: null },
  ]);
});

Deno.test("a plugin may ask any number of things, and no runtime complains about it", async () => {
  const many = `
i=0
while [ $i -lt 15 ]; do
  i=$((i + 1))
  say '{"type":"read_config","path":"user.name"}'
  IFS= read -r answer
done
note "$i"
say '{"type":"exit","code":0}'`;
  await using world = await pluginWorld({ plugins: { many } });
  for (const target of ["deno", "bun"] as const) {
    await using jp = world.detached(target, ["many"]);
    const { code, stderr } = await jp.result();
    assert.deepEqual([target, code, stderr], [target, 0, ""]);
  }
  assert.deepEqual(await world.notes("many"), ["15", "15"]);
});

Deno.test("nested names, and help from the plugin itself", async () => {
  const plugins = {
    "a-b": exchange('{"type":"log","message":"x"}').replace(/IFS.*\n/, ""),
    says: `#!/bin/sh
IFS= read -r first
case $first in *'"type":"describe"'*) echo '{"type":"describe","name":"says","version":"2","description":"Says things","help":"Say more."}' ;; esac
`,
  };
  await using world = await pluginWorld({ plugins });
  for (const words of [["a", "b"], ["a-b"], ["a", "b", "more"]]) {
    await using jp = world.detached("binary", words);
    assert.equal((await jp.result()).code, 0, words.join(" "));
  }
  await using half = world.detached("binary", ["a"]);
  const { code, stderr } = await half.result();
  assert.equal(code, 2);
  assert.match(stderr, /there is no command or plugin "a"\nThere is jp a b\./);
  await using help = world.detached("binary", ["says", "--help"]);
  const described = await help.result();
  assert.equal(described.code, 0);
  assert.match(
    described.stdout,
    /^Says things\n\nUsage: jp says \.\.\.\n\nSay more\.\n\nsays 2, a plugin: /,
  );
});
