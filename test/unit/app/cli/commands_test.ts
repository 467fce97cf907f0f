import assert from "node:assert/strict";
import { parseArguments } from "../../../../src/app/cli/mod.ts";
import { command, run } from "./parsed.ts";

Deno.test("commands: every alias", () => {
  for (
    const [line, kind] of [
      ["query x", "query"],
      ["q x", "query"],
      ["conversation ls", "conversation-ls"],
      ["conversations list", "conversation-ls"],
      ["c ls", "conversation-ls"],
      ["c print", "conversation-print"],
      ["c p", "conversation-print"],
      ["c use", "conversation-use"],
      ["c u", "conversation-use"],
      ["config show", "config-show"],
      ["cfg path", "config-path"],
      ["doctor", "doctor"],
      ["help", "help"],
    ] as const
  ) {
    assert.equal(run(line).command.kind, kind, line);
  }
});

Deno.test("conversation ls: its flags", () => {
  assert.deepEqual(command("conversation-ls", "c ls"), {
    kind: "conversation-ls",
    sort: "activity",
    descending: false,
    limit: null,
    archived: false,
  });
  assert.deepEqual(
    command("conversation-ls", "c ls --sort=created --descending --limit 20 --archived"),
    { kind: "conversation-ls", sort: "created", descending: true, limit: 20, archived: true },
  );
  for (const sort of ["activity", "created", "turns", "title"] as const) {
    assert.equal(command("conversation-ls", `c ls --sort ${sort}`).sort, sort);
  }
});

Deno.test("conversation print and use: one target or none", () => {
  for (
    const [name, kind] of [["print", "conversation-print"], ["use", "conversation-use"]] as const
  ) {
    assert.equal(command(kind, `c ${name}`).target, null);
    for (const target of ["jp-c123", "?", "?p", ".", "-", "+live", "some words", ""]) {
      assert.equal(command(kind, ["c", name, target]).target, target);
    }
    assert.equal(command(kind, ["c", name, "--", "-x"]).target, "-x");
  }
});

Deno.test("doctor: with and without keys", () => {
  assert.equal(command("doctor", "doctor").keys, false);
  assert.equal(command("doctor", "doctor --keys").keys, true);
});

Deno.test("help: a topic of the manual is the caller's to answer", () => {
  assert.equal(command("help", "help").topic, null);
  for (const topic of ["interrupts", "config", "scripting"]) {
    assert.equal(command("help", `help ${topic}`).topic, topic);
  }
});

Deno.test("version: wherever it can be read as a flag", () => {
  for (
    const line of [
      ["--version"],
      ["-V"],
      ["-qV"],
      ["query", "-V"],
      ["q", "why", "--version"],
      ["c", "-V"],
      ["c", "ls", "--bogus", "-V"],
    ]
  ) {
    assert.deepEqual(parseArguments(line), { kind: "version" }, line.join(" "));
  }
});

Deno.test("version: not as a word and not as a value", () => {
  assert.deepEqual(command("query", "q -- -V").words, ["-V"]);
  assert.equal(command("query", "q --title=-V").title, "-V");
});

Deno.test("external: a name that is no slip of a built-in, with all that follows", () => {
  assert.deepEqual(command("external", "-v deploy --now -h -V -- x"), {
    kind: "external",
    name: "deploy",
    args: ["--now", "-h", "-V", "--", "x"],
    hint: "jp --help lists the commands; to ask: jp query TEXT",
  });
  assert.equal(run("-v deploy -v").globals.verbose, 1);
});

Deno.test("external: commands the program does not have yet are not accepted as built in", () => {
  for (const name of ["init", "plugin", "completion"]) {
    assert.equal(command("external", name).name, name);
  }
});

Deno.test("external: short names are not taken for slips of aliases", () => {
  for (const name of ["x", "cd", "cog", "gh", "shell"]) {
    assert.equal(command("external", name).name, name);
  }
});

Deno.test("external: the hint names the group that has such a command", () => {
  assert.equal(command("external", "ls").hint, "Did you mean jp conversation ls?");
  assert.equal(command("external", "show").hint, "Did you mean jp config show?");
});
