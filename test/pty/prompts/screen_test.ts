/**
 * Prompts on screens of every kind: resized, redirected, dumb, not read
 * (PR-027, PR-032, PR-033; interrupts.md "Without a controlling terminal", "The key").
 */
import assert from "node:assert/strict";
import { plainEnv, run, shell } from "../../support/mod.ts";
import {
  ask,
  assertEndedWell,
  assertRestored,
  Folder,
  outcome,
  pressCtrlC,
  promptsFixture,
  RUNTIMES,
  sendSigint,
  shellAround,
  type Step,
} from "./support.ts";

const ALL: Step[] = [
  { do: "select" },
  { do: "confirm" },
  { do: "line" },
  { do: "pick", items: ["one", "two"] },
  { do: "reply" },
];
const SHOWN: [shows: string, keys: string[]][] = [
  ["Run it? [y,n,?]", ["y"]],
  ["Sure? [y,n,?]", ["n"]],
  ["Name:", ["a", "Enter"]],
  ["> one", ["Down", "Enter"]],
  ["Reply:", ["b", "Enter"]],
];
const GIVEN = [
  { kind: "chosen", key: "y" },
  { kind: "answered", yes: false },
  { kind: "submitted", text: "a", caret: 1 },
  { kind: "chosen", id: "two" },
  { kind: "reply", text: "b", composedIn: "inline" },
];
const GIVEN_LINES = GIVEN.map((each) => `${JSON.stringify(each)}\n`).join("");

