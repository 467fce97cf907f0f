/** The manual against the program: a name on a page is a name the program has. */
import assert from "node:assert/strict";
import { type CommandSpec, commandTable, MANUAL_TOPICS } from "../../../../src/app/cli/mod.ts";
import { VARIABLES } from "../../../../src/app/manual/environment.ts";
import { EXIT_STATUSES } from "../../../../src/app/manual/exit_statuses.ts";
import { manPage } from "../../../../src/app/manual/man_page.ts";
import { manualPage } from "../../../../src/app/manual/mod.ts";
import { parseKeyName } from "../../../../src/core/keys/mod.ts";
import { keyBindings } from "../../../../src/core/line_editor/mod.ts";
import * as menus from "../../../../src/interaction/menus/mod.ts";
import { describeKeys } from "../../../../src/services/config/mod.ts";
import { installed, repositoryPath } from "../../../support/mod.ts";

const PAGES = new Map(
  await Promise.all(MANUAL_TOPICS.map(async (topic) => [topic, await manualPage(topic)] as const)),
);

function everyFlag(commands: readonly CommandSpec[]): string[] {
  return commands.flatMap(({ flags, commands }) => [
    ...flags.flatMap(({ long, otherLong = [] }) => [long, ...otherLong]),
    ...everyFlag(commands),
  ]);
}

const FLAGS = [
  ...everyFlag(commandTable.commands),
  ...commandTable.globalFlags.map(({ long }) => long),
];

/** Flags of other programs that the pages name. */
const FOREIGN_FLAGS = ["wait"];

const KEYS = describeKeys().map(({ path }) => path);
const TABLES = [...new Set(KEYS.map((path) => path.split(".")[0] ?? ""))];

for (const [topic, page] of PAGES) {
  Deno.test(`${topic}: plain text of 80 columns, with a title and one line end at the end`, () => {
    const [title = "", second] = page.split("\n");
    assert.match(title, /^\S/);
    assert.equal(second, "");
    assert.match(page, /[^\n]\n$/);
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(page, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]| $/m);
    for (const line of page.split("\n")) assert.ok([...line].length <= 80, line);
  });

  Deno.test(`${topic}: every flag it names is one`, () => {
    for (const [, flag = ""] of page.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)) {
      assert.ok([...FLAGS, ...FOREIGN_FLAGS].includes(flag), `--${flag}`);
    }
  });

  Deno.test(`${topic}: every configuration key it names is one`, () => {
    const named = new RegExp(`(?<![\\w./-])(?:${TABLES.join("|")})(?:\\.[a-z_]+)+(?![\\w(/])`, "g");
    // A key may be broken behind a part, where the line ends.
    for (const [key] of page.replaceAll(/\n *\./g, ".").matchAll(named)) {
      if (/\.(?:toml|jsonl?|ts)$/.test(key)) continue;
      assert.ok(KEYS.some((path) => isAt(path, key)), key);
    }
  });

  Deno.test(`${topic}: every variable of jp's it names is one`, () => {
    for (const [name] of page.matchAll(/(?<!\w)JP_[A-Z_]+/g)) assert.ok(isVariable(name), name);
  });
}

/** Whether `key` is `path`, a table above it, or below a name of the user's own in it. */
function isAt(path: string, key: string): boolean {
  const parts = path.split(".");
  return key.split(".").every((part, index) =>
    parts[index] === part || parts[index]?.startsWith("<") === true
  );
}

function isVariable(name: string): boolean {
  return name.startsWith("JP_CFG_") || VARIABLES.some((each) => each.name === name);
}

Deno.test("interrupts: every menu there is, with all its keys", () => {
  const page = PAGES.get("interrupts") ?? "";
  const found = Object.entries(menus).flatMap(([name, value]) =>
    typeof value === "object" && "choices" in value ? [[name, value.choices] as const] : []
  );
  assert.ok(found.length >= 3);
  for (const [name, choices] of found) {
    for (const { key, label } of choices) assert.ok(page.includes(`  ${key}   ${label}`), name);
  }
});

Deno.test("scripting: every variable that the sources read", async () => {
  const page = PAGES.get("scripting") ?? "";
  for (const { name } of VARIABLES) assert.ok(page.includes(`  ${name} `), name);
  const directories = [repositoryPath("src")];
  for (let path = directories.pop(); path !== undefined; path = directories.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      const full = `${path}/${name}`;
      if (isDirectory) directories.push(full);
      else {
        const source = await Deno.readTextFile(full);
        for (const [, variable = ""] of source.matchAll(/["'`](JP_[A-Z_]+)["'`]/g)) {
          assert.ok(isVariable(variable), `${variable} in ${full}`);
        }
      }
    }
  }
});

Deno.test("editor: each key is one the decoder can name, and each stands once", () => {
  const page = PAGES.get("editor") ?? "";
  for (const { heading, bindings } of [...keyBindings("emacs"), ...keyBindings("vi")]) {
    assert.ok(page.includes(`\n${heading}:\n`), heading);
    const keys = bindings.flatMap(({ keys }) => keys);
    assert.equal(new Set(keys).size, keys.length, heading);
    for (const key of keys) {
      // In vi a key may be two, as gg is.
      const single = /^g.$/.test(key) ? key.slice(1) : key;
      assert.ok(parseKeyName(single) !== null, key);
      assert.ok(page.includes(` ${key}`), key);
    }
  }
});

Deno.test("the manual page has every command, flag, status and topic", async () => {
  const page = (await manPage(commandTable, "1.2.3")).replaceAll("\\-", "-");
  assert.match(page, /^\.TH JP 1 "" "jp 1\.2\.3"/);
  for (const flag of FLAGS.filter((name) => !/^(tools|no-tools|colour)$/.test(name))) {
    assert.match(page, new RegExp(`^\\\\fB.*--${flag}( |\\[|\\\\fR)`, "m"), flag);
  }
  for (const { status } of EXIT_STATUSES) assert.ok(page.includes(`\\fB${status}\\fR`));
  for (const topic of MANUAL_TOPICS) assert.ok(page.includes(`\n.SH ${topic.toUpperCase()}\n`));
});

Deno.test({
  name: `mandoc finds nothing wrong with the manual page${
    installed("mandoc") ? "" : " (not installed)"
  }`,
  ignore: !installed("mandoc"),
  fn: async () => {
    const file = await Deno.makeTempFile({ suffix: ".1" });
    try {
      await Deno.writeTextFile(file, await manPage(commandTable, "1.2.3"));
      const mandoc = async (...args: string[]) => {
        const { stdout } = await new Deno.Command("mandoc", { args: [...args, file] }).output();
        return new TextDecoder().decode(stdout);
      };
      const warnings = (await mandoc("-T", "lint", "-W", "warning")).split("\n");
      // It has no date: the same sources make the same page.
      assert.deepEqual(warnings.filter((line) => !line.includes("missing date")), [""]);
      // deno-lint-ignore no-control-regex -- overstriking is taken out
      const shown = (await mandoc("-T", "utf8", "-O", "width=100")).replaceAll(/.\x08/g, "");
      // What roff would have taken for itself.
      assert.ok(shown.includes("EDITOR) that can be run."));
      assert.ok(shown.includes("SIGQUIT     ends the process at once (Ctrl-\\)"));
      assert.ok(shown.includes(".jp/config.toml; .jp.toml from the workspace"));
    } finally {
      await Deno.remove(file);
    }
  },
});
