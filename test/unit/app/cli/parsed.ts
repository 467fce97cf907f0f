import assert from "node:assert/strict";
import { type Command, type Globals, parseArguments } from "../../../../src/app/cli/mod.ts";

/** A line as a shell without quoting would split it. */
export function args(line: string): string[] {
  return line === "" ? [] : line.split(" ");
}

function argsOf(line: string | readonly string[]): readonly string[] {
  return typeof line === "string" ? args(line) : line;
}

export function run(line: string | readonly string[]): { globals: Globals; command: Command } {
  const parsed = parseArguments(argsOf(line));
  assert.equal(parsed.kind, "run", `${JSON.stringify(line)}: ${JSON.stringify(parsed)}`);
  assert(parsed.kind === "run");
  return parsed;
}

export function command<Kind extends Command["kind"]>(
  kind: Kind,
  line: string | readonly string[],
): Extract<Command, { kind: Kind }> {
  const { command } = run(line);
  assert.equal(command.kind, kind);
  return command as Extract<Command, { kind: Kind }>;
}

export function usage(line: string | readonly string[]): { message: string; help: string } {
  const parsed = parseArguments(argsOf(line));
  assert.equal(parsed.kind, "usage", `${JSON.stringify(line)}: ${JSON.stringify(parsed)}`);
  assert(parsed.kind === "usage");
  return { message: parsed.message, help: parsed.help };
}

export function help(line: string | readonly string[]): { path: string[]; text: string } {
  const parsed = parseArguments(argsOf(line));
  assert.equal(parsed.kind, "help", `${JSON.stringify(line)}: ${JSON.stringify(parsed)}`);
  assert(parsed.kind === "help");
  return { path: parsed.path, text: parsed.text };
}
