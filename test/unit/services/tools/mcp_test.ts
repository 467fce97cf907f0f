import assert from "node:assert/strict";
import { eventually, processState } from "../../../support/mod.ts";
import { ToolError } from "../../../../src/services/tools/mod.ts";
import { Bed, type BedOptions } from "./bed.ts";

const SERVER = new URL("./mcp_server.ts", import.meta.url).pathname;

function server(mode = "", more = ""): string {
  return `
[providers.mcp.test]
command = ${JSON.stringify(Deno.execPath())}
arguments = ["run", "-A", "--quiet", ${JSON.stringify(SERVER)}, ${JSON.stringify(mode)}]
variables = ["PASSED_ON"]
${more}
`;
}

async function open(
  mode = "",
  options: BedOptions & { readonly more?: string } = {},
): Promise<Bed> {
  const { more, config = "", env, ...rest } = options;
  // Deno's own cache is found through HOME.
  const home = { HOME: Deno.env.get("HOME") ?? "", DENO_DIR: Deno.env.get("DENO_DIR") ?? "" };
  return await Bed.open({ ...rest, env: { ...home, ...env }, config: server(mode, more) + config });
}

async function pidsOf(bed: Bed): Promise<number[]> {
  const text = await bed.read("pids").catch(() => "");
  return text.split("\n").filter((line) => line !== "").map(Number);
}

function assertGone(bed: Bed, pids: readonly number[]): void {
  assert.ok(pids.length > 0);
  for (const pid of pids) assert.ok([undefined, "Z"].includes(processState(pid)), `pid ${pid}`);
  assert.deepEqual([...bed.groups], []);
}

Deno.test("the tools of a server are offered, under names that are nobody else's", async () => {
  let pids: number[] = [];
  const bed = await open("greets", {
    env: { PASSED_ON: "yes", KEPT_BACK: "no", OPENAI_API_KEY: "sk-0123456789abcdef" },
    config: `
[conversation.tools.say]
source = "mcp.test.echo"
run = "unattended"
[conversation.tools.parts]
run = "unattended"
[conversation.tools.hangs]
source = "mcp.test"
enable = false
[conversation.tools.absent]
source = "mcp.test"
[conversation.tools.of_another]
source = "mcp.other.x"`,
    switches: [],
  });
  {
    await using _bed = bed;
    const tools = await bed.tools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      "dies",
      "env",
      "huge",
      "say",
      "test_fs_read",
      "test_od__2Jd_name",
      "test_parts",
    ]);
    const say = await bed.tool("say");
    assert.deepEqual(say.source, { kind: "mcp", server: "test" });
    assert.equal(say.run, "unattended");
    assert.equal((await bed.tool("test_parts")).run, "ask");
    assert.equal(
      await bed.text("say", { text: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" }),
      "a".repeat(44) + "!",
    );
    assert.equal((await bed.call("say", {})).kind, "refused");
    assert.deepEqual(await bed.call("test_fs_read", {}), {
      kind: "done",
      content: "called fs_read",
      isError: true,
    });
    assert.equal(
      await bed.text("test_parts", {}),
      "one\n\n[image, image/png: left out]\n\ntwo\n\n[z: x:/z]",
    );
    const env = await bed.text("env", {});
    assert.match(env, /"PASSED_ON":"yes"/);
    assert.doesNotMatch(env, /KEPT_BACK|API_KEY/);
    const huge = await bed.text("huge", {});
    assert.ok(huge.length < 50_000);
    assert.match(huge, /the whole is in /);

    const cut = new AbortController();
    const { tools: all, notices } = await bed.set();
    assert.deepEqual(notices, [
      "conversation.tools.absent: the MCP server test has no tool absent",
    ]);
    assert.equal(all.some(({ name }) => name === "hangs"), false);
    const dying = bed.call("env", {}, { signal: cut.signal });
    cut.abort();
    assert.deepEqual(await dying, { kind: "cancelled" });

    pids = await pidsOf(bed);
    assert.equal(pids.length, 1, "one server for all of it");
    assert.deepEqual(bed.registered, pids);
  }
  assertGone(bed, pids);
});

Deno.test("a call that is never answered is cancelled, and the server goes on", async () => {
  await using bed = await open();
  const cut = new AbortController();
  const call = await (await bed.tool("hangs")).prepare({}, cut.signal);
  const running = call.run({}, cut.signal);
  setTimeout(() => cut.abort());
  assert.deepEqual(await running, { kind: "cancelled" });
  assert.equal(await bed.text("echo", { text: "still here" }), "still here");
});

