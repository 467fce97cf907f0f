import assert from "node:assert/strict";
import type { ArgumentFormatter } from "../../../../src/services/tools/mod.ts";
import { processState } from "../../../support/mod.ts";
import { Bed } from "./bed.ts";

const NEVER = new AbortController().signal;

/** A tool whose arguments this command prints; a string of sh. */
function tool(name: string, script: string, more = ""): string {
  return `[conversation.tools.${name}]
source = "local"
command = "true"
options = { unit = "km" }
${more}
[conversation.tools.${name}.style.parameters]
program = "sh"
args = ["-c", ${
    JSON.stringify(script)
  }, "sh", "{{context.action}}", "{{tool.arguments.a}}", "{{tool.options.unit}}"]
`;
}

const CONFIG = [
  tool("echo", 'cat; echo "$1 $2 $3 $OPENAI_API_KEY"'),
  tool("says", "echo -n '\x1b[2Jsecret-1234 yes'", 'format = "unattended"'),
  tool("fails", "echo no; exit 3"),
  tool("silent", "cat >/dev/null"),
  tool("hangs", "sleep 1000 & echo begun; sleep 1000"),
  tool("floods", "yes"),
  tool("open", "sleep 1000 & echo done", 'run = "unattended"'),
  '[conversation.tools.plain]\nsource = "local"\ncommand = "true"\n',
].join("\n");

async function formatter(bed: Bed, name: string): Promise<ArgumentFormatter> {
  const { formatter } = await bed.tool(name);
  if (formatter === null) throw new Error(`${name} has none`);
  return formatter;
}

Deno.test("a command says what a call was given: JSON on stdin, templates as for a tool, no keys", async () => {
  await using bed = await Bed.open({
    config: CONFIG,
    env: { OPENAI_API_KEY: "secret-1234" },
  });
  assert.equal((await bed.tool("plain")).formatter, null);
  const echo = await formatter(bed, "echo");
  assert.equal(echo.when, "ask");
  const args = { a: "x y'$(id)" };
  assert.deepEqual(await echo.format(args, NEVER), {
    kind: "formatted",
    text: `${JSON.stringify(args)}\nformat_arguments x y'$(id) km \n`,
  });
  const says = await formatter(bed, "says");
  assert.equal(says.when, "unattended");
  const said = await says.format({}, NEVER);
  assert.deepEqual(said, { kind: "formatted", text: "\x1b[2J[redacted] yes" });
  assert.equal((await formatter(bed, "open")).when, "unattended", "as `run` has it");
});

Deno.test("a command that fails, hangs, floods or says nothing is given up, and nothing is left of it", async () => {
  await using bed = await Bed.open({ config: CONFIG });
  const why = async (name: string, signal = NEVER): Promise<string> => {
    const result = await (await formatter(bed, name)).format({}, signal);
    return result.kind === "failed" ? result.why : result.text;
  };
  const [fails, silent, hangs, floods, open] = await Promise.all(
    ["fails", "silent", "hangs", "floods", "open"].map((name) => why(name)),
  );
  assert.equal(fails, "exit status 3");
  assert.equal(silent, "no output");
  assert.equal(hangs, "stopped after 2 seconds");
  assert.match(floods ?? "", /^stopped/);
  assert.equal(open, "done\n");
  const stop = new AbortController();
  const stopped = why("hangs", stop.signal);
  stop.abort();
  assert.match(await stopped, /stopped/);
  assert.equal(bed.groups.size, 0);
  for (const pid of bed.registered) {
    assert.ok([undefined, "Z"].includes(processState(pid)), `process ${pid} is still there`);
  }
});
