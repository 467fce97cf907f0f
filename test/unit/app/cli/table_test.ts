import assert from "node:assert/strict";
import { type CommandSpec, commandTable, type FlagSpec } from "../../../../src/app/cli/mod.ts";

function everyCommand(commands: readonly CommandSpec[]): CommandSpec[] {
  return commands.flatMap((each) => [each, ...everyCommand(each.commands)]);
}

const COMMANDS = everyCommand(commandTable.commands);

function spellings({ long, short, otherLong = [], otherShort = [] }: FlagSpec): string[] {
  return [
    ...[long, ...otherLong].map((each) => `--${each}`),
    ...[short ?? [], ...otherShort].flat().map((each) => `-${each}`),
  ];
}

function assertUnique(names: readonly string[], where: string): void {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  assert.deepEqual(twice, [], where);
}

Deno.test("table: no spelling of a flag means two things at one level", () => {
  for (const { name, flags } of COMMANDS) {
    assertUnique([...flags, ...commandTable.globalFlags].flatMap(spellings), name);
  }
});

Deno.test("table: no name of a command means two things in one group", () => {
  for (const commands of [commandTable.commands, ...COMMANDS.map(({ commands }) => commands)]) {
    assertUnique(commands.flatMap(({ name, aliases }) => [name, ...aliases]), "commands");
  }
});

Deno.test("table: a command either runs or holds others", () => {
  for (const { name, runs, commands } of COMMANDS) {
    assert.equal(runs === null, commands.length > 0, name);
  }
});

Deno.test("table: every command that runs is in it once", () => {
  assert.deepEqual(COMMANDS.flatMap(({ runs }) => runs ?? []).sort(), [
    "completion",
    "config-path",
    "config-schema",
    "config-set",
    "config-show",
    "config-unset",
    "conversation-archive",
    "conversation-edit",
    "conversation-fork",
    "conversation-grep",
    "conversation-label-add",
    "conversation-label-ls",
    "conversation-label-rm",
    "conversation-ls",
    "conversation-path",
    "conversation-print",
    "conversation-rm",
    "conversation-show",
    "conversation-unarchive",
    "conversation-use",
    "doctor",
    "help",
    "init",
    "plugin-ls",
    "query",
  ]);
});

Deno.test("table: contradictions name flags of the same command", () => {
  for (const { flags } of COMMANDS) {
    const names = flags.map(({ long }) => long);
    for (const other of flags.flatMap(({ excludes = [] }) => excludes)) {
      assert(names.includes(other), other);
    }
  }
});

Deno.test("table: it is plain data, so that scripts can read it", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(commandTable)), commandTable);
});

Deno.test("table: flags and names can be typed in any shell", () => {
  for (const { name, aliases, flags } of COMMANDS) {
    for (const each of [name, ...aliases]) assert.match(each, /^[a-z][a-z-]*$/);
    for (const { long } of flags) assert.match(long, /^[a-z][a-z-]+$/);
  }
});