for (const target of RUNTIMES) {
  Deno.test(`${target}: a storm of resizes leaves one prompt, and no row of it behind`, async () => {
    const text = "漢字かな交じり文 and words that need several rows ".repeat(4).trimEnd();
    await using pty = ask(target, [
      { do: "print", text: "above\n" },
      { do: "reply", draft: { text, caret: 10 } },
    ], { cols: 60, rows: 30, env: { TERM_PROGRAM: "vscode" } });
    await pty.expectScreen("Enter to send");
    pty.mark();
    // Never narrower than the rows drawn: how this emulator breaks rows depends on its way there.
    for (let n = 0; n < 60; n++) pty.resize(60 + (n * 37) % 60, 20 + (n * 7) % 15);
    pty.resize(60, 30);
    // When the window rests, all of it is drawn anew.
    await pty.expect("Enter to send");
    for (const columns of [50, 38, 31, 44, 60]) {
      pty.resize(columns, 30);
      await pty.expect("Enter to");
      await pty.expectScreen((screen) => screen.text.split("Reply:").length === 2);
    }
    pty.press("C-e", "!");
    const { text: shown } = await pty.expectScreen("rows!");
    assert.equal(shown.split("Reply:").length - 1, 1, shown);
    assert.equal(shown.split("Enter to send").length - 1, 1, shown);
    pty.press("Enter");
    assert.equal((await outcome(pty))["text"], `${text}!`);
    await assertEndedWell(pty);
  });

  const REDIRECTED: Record<string, string> = {
    "stdout": ">FOLDER/out",
    "stderr": "2>FOLDER/err",
    "stdin": "</dev/null",
    "all at once": "</dev/null >FOLDER/out 2>FOLDER/err",
  };
  for (const [name, redirection] of Object.entries(REDIRECTED)) {
    Deno.test(`${target}: every prompt is on the terminal with ${name} redirected`, async () => {
      await using folder = new Folder();
      const redirect = redirection.replaceAll("FOLDER", folder.path);
      await using pty = ask(target, ALL, { redirect });
      for (const [shows, keys] of SHOWN) {
        await pty.expectScreen(shows);
        pty.press(...keys);
      }
      await assertEndedWell(pty);
      if (redirect.includes("out")) {
        assert.equal(await folder.read("out"), GIVEN_LINES);
        assert.equal((await pty.screen()).text, "");
      }
      if (redirect.includes("err")) assert.equal(await folder.read("err"), "");
    });
  }

  Deno.test(`${target}: every prompt is on the terminal in front of a pipe`, async () => {
    await using folder = new Folder();
    const { cmd, args } = promptsFixture(target, { steps: ALL });
    await using pty = shell(`"$@" | cat >${folder.path}/out`, {
      shell: "bash",
      args: [cmd, ...args],
      pty: true,
      env: plainEnv(),
      timeoutMs: 20_000,
    });
    for (const [shows, keys] of SHOWN) {
      await pty.expectScreen(shows);
      pty.press(...keys);
    }
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.equal(await folder.read("out"), GIVEN_LINES);
    await assertRestored(pty);
  });

  Deno.test(`${target}: without a terminal nobody is asked, and nothing waits`, async () => {
    const { cmd, args } = promptsFixture(target, { steps: ALL });
    const { stdout } = await run({ cmd, args, env: plainEnv() });
    assert.deepEqual(
      stdout.trimEnd().split("\n").map((line) => JSON.parse(line).kind),
      ALL.map(() => "unavailable"),
    );
  });

  Deno.test(`${target}: a dumb terminal gets lines, and no escape byte`, async () => {
    const steps: Step[] = [
      ...ALL,
      { do: "edit", text: "old" },
      { do: "line", secret: true },
      { do: "line", default: "main" },
    ];
    await using pty = ask(target, steps, { env: { TERM: "dumb" } });
    const answers: [shows: string, line: string][] = [
      ["Run it? [y,n,?] ", "maybe"],
      ["Type one of the keys", "?"],
      ["Show or hide this help", "y"],
      ["Sure? [y,n,?] ", "no"],
      ["Name: ", "a name"],
      ["1  one", "w"],
      ["1  two", "1"],
      ["Reply: ", "typed"],
      ["Enter alone takes: old", ""],
      ["Name: ", "hidden"],
      ["Enter alone takes: main", ""],
    ];
    for (const [shows, line] of answers) {
      await pty.expect(shows);
      pty.write(`${line}\r`);
    }
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    const given = [...pty.raw.matchAll(/\{"kind".*?\}/g)].map(([each]) => JSON.parse(each));
    assert.deepEqual(given, [
      { kind: "chosen", key: "y" },
      { kind: "answered", yes: false },
      { kind: "submitted", text: "a name", caret: 6 },
      { kind: "chosen", id: "two" },
      { kind: "reply", text: "typed", composedIn: "inline" },
      { kind: "submitted", text: "old", caret: 3 },
      { kind: "submitted", text: "hidden", caret: 6 },
      { kind: "submitted", text: "main", caret: 4 },
    ]);
    assert.ok(!pty.raw.includes("\x1b"), JSON.stringify(pty.raw));
    assert.equal(pty.raw.split("hidden").length - 1, 1, "only in the outcome");
    await assertRestored(pty);
  });

  Deno.test(`${target}: a dumb terminal: Ctrl-D leaves, a press has its menu and the way back`, async () => {
    const steps: Step[] = [{ do: "line" }, { do: "line" }, { do: "reply" }];
    await using pty = ask(target, steps, { env: { TERM: "dumb" } });
    await pty.expect("Name: ");
    pty.write("\x04");
    assert.equal((await outcome(pty))["kind"], "cancelled");
    await pty.expect("Name: ");
    await sendSigint(pty);
    await pty.expect("Interrupted [c,q,b,?] ");
    pty.write("b\r");
    await pty.expect("Name: ");
    pty.write("x\r");
    await outcome(pty);
    await pty.expect("Reply: ");
    await pressCtrlC(pty);
    assert.equal((await outcome(pty))["kind"], "interrupted");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.ok(!pty.raw.includes("\x1b"), JSON.stringify(pty.raw));
    await assertRestored(pty);
  });

  Deno.test(`${target}: a terminal that takes no output hears the press in a text prompt`, async () => {
    await using folder = new Folder();
    const redirect = `>${folder.path}/out`;
    await using pty = ask(target, [{ do: "reply" }], { redirect });
    await pty.expect("Reply: ");
    pty.setReading(false);
    // Much more than the terminal holds: every key has it drawn again.
    pty.write(`\x1b[200~${"x".repeat(4000)}\x1b[201~${"\x0c".repeat(200)}`);
    pty.press("C-c");
    assert.deepEqual(await pty.exit, { code: 0, signal: null });
    assert.match(await folder.read("out"), /^\{"kind":"interrupted","text":"x{4000}"/);
  });

  Deno.test(`${target}: in the background nothing is asked and nothing is touched`, async () => {
    await using pty = await shellAround(target, []);
    await pty.expect("SHELL$ ");
    const { cmd, args } = promptsFixture(target, { steps: [{ do: "confirm" }] });
    const words = [cmd, ...args].map((word) => `'${word}'`).join(" ");
    pty.write(`${words} & wait; echo done\r`);
    await pty.expect('{"kind":"unavailable"}');
    await pty.expect("done");
    await assertRestored(pty);
  });
}
