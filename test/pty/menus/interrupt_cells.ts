/** One cell of the matrix of `[interrupt.streaming]`, played on the program with real keys. */
import assert from "node:assert/strict";
import { answer, type Pty, type Target } from "../../support/mod.ts";
import type { EditorDoes, ReplyCell, Typing } from "../../support/interrupt_table.ts";
import {
  assertTerminalRestored,
  conversationEvents,
  pressCtrlC,
  type ProviderWorld,
  withProvider,
} from "../ladder/support.ts";

const MENU = "Interrupted [c,r,s,a,?] ";
const DONE = { code: 0, signal: null } as const;
const MISSING = "/nowhere/editor";
const EDITOR_WAS_HERE = "<editor>";

/** A stream that waits in the middle of its answer, and an answer to a reply. */
export async function pausedStream(): Promise<ProviderWorld> {
  return await withProvider([
    [{ text: "One" }, { text: " two" }, { stall: true }, { text: " three" }, { finish: "stop" }],
    answer("Again."),
  ]);
}

/** Plays a cell whose scope is the stream's. */
export async function playStreaming(target: Target, cell: ReplyCell): Promise<void> {
  const { context, compose, act } = cell;
  await using world = await pausedStream();
  const args = [
    ...["-c", `interrupt.streaming.compose_in_editor:=${JSON.stringify(compose)}`],
    ...["-c", `interrupt.streaming.action=${context.action}`],
    // Without a menu the press that opened the reply still counts, for as long as the cooldown.
    ...(context.action === "prompt" ? [] : ["-c", "interrupt.escalation_cooldown_secs=0"]),
    ...editorOf(act.steps),
  ];
  await using pty = world.pty(target, [...args, "q", "count"]);
  await pty.expect("One two");
  await (await world.provider.request(1)).stalled();
  await pressCtrlC(pty);
  if (context.action === "prompt") {
    await pty.expect(MENU);
    pty.press("r");
  }
  await perform(pty, act.steps, compose === "never");
  switch (cell.ending) {
    case "sent":
      return await wasSent(pty, world, act.text ?? "", act.told === true);
    case "menu":
      await pty.expect(MENU);
      pty.press("c");
      return await wentOn(pty, world, act.told === true);
    case "goes on":
      return await wentOn(pty, world, act.told === true);
    case "canned":
      throw new TypeError("no ending of a stream's reply");
  }
}

/** The editor does the same at each opening: `$1` is the file. */
function editorOf(steps: readonly (EditorDoes | Typing)[]): string[] {
  const does = steps.find((step): step is EditorDoes =>
    typeof step === "string" || "saves" in step
  );
  if (does === "cannot run") return ["-c", `editor.cmd=${MISSING}`];
  const result = does === "cancels"
    ? "exit 1"
    : does === undefined
    ? "exit 3"
    : `printf %s '${does.saves}' > "$1"`;
  const cmd = { program: "sh", args: ["-c", `echo '${EDITOR_WAS_HERE}'; ${result}`, "sh"] };
  return ["-c", `editor.cmd:=${JSON.stringify(cmd)}`];
}

async function perform(
  pty: Pty,
  steps: readonly (EditorDoes | Typing)[],
  unwired: boolean,
): Promise<void> {
  let text = "";
  let open = false;
  for (const step of steps) {
    if (typeof step === "string" || "saves" in step) {
      await pty.expect(step === "cannot run" ? "Couldn't open your editor" : EDITOR_WAS_HERE);
      if (typeof step !== "string") text = step.saves;
      open = false;
      continue;
    }
    if (!open) await pty.expect(`Reply: ${text}`);
    open = true;
    if (step.types.trim() !== "") {
      pty.write(step.types);
      await pty.expect(step.types.trim());
    } else pty.write(step.types);
    text += step.types;
    pty.press({ "Enter": "Enter", "Ctrl-C": "C-c", "Ctrl-X": "C-x" }[step.then]);
    if (step.then === "Ctrl-X" && !unwired) open = false;
  }
}

async function wasSent(
  pty: Pty,
  world: ProviderWorld,
  words: string,
  told: boolean,
): Promise<void> {
  await pty.expect("Again.");
  await ended(pty, told);
  const { messages } = (await world.provider.request(2)).body as {
    messages: { role: string; content: unknown }[];
  };
  assert.deepEqual(
    messages.filter(({ role }) => role !== "system").map(({ role, content }) => [role, content]),
    [["user", "count"], ["assistant", "One two"], ["user", words]],
  );
}

async function wentOn(pty: Pty, world: ProviderWorld, told: boolean): Promise<void> {
  (await world.provider.request(1)).release();
  await pty.expect("three");
  await ended(pty, told);
  assert.equal(world.provider.requests.length, 1);
  const said = (await conversationEvents(world.env)).find(({ type }) => type === "chat_response");
  assert.deepEqual([said?.["message"], said?.["interrupted"]], ["One two three", undefined]);
}

async function ended(pty: Pty, told: boolean): Promise<void> {
  assert.deepEqual(await pty.expectExit(), DONE);
  await assertTerminalRestored(pty);
  assert.equal(pty.raw.includes("Couldn't open your editor"), told);
}

/** Runs a few at a time: as many as use the machine without crowding it. */
export async function few<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await run(one);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}
