/** The scripts in their shells: what each offers is what the table says, at every level. */
import assert from "node:assert/strict";
import { type CommandSpec, commandTable } from "../../../../src/app/cli/mod.ts";
import { completionValues } from "../../../../src/app/commands/completion.ts";
import { completionScript, type Shell } from "../../../../src/app/completion/mod.ts";
import { installed } from "../../../support/mod.ts";

const VALUES = completionValues();

/** Runs a program of the shell behind the script, in a directory of its own. */
async function inShell(shell: Shell, program: string): Promise<string> {
  const directory = await Deno.makeTempDir({ prefix: "jp-completion-" });
  try {
    await Deno.writeTextFile(`${directory}/plain.txt`, "");
    await Deno.mkdir(`${directory}/place`);
    const script = `${directory}/script`;
    await Deno.writeTextFile(script, completionScript(shell, commandTable, VALUES));
    const flags = { bash: ["--norc", "--noprofile"], zsh: ["-f"], fish: ["--no-config"] }[shell];
    const { success, stdout, stderr } = await new Deno.Command(shell, {
      args: [...flags, "-c", program.replaceAll("SCRIPT", script)],
      cwd: directory,
      // Without a jp: the scripts must do where it cannot be asked.
      env: { HOME: directory, PATH: "/usr/bin:/bin" },
      clearEnv: true,
    }).output();
    const decoder = new TextDecoder();
    assert.ok(success, decoder.decode(stderr));
    assert.equal(decoder.decode(stderr), "");
    return decoder.decode(stdout);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** What each shell answers for each command line, one set of words for each. */
async function offers(shell: Shell, lines: readonly string[][]): Promise<string[][]> {
  const quoted = (words: readonly string[]) =>
    words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const cases = lines.map((words) => {
    switch (shell) {
      case "bash":
        // As bash does, an = is a word by itself.
        return `t ${quoted(words.flatMap((word) => word === "" ? [word] : word.split(/(=)/)))}`;
      case "zsh":
        return `t ${quoted(words)}`;
      case "fish":
        return `complete -C ${quoted([words.join(" ")])} | cut -f 1; echo .`;
    }
  });
  const head = {
    bash: `source SCRIPT
t() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _jp; printf '%s\\n' "\${COMPREPLY[@]}" .; }`,
    // What only the line editor has is stood in for by what prints its arguments.
    zsh: `compdef() { }
compset() { }
compadd() { }
_call_program() { }
_files() { print -l -- files }
_describe() {
  local each
  for each in "$@"; do [[ $each == found ]] && print -l -- "\${(@)found%%:*}"; done
}
source SCRIPT
t() { words=("$@"); CURRENT=$#; _jp; print . }`,
    fish: "source SCRIPT",
  }[shell];
  const text = await inShell(shell, [head, ...cases].join("\n"));
  const answers: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (line === ".") answers.push([]);
    else if (line !== "") answers.at(-1)?.push(line);
  }
  assert.equal(answers.length, lines.length + 1);
  return answers;
}

function paths(commands: readonly CommandSpec[], above: CommandSpec[] = []): CommandSpec[][] {
  return [above, ...commands.flatMap((each) => paths(each.commands, [...above, each]))];
}

const PATHS = paths(commandTable.commands);

for (const shell of ["bash", "zsh", "fish"] as const) {
  const ignore = !installed(shell);
  const name = (what: string) => `${shell}${ignore ? " (not installed)" : ""}: ${what}`;

  Deno.test({
    name: name("every level offers its flags and its commands"),
    ignore,
    fn: async () => {
      const lines = PATHS.flatMap((path) => {
        const words = ["jp", ...path.map((each) => each.name)];
        return [[...words, "--"], [...words, ""]];
      });
      const answers = await offers(shell, lines);
      PATHS.forEach((path, index) => {
        const command = path.at(-1);
        const where = path.map((each) => each.name).join(" ");
        const flags = answers[2 * index] ?? [];
        for (const { long } of [...command?.flags ?? [], ...commandTable.globalFlags]) {
          assert.ok(flags.includes(`--${long}`), `${where} --${long}: ${flags}`);
        }
        const words = answers[2 * index + 1] ?? [];
        for (const each of command?.commands ?? commandTable.commands) {
          assert.ok(words.includes(each.name), `${where} ${each.name}: ${words}`);
        }
      });
    },
  });

  Deno.test({
    name: name("values, aliases, flags before the command and words behind --"),
    ignore,
    fn: async () => {
      const cases: [string[], (words: string[]) => boolean][] = [
        [["jp", "--format", ""], (words) => words.includes("json-pretty")],
        [["jp", "-F", "json", "c", "l"], (words) => words.includes("label")],
        [["jp", "q", "-m", ""], (words) => words.includes("anthropic/")],
        [["jp", "config", "set", ""], (words) => words.includes("editor.cmd=")],
        [["jp", "cfg", "show", ""], (words) => words.includes("editor.cmd")],
        [["jp", "c", "rm", ""], (words) => words.includes("+archived")],
        [["jp", "help", ""], (words) => ["interrupts", "query"].every((w) => words.includes(w))],
        [["jp", "completion", ""], (words) => words.join(" ").includes("bash")],
        [["jp", "query", "--", "--"], (words) => words.length === 0],
        [["jp", "query", "--title", ""], (words) => words.length === 0],
      ];
      const answers = await offers(shell, cases.map(([line]) => line));
      cases.forEach(([line, holds], index) => {
        const words = answers[index] ?? [];
        assert.ok(holds(words), `${line.join(" ")}: ${words}`);
      });
    },
  });

  Deno.test({
    name: name("a value attached by = is completed in its place"),
    ignore,
    fn: async () => {
      const [words = []] = await offers(shell, [["jp", "--color=n"]]);
      assert.ok(words.some((word) => /^(--color=)?never$/.test(word)), String(words));
    },
  });
}
