import assert from "node:assert/strict";
import { parseArguments } from "../../../../src/app/cli/mod.ts";
import { command, run, usage } from "./parsed.ts";

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
      ["c show", "conversation-show"],
      ["c s", "conversation-show"],
      ["c fork", "conversation-fork"],
      ["c f", "conversation-fork"],
      ["c rm x", "conversation-rm"],
      ["c remove x", "conversation-rm"],
      ["c rem x", "conversation-rm"],
      ["c delete x", "conversation-rm"],
      ["c del x", "conversation-rm"],
      ["c path", "conversation-path"],
      ["c grep x", "conversation-grep"],
      ["c rg x", "conversation-grep"],
      ["c g x", "conversation-grep"],
      ["c archive", "conversation-archive"],
      ["c a", "conversation-archive"],
      ["c unarchive x", "conversation-unarchive"],
      ["c ua x", "conversation-unarchive"],
      ["c label add x=y", "conversation-label-add"],
      ["c l a x=y", "conversation-label-add"],
      ["c l set x=y", "conversation-label-add"],
      ["c label rm x", "conversation-label-rm"],
      ["c l r x", "conversation-label-rm"],
      ["c label ls", "conversation-label-ls"],
      ["config schema", "config-schema"],
      ["config set a=b", "config-set"],
      ["init", "init"],
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

Deno.test("conversation fork: its flags", () => {
  assert.deepEqual(command("conversation-fork", "c fork"), {
    kind: "conversation-fork",
    target: null,
    activate: false,
    first: null,
    last: null,
    from: null,
    until: null,
    title: null,
  });
  assert.deepEqual(
    command("conversation-fork", "c fork -a -l 2 --from 3d --until 1h -t other jp-c1"),
    {
      kind: "conversation-fork",
      target: "jp-c1",
      activate: true,
      first: null,
      last: 2,
      from: "3d",
      until: "1h",
      title: "other",
    },
  );
  assert.equal(command("conversation-fork", "c fork --first 0").first, 0);
  assert.match(usage("c fork --first 1 --last 1").message, /contradict/);
});

Deno.test("conversation rm, path, grep, label: their flags", () => {
  assert.deepEqual(command("conversation-rm", "c rm -y +live -"), {
    kind: "conversation-rm",
    targets: ["+live", "-"],
    range: { from: null, until: null, inactiveSince: null },
    yes: true,
  });
  const range = { from: "2026-04-10", until: "1d", inactiveSince: "4w" };
  const words = "--from 2026-04-10 --until 1d --inactive-since 4w";
  assert.deepEqual(command("conversation-rm", `c rm ${words}`).range, range);
  assert.deepEqual(command("conversation-archive", `c archive ${words}`).range, range);
  assert.equal(command("conversation-path", "c path").part, "directory");
  for (const part of ["events", "metadata", "base-config"] as const) {
    assert.equal(command("conversation-path", `c path --${part}`).part, part);
  }
  assert.match(usage("c path --events --metadata").message, /contradict/);
  assert.deepEqual(command("conversation-grep", "c grep -i -C 2 --limit 3 --archived a b"), {
    kind: "conversation-grep",
    words: ["a", "b"],
    ignoreCase: true,
    context: 2,
    limit: 3,
    archived: true,
  });
  assert.deepEqual(command("conversation-label-add", "c label add -i . -i jp-c1 a=b :c"), {
    kind: "conversation-label-add",
    targets: [".", "jp-c1"],
    labels: ["a=b", ":c"],
  });
  assert.deepEqual(command("conversation-label-rm", "c label rm --all"), {
    kind: "conversation-label-rm",
    targets: [],
    labels: [],
    all: true,
  });
});

Deno.test("commands that need a word say so", () => {
  for (
    const [line, metavar] of [
      ["c grep", "WORD"],
      ["c unarchive", "TARGET"],
      ["c label add", "LABEL"],
    ] as const
  ) {
    const { message, help } = usage(line);
    assert.match(message, new RegExp(` needs ${metavar}\\.$`), line);
    assert.match(help, new RegExp(`${metavar}\\.\\.\\.; `), line);
  }
});

Deno.test("config show: a key, and the defaults", () => {
  assert.deepEqual(command("config-show", "config show"), {
    kind: "config-show",
    key: null,
    defaults: false,
  });
  assert.deepEqual(command("config-show", "config show interrupt.turn --defaults"), {
    kind: "config-show",
    key: "interrupt.turn",
    defaults: true,
  });
});

Deno.test("config set: the assignments, and the file", () => {
  assert.deepEqual(command("config-set", "config set a=b c:=1"), {
    kind: "config-set",
    assignments: ["a=b", "c:=1"],
    file: null,
  });
  for (const file of ["user-global", "user-workspace", "cwd"] as const) {
    assert.equal(command("config-set", `config set --${file} a=b`).file, file);
  }
  assert.match(usage("config set --cwd --user-global a=b").message, /contradict/);
  assert.deepEqual(command("config-unset", "config unset a b.c --cwd"), {
    kind: "config-unset",
    keys: ["a", "b.c"],
    file: "cwd",
  });
  assert.match(usage("config set").message, /needs KEY=VALUE\.$/);
});

Deno.test("init: a path or none", () => {
  assert.deepEqual(command("init", "init"), { kind: "init", path: null });
  assert.equal(command("init", "init x/y").path, "x/y");
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
  for (const name of ["attachment"]) {
    assert.equal(command("external", name).name, name);
  }
});

Deno.test("external: what looks like a slip may be a plugin, and is a slip if it is none", () => {
  const parsed = parseArguments(["-v", "hello", "--now"]);
  assert.ok(parsed.kind === "usage");
  assert.equal(parsed.help, "Did you mean jp help?");
  assert.equal(parsed.plugin?.globals.verbose, 1);
  const { name, args } = parsed.plugin?.command ?? {};
  assert.deepEqual([name, args], ["hello", ["--now"]]);
});

Deno.test("external: short names are not taken for slips of aliases", () => {
  for (const name of ["x", "cd", "cog", "gh", "shell"]) {
    assert.equal(command("external", name).name, name);
  }
});

Deno.test("external: the hint names the group that has such a command", () => {
  assert.equal(command("external", "ls").hint, "Did you mean jp conversation ls?");
  assert.equal(command("external", "show").hint, "Did you mean jp conversation show?");
  assert.equal(command("external", "version").hint, "Did you mean jp --version?");
});
