/** The README against the program: tables, names, pictures and the code in it. */
import assert from "node:assert/strict";
import { type CommandSpec, commandTable } from "../../../src/app/cli/mod.ts";
import { EXIT_STATUSES } from "../../../src/app/manual/exit_statuses.ts";
import { describeKeys } from "../../../src/services/config/mod.ts";
import {
  FALLBACK_MENU,
  lockMenu,
  STREAMING_MENU,
  TOOL_MENU,
  TURN_MENU,
} from "../../../src/interaction/menus/mod.ts";
import { TARGET_NAMES } from "../../../scripts/build/targets.ts";
import { SCENES } from "../../../scripts/pictures/scenes.ts";
import { repositoryPath, run } from "../../support/mod.ts";

const README = await Deno.readTextFile(repositoryPath("README.md"));

/** A table's rows as their cells, by the heading of the section. */
function rows(section: string): string[][] {
  const text = README.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  return text.split("\n").filter((line) => line.startsWith("| ")).map((line) =>
    line.slice(1, -1).split("|").map((cell) => cell.trim())
  );
}

Deno.test("README: each scope's menu is what it offers", () => {
  const cells = rows("Ctrl-C").map(([, offers]) => offers);
  const menus = [
    STREAMING_MENU,
    TOOL_MENU,
    TURN_MENU,
    lockMenu("", ["new", "fork"]),
    FALLBACK_MENU,
  ];
  for (const { choices } of menus) {
    assert.ok(cells.includes(choices.map(({ key, label }) => `\`${key}\` ${label}`).join(" · ")));
  }
});

Deno.test("README: the exit statuses are those there are", () => {
  const told = rows("Exit status").filter(([status]) => /^\d+$/.test(status ?? ""));
  assert.deepEqual(told, EXIT_STATUSES.map(({ status, meaning }) => [String(status), meaning]));
});

Deno.test("README: every flag, key and target it names is one", () => {
  const flags = (commands: readonly CommandSpec[]): string[] =>
    commands.flatMap((each) => [...each.flags.map(({ long }) => long), ...flags(each.commands)]);
  const known = [...flags(commandTable.commands), ...commandTable.globalFlags.map((f) => f.long)];
  // Of other programs: npx, deno task build, ssh and the like.
  const foreign = ["yes", "all", "target", "runtime"];
  for (const [, flag = ""] of README.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)) {
    assert.ok([...known, ...foreign].includes(flag), `--${flag}`);
  }
  const keys = describeKeys().map(({ path }) => path);
  const named = README.matchAll(
    /`(?:-c )?((?:interrupt|editor|style|conversation)(?:\.[a-z_*]+)+)/g,
  );
  for (const [, key = ""] of named) {
    const pattern = new RegExp(`^${key.replaceAll(".", "\\.").replace("*", "[a-z_]+")}(\\.|$)`);
    assert.ok(keys.some((path) => pattern.test(path)), key);
  }
  for (const target of TARGET_NAMES) assert.ok(README.includes(target), target);
});

Deno.test("README: every picture is there, and shows what the program says", async () => {
  const shown = [...README.matchAll(/!\[.+\]\(docs\/([a-z]+)\.svg\)/g)].map(([, name]) => name);
  assert.deepEqual(shown, SCENES.map(({ name }) => name));
  const texts = new Map<string, string>();
  for (const { name } of SCENES) {
    const svg = await Deno.readTextFile(repositoryPath(`docs/${name}.svg`));
    assert.match(svg, /^<svg xmlns=.*<\/svg>\n$/s);
    texts.set(name, svg.replaceAll("&amp;", "&"));
  }
  for (const { key, label } of STREAMING_MENU.choices) {
    assert.ok(texts.get("menu")?.includes(`>${key}  ${label}<`), label);
  }
  assert.match(texts.get("reply") ?? "", /Reply: Shorter, please\./);
  assert.match(texts.get("permission") ?? "", /\[y,Y,n,N,p,r,e,\?\]/);
  assert.match(texts.get("countdown") ?? "", />gracefully shutting down…<.*Shutting down… 8\.\ds/s);
});

Deno.test("README: its program does what its comments say", async () => {
  const [, program = ""] = /```ts\n(.*?)```/s.exec(README) ?? [];
  const library = JSON.stringify(repositoryPath("mod.ts"));
  const file = repositoryPath(`test/unit/readme/program-${crypto.randomUUID()}.ts`);
  const hurried = program.replace('"./mod.ts"', library).replace("1000", "1");
  assert.notEqual(hurried, program);
  await Deno.writeTextFile(file, hurried);
  try {
    const { code, stdout, stderr } = await run({
      cmd: Deno.execPath(),
      args: ["run", "--quiet", "--no-check", "-A", file],
    });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(stdout, "converted a.png\nconverted b.png\nconverted c.png\n");
  } finally {
    await Deno.remove(file);
  }
});
