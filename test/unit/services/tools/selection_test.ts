import assert from "node:assert/strict";
import { ToolError, type ToolSwitch } from "../../../../src/services/tools/mod.ts";
import { resolve } from "../config/support.ts";
import { Bed } from "./bed.ts";

const on = (name: string | null = null): ToolSwitch => ({ name, enable: true });
const off = (name: string | null = null): ToolSwitch => ({ name, enable: false });

const CONFIG = `
[conversation.tools.one]
source = "local"
command = "true"
[conversation.tools.shy]
source = "local"
command = "true"
enable = "explicit"
[conversation.tools.fixed]
source = "local"
command = "true"
enable = "always"
[conversation.tools.no_command]
source = "local"
enable = false
[conversation.tools.just_settings]
run = "unattended"
`;

async function names(switches: readonly ToolSwitch[], config = CONFIG): Promise<string[]> {
  await using bed = await Bed.open({ config, switches });
  return (await bed.tools()).map(({ name }) => name);
}

const BUILT_INS = ["fs_list", "fs_read", "fs_search", "fs_write", "fs_edit", "ask_user", "shell"];

Deno.test("nothing is offered that nobody asked for", async () => {
  assert.deepEqual(await names([], ""), []);
  assert.deepEqual(await names([on()], ""), BUILT_INS);
});

Deno.test("flags count from left to right, as far as a tool lets them", async () => {
  assert.deepEqual(await names([]), ["one", "fixed"]);
  assert.deepEqual(await names([on("fs_read"), off("one")]), ["fs_read", "fixed"]);
  assert.deepEqual(await names([off()]), ["fixed"]);
  assert.deepEqual(await names([off(), on("shy")]), ["shy", "fixed"]);
  assert.deepEqual(await names([on("shy"), off()]), ["shy", "fixed"]);
  assert.deepEqual(await names([on("shell"), off("shell")]), ["one", "fixed"]);
});

Deno.test("what cannot be done is refused, with what there is", async () => {
  const refused = (switches: ToolSwitch[], help: RegExp, code = "usage") =>
    assert.rejects(names(switches), (error) => {
      assert.ok(error instanceof ToolError);
      assert.equal(error.code, code);
      assert.match(error.help ?? "", help);
      return true;
    });
  await refused([on("fs_raed")], /Did you mean fs_read\?/);
  await refused([off("nothing")], /^There are .*shell/);
  await refused([off("fixed")], /conversation\.tools\.fixed\.enable/);
  await refused([on("no_command")], /conversation\.tools\.no_command\.command/, "config");
  assert.deepEqual(await names([on("fixed")]), ["one", "fixed"]);
});

Deno.test("a table may give a built-in tool another name, or take it away", async () => {
  const config = `
[conversation.tools.read]
source = "builtin.fs_read"
enable = true
[conversation.tools.fs_list]
enable = true
run = "unattended"
[conversation.tools.odd]
source = "builtin.nothing"
enable = "explicit"`;
  assert.deepEqual(await names([], config), ["fs_list", "read"]);
  await assert.rejects(names([on("odd")], config), /no built-in tool nothing/);
});

Deno.test("what flags change is told, to hold for later turns, as the configuration says it", async () => {
  const config = `${CONFIG}
[conversation.tools.fs_read]
enable = "explicit"`;
  await using bed = await Bed.open({
    config,
    switches: [on("fs_read"), off("one"), on("shy"), off("shy")],
  });
  const { overrides } = await bed.set();
  assert.deepEqual(overrides, [{
    conversation: {
      tools: {
        fs_read: { enable: { state: "on", allow_toggle: "if_named" } },
        one: { enable: { state: "off", allow_toggle: "any" } },
      },
    },
  }]);
  const later = await resolve({
    files: { "/home/me/.config/jp/config.toml": config },
    conversation: overrides,
    trust: () => Promise.reject(new Error("nobody is asked about it")),
  });
  const { tools, overrides: none } = await bed.toolbox.tools(
    later.config,
    [],
    new AbortController().signal,
  );
  assert.deepEqual(tools.map(({ name }) => name).sort(), ["fixed", "fs_read"]);
  assert.deepEqual(none, []);
});