Deno.test("one that dies in a call is told, then and later, and nothing of it is left", async () => {
  await using bed = await open();
  const dies = await bed.call("dies", {});
  assert.deepEqual(dies, {
    kind: "done",
    content: "The MCP server test did not answer: exit status 9: out of luck",
    isError: true,
  });
  const echo = await bed.call("echo", { text: "x" });
  assert.equal(echo.kind === "done" && echo.isError, true);
  assertGone(bed, await pidsOf(bed));
});

Deno.test("one that does not come up ends the run, unless it is optional", async (t) => {
  for (
    const [mode, why] of [
      ["fails", /exit status 3: the database is not there$/],
      ["silent", /did not answer within 1 s$/],
      // What it says of its broken pipe may be heard as well.
      ["endless", /a message without end/],
    ] as const
  ) {
    await t.step(mode, async () => {
      const seconds = mode === "silent" ? 1 : 60;
      await using bed = await open(mode, { more: `startup_timeout_secs = ${seconds}` });
      await assert.rejects(bed.set(), (error) => {
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, "unavailable");
        assert.match(error.message, why);
        return true;
      });
      // One that is slow may not have been started yet, or not have left its own pid.
      for (const pid of bed.registered) {
        assert.ok([undefined, "Z"].includes(processState(pid)), `pid ${pid}`);
      }
      assert.deepEqual([...bed.groups], []);
    });
  }
  await t.step("optional", async () => {
    await using bed = await open("fails", { more: "optional = true" });
    const { tools, notices } = await bed.set();
    assert.ok(tools.some(({ name }) => name === "fs_read"));
    assert.deepEqual(notices, [
      `the MCP server test (${Deno.execPath()}) did not start: exit status 3: the database is not there`,
    ]);
  });
  await t.step("no room in the kill registry", async () => {
    await using bed = await open();
    bed.registryIsFull = true;
    await assert.rejects(bed.set(), /test \(.*\) did not start: too many programs are running/);
    assert.equal(bed.registered.length, 1);
    for (const pid of bed.registered) {
      assert.ok([undefined, "Z"].includes(processState(pid)), `pid ${pid}`);
    }
  });
  await t.step("no such program", async () => {
    await using bed = await Bed.open({ config: `[providers.mcp.x]\ncommand = "no-such-program"` });
    await assert.rejects(bed.set(), /the MCP server x \(no-such-program\) did not start: there is/);
  });
});

Deno.test("waiting for one can be given up", async () => {
  await using bed = await open("silent");
  const cut = new AbortController();
  const waiting = bed.set(cut.signal);
  await eventually(async () => (await pidsOf(bed)).length > 0 || undefined, "a start");
  assert.deepEqual(bed.toolbox.starting, ["test"]);
  const reason = new Error("enough");
  cut.abort(reason);
  await assert.rejects(waiting, reason);
  await bed.toolbox[Symbol.asyncDispose]();
  assertGone(bed, await pidsOf(bed));
});

Deno.test("one that floods its stderr is heard all the same", async () => {
  await using bed = await open("floods");
  assert.equal(await bed.text("echo", { text: "x" }), "x");
});

Deno.test("one that will not end is killed, with what it started", async () => {
  const bed = await open("stays");
  let pids: number[] = [];
  {
    await using _bed = bed;
    assert.equal(await bed.text("echo", { text: "x" }), "x");
    pids = await pidsOf(bed);
    assert.equal(pids.length, 2);
  }
  assertGone(bed, pids);
});

Deno.test("no server is started when flags take every tool away", async () => {
  await using bed = await open("fails", { switches: [{ name: null, enable: false }] });
  assert.deepEqual(await bed.tools(), []);
  assert.deepEqual(await pidsOf(bed), []);
});

Deno.test("a program that is not the one that was meant is not started", async () => {
  const config = (value: string): string => `
[providers.mcp.x]
command = "true"
checksum = { value = "${value}" }`;
  await using wrong = await Bed.open({ config: config("0".repeat(64)) });
  await assert.rejects(wrong.set(), /true is not the program it was: its sha256 is [0-9a-f]{64}/);
  assert.deepEqual(wrong.registered, []);
  const path = new TextDecoder().decode(
    (await new Deno.Command("sh", {
      args: ["-c", "command -v /bin/true || command -v /usr/bin/true"],
    }).output()).stdout,
  ).trim();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path)));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await using right = await Bed.open({ config: config(hex) });
  await assert.rejects(right.set(), /the MCP server x \(.*true\) did not start: exit status 0/);
  assert.equal(right.registered.length, 1);
});
