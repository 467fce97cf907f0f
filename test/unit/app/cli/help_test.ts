import assert from "node:assert/strict";
import { type CommandSpec, commandTable, helpText } from "../../../../src/app/cli/mod.ts";
import { help, run, usage } from "./parsed.ts";

/** Every path of names, the program's own (empty) first. */
function paths(commands: readonly CommandSpec[], above: CommandSpec[] = []): CommandSpec[][] {
  return [above, ...commands.flatMap((each) => paths(each.commands, [...above, each]))];
}

const PATHS = paths(commandTable.commands);

Deno.test("help: -h, --help and `help` give a level's text, and name its path", () => {
  for (const path of PATHS) {
    const names = path.map(({ name }) => name);
    const { path: answered, text } = help([...names, "-h"]);
    assert.deepEqual(answered, names);
    assert.equal(help([...names, "--help"]).text, text);
    assert(text.includes(`Usage: ${["jp", ...names].join(" ")}`));
    const isTopic = names.length === 1 && commandTable.manualTopics.includes(names[0] ?? "");
    if (names.length > 0 && !isTopic) assert.equal(help(["help", ...names]).text, text);
  }
});

Deno.test("help: fits 80 columns, in plain text, with one newline at the end", () => {
  for (const path of PATHS) {
    const { text } = help([...path.map(({ name }) => name), "-h"]);
    for (const line of text.split("\n")) assert(line.length <= 80, line);
    assert.match(text, /[^\n]\n$/);
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]| $/m);
  }
});

Deno.test("help: the plugins there are stand below the commands, within 80 columns", () => {
  const names = Array.from({ length: 30 }, (_, n) => `plugin-${n}`);
  const text = helpText(commandTable, [], names);
  const block = /\n\nPlugins \(NAME --help explains one\):\n((?: {2}.*\n)+)\n/.exec(text)?.[1] ??
    "";
  assert.deepEqual(block.trim().split(/,\s+/), names);
  for (const line of text.split("\n")) assert(line.length <= 80, line);
  assert(text.indexOf("Commands:") < text.indexOf("Plugins ("));
  assert.equal(helpText(commandTable, []), help(["-h"]).text);
});

Deno.test("help: every flag and every command of a level has exactly one line", () => {
  for (const path of PATHS) {
    const { text } = help([...path.map(({ name }) => name), "-h"]);
    const lines = text.split("\n");
    const command = path.at(-1);
    for (const { long, short, summary } of [...command?.flags ?? [], ...commandTable.globalFlags]) {
      const own = lines.filter((line) => new RegExp(`^ {2}.{4}--${long}( |\\[|$)`).test(line));
      assert.equal(own.length, 1, `--${long} in ${text}`);
      assert(own[0]?.endsWith(summary), own[0]);
      if (short !== undefined) assert(own[0]?.startsWith(`  -${short}, `), own[0]);
    }
    for (const { name, summary } of command?.commands ?? commandTable.commands) {
      const own = lines.filter((line) => new RegExp(`^ {2}${name}(,| )`).test(line));
      assert.equal(own.length, 1, name);
      assert(own[0]?.includes(summary), own[0]);
    }
  }
});

Deno.test("help: flags stand under the headings of their groups, the global ones last", () => {
  const { text } = help("q -h");
  const headings = [...text.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    "Examples",
    "Conversation",
    "Request",
    "Model and tools",
    "Display",
    "Global flags",
  ]);
});

Deno.test("help: the bare program shows its help", () => {
  assert.deepEqual(help(""), help("-h"));
});

Deno.test("help: the level is that of the names before the flag", () => {
  assert.deepEqual(help("-h query").path, []);
  assert.deepEqual(help("c -h ls").path, ["conversation"]);
  assert.deepEqual(help("q why -h").path, ["query"]);
  assert.deepEqual(help("c list -h").path, ["conversation", "ls"]);
});

Deno.test("help: asking for it wins over faults", () => {
  assert.deepEqual(help("q --modle x -h").path, ["query"]);
  assert.deepEqual(help("q -m -h").path, ["query"]);
  assert.deepEqual(help("q -e -E --help").path, ["query"]);
  assert.deepEqual(help("c ls extra -h").path, ["conversation", "ls"]);
  assert.deepEqual(help("q -t -h").path, ["query"]);
});

Deno.test("help: an unknown name has none", () => {
  assert.match(usage("qurey -h").help, /jp query/);
});

Deno.test("help: the examples in it run what they are shown under", () => {
  for (const path of PATHS) {
    const command = path.at(-1);
    for (const example of command?.examples ?? []) {
      const line = example.slice(example.indexOf("jp ") + "jp ".length);
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) =>
        quoted ?? bare
      );
      assert.equal(run(words.map(String)).command.kind, command?.runs);
    }
  }
});
