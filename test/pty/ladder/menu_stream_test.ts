/**
 * The stream behind a menu: held while it is up, nothing lost and nothing doubled afterwards,
 * wherever stdout goes (interrupts.md, "Menu contract").
 */
import assert from "node:assert/strict";
import {
  elapse,
  eventually,
  jpCommand,
  type Pty,
  type Target,
  TARGETS,
} from "../../support/mod.ts";
import { conversationEvents, MENU, pressCtrlC, query, type Run, startJp } from "./support.ts";

const ANSWER = query(160, 4);

/** Opens the menu, looks that nothing moves behind it, goes on. */
async function interruptAndContinue(pty: Pty, size: () => number): Promise<void> {
  await pressCtrlC(pty);
  await pty.expect(MENU);
  const before = [pty.rawBytes.length, size()];
  // Twenty words would have come.
  await elapse(80);
  assert.deepEqual([pty.rawBytes.length, size()], before, "something was written behind the menu");
  pty.press("c");
  // A press before that would be one on the menu.
  await eventually(() => pty.termios().on.has("ICANON") || undefined, "the end of the menu");
}

async function keptAnswer(run: Run): Promise<string> {
  const events = await conversationEvents(run.env);
  assert.equal(events.at(-1)?.["reason"], "complete");
  const answers = events.filter(({ type }) => type === "chat_response");
  assert.equal(answers.length, 1);
  return String(answers[0]?.["message"]);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

async function onTerminal(target: Target): Promise<void> {
  const { cmd, args } = jpCommand(target, "--format", "text", ...ANSWER);
  await using run = await startJp(target, [], {
    rows: 60,
    // By default the key makes the kernel drop what the terminal has not read yet. On a busy machine
    // that may be more than the row which is written again, and none of it is jp's to know.
    cmd: "/bin/sh",
    args: ["-c", 'stty noflsh; exec "$@"', "sh", cmd, ...args],
  });
  const { pty } = run;
  await pty.expect("not a language model:");
  for (let n = 0; n < 3; n++) {
    await interruptAndContinue(pty, () => 0);
    await pty.expect(/\w+ \w+/);
  }
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  const { scrollback, lines } = await pty.screen();
  const shown = [...scrollback, ...lines].join("\n");
  const answer = await keptAnswer(run);
  // A word may be broken by the edge of the screen: what counts is each letter, once.
  const letters = (text: string) => words(text).join("");
  const whole = letters(shown).endsWith(letters(answer));
  assert.ok(whole, `${shown}\n--\n${answer}\n--\n${JSON.stringify(pty.raw)}`);
  assert.ok(!shown.includes("Interrupted"));
}

async function inFile(target: Target): Promise<void> {
  await using run = await startJp(target, ANSWER, { redirect: ">out" });
  const { pty, env } = run;
  const out = `${env.workspace}/out`;
  const size = (): number => Deno.statSync(out).size;
  await eventually(() => {
    try {
      return size() > 100 || undefined;
    } catch {
      return undefined;
    }
  }, "some output");
  for (let n = 0; n < 3; n++) await interruptAndContinue(pty, size);
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  const answer = await keptAnswer(run);
  assert.equal((await Deno.readTextFile(out)).trimEnd(), answer.trimEnd());
}

for (const target of TARGETS) {
  Deno.test(`${target}: on the terminal, three menus lose and double nothing`, () =>
    onTerminal(target));
  Deno.test(`${target}: in a file, three menus lose and double nothing`, () => inFile(target));
}
