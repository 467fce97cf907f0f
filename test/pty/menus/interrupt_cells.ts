/** One cell of the matrix of `[interrupt.*]`, played on the program with real keys. */
import assert from "node:assert/strict";
import { answer, type Pty, type Target } from "../../support/mod.ts";
import {
  type EditorDoes,
  REPLY_CELLS,
  type ReplyCell,
  type TableScope,
  type Typing,
} from "../../support/interrupt_table.ts";
import {
  assertTerminalRestored,
  conversationEvents,
  pressCtrlC,
  type ProviderWorld,
  withProvider,
} from "../ladder/support.ts";
import {
  file,
  go,
  results,
  shell,
  SHELL_PROMPT,
  TOOL_MENU,
  toolWorld,
  TURN_MENU_OVER_PROMPT,
  WAITS,
} from "../tools/support.ts";

const MENU = "Interrupted [c,r,s,a,?] ";
const DONE = { code: 0, signal: null } as const;
const MISSING = "/nowhere/editor";
const EDITOR_WAS_HERE = "<editor>";

/** A stream that waits in the middle of its answer, and an answer to a reply. */
async function pausedStream(): Promise<ProviderWorld> {
  return await withProvider([
    [{ text: "One" }, { text: " two" }, { stall: true }, { text: " three" }, { finish: "stop" }],
    answer("Again."),
  ]);
}

/** Plays a cell in its scope. */
export async function playReply(target: Target, cell: ReplyCell): Promise<void> {
  switch (cell.context.scope) {
    case "streaming":
      return await playStreaming(target, cell);
    case "tool_call":
      return await playTool(target, cell);
    case "turn":
      return await playTurn(target, cell);
  }
}

/** Plays a cell whose scope is the stream's. */
export async function playStreaming(target: Target, cell: ReplyCell): Promise<void> {
  const { act } = cell;
  await using world = await pausedStream();
  await using pty = world.pty(target, [...settingsOf(cell), "q", "count"]);
  await pty.expect("One two");
  await (await world.provider.request(1)).stalled();
  await pressAndReply(pty, cell, MENU);
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

/** Plays a cell whose scope is that of running tools. */
export async function playTool(target: Target, cell: ReplyCell): Promise<void> {
  await using world = await toolWorld([shell(WAITS), answer("Again.")], TOOL);
  await using pty = world.pty(target, [...settingsOf(cell), "q", "-t=shell", "do it"]);
  await pty.expect(SHELL_PROMPT);
  pty.press("y");
  await file(world, "started");
  await pressAndReply(pty, cell, TOOL_MENU);
  if (cell.ending === "menu") {
    await pty.expect(TOOL_MENU);
    pty.press("c");
    await go(world);
  }
  await pty.expect("Again.");
  await ended(pty, cell.act.told === true);
  const [result] = results(await world.events());
  const { text = "" } = cell.act;
  const told = { menu: "finished", canned: CANNED, sent: text, "goes on": "" }[cell.ending];
  assert.ok(result?.includes(told), result);
}

/** Plays a cell whose scope is the turn's: at a prompt that is shown again after a restart. */
export async function playTurn(target: Target, cell: ReplyCell): Promise<void> {
  await using world = await toolWorld([shell(WAITS), answer("Again.")], TOOL);
  const restarts = ["-c", "interrupt.tool_call.action=restart"];
  await using pty = world.pty(target, [
    ...[...settingsOf(cell), ...restarts, "q", "-t=shell", "do it"],
  ]);
  await pty.expect(SHELL_PROMPT);
  pty.press("y");
  await file(world, "started");
  await pressCtrlC(pty);
  await pty.expect(SHELL_PROMPT);
  await pressAndReply(pty, cell, TURN_MENU_OVER_PROMPT);
  if (cell.ending === "menu") {
    await pty.expect(TURN_MENU_OVER_PROMPT);
    pty.press("c");
  }
  if (cell.ending !== "sent") {
    await pty.expect(SHELL_PROMPT);
    pty.press("y");
    await file(world, "started", 2);
    await go(world);
  }
  await pty.expect("Again.");
  await ended(pty, cell.act.told === true);
  const events = await world.events();
  const asked = events.filter(({ type }) => type === "chat_request").map(({ content }) => content);
  assert.deepEqual(asked, ["do it", ...(cell.ending === "sent" ? [cell.act.text] : [])]);
  assert.equal(results(events)[0]?.includes("finished"), cell.ending !== "sent");
}

/** Plays an action of the stream that asks nothing. */
export async function playStreamingFixed(target: Target, action: string): Promise<void> {
  await using world = await pausedStream();
  await using pty = world.pty(target, [
    ...["-c", `interrupt.streaming.action=${action}`, "q", "count"],
  ]);
  await pty.expect("One two");
  const request = await world.provider.request(1);
  await request.stalled();
  if (action === "continue") {
    // Nothing shows when it was heard. As a signal it leaves no echo, however late that is.
    Deno.kill(pty.pid, "SIGINT");
    request.release();
  } else await pressCtrlC(pty);
  await ended(pty, false);
  assert.ok(!pty.raw.includes("Interrupted ["));
  const events = await conversationEvents(world.env);
  const said = events.find(({ type }) => type === "chat_response");
  assert.deepEqual([said?.["message"], events.at(-1)?.["reason"]], KEPT[action]);
}

const KEPT: Readonly<Record<string, unknown[]>> = {
  continue: ["One two three", "complete"],
  stop: ["One two", "stopped"],
  abort: [undefined, "aborted"],
};

/** Plays an action of running tools, or of the turn, that asks nothing. */
export async function playFixed(
  target: Target,
  scope: "tool_call" | "turn",
  action: string,
): Promise<void> {
  await using world = await toolWorld([shell(WAITS), answer("Again.")]);
  const inTurn = scope === "turn";
  await using pty = world.pty(target, [
    ...["-c", "interrupt.escalation_cooldown_secs=0", "-c", `interrupt.${scope}.action=${action}`],
    ...(inTurn ? ["-c", "interrupt.tool_call.action=restart"] : []),
    ...["q", "-t=shell", "do it"],
  ]);
  await pty.expect(SHELL_PROMPT);
  pty.press("y");
  await file(world, "started");
  await pressCtrlC(pty);
  if (inTurn) {
    await pty.expect(SHELL_PROMPT);
    await pressCtrlC(pty);
  }
  if (action === "stop") {
    await ended(pty, false);
    const events = await world.events();
    assert.equal(events.at(-1)?.["reason"], "stopped");
    assert.deepEqual([results(events).length, world.provider.requests.length], [1, 1]);
    return;
  }
  const again = inTurn || action === "restart";
  if (again) {
    await pty.expect(SHELL_PROMPT);
    pty.press("y");
  }
  await file(world, "started", again ? 2 : 1);
  await go(world);
  await pty.expect("Again.");
  await ended(pty, false);
  assert.ok(results(await world.events())[0]?.includes("finished"));
  assert.ok(!pty.raw.includes("Interrupted ["));
}

/** The cells of a scope; of two places in it each second one, so that each act is played once. */
export function halfOf(scope: TableScope): readonly ReplyCell[] {
  const actions = new Map<string, number>();
  return REPLY_CELLS.filter(({ context }) => context.scope === scope).filter(({ context }) => {
    const { action } = context;
    const index = actions.get(action) ?? (action === "prompt" ? 0 : 1);
    actions.set(action, index + 1);
    return index % 2 === 0;
  });
}

const CANNED = "Not that one.";
const TOOL = `[conversation.tools.shell]\ncancellation_response = "${CANNED}"\n`;

function settingsOf({ context: { scope, action }, compose, act }: ReplyCell): string[] {
  return [
    ...["-c", `interrupt.${scope}.compose_in_editor:=${JSON.stringify(compose)}`],
    ...["-c", `interrupt.${scope}.action=${action}`],
    // Without a menu the press before still counts, for as long as the cooldown.
    ...(action === "prompt" && scope !== "turn"
      ? []
      : ["-c", "interrupt.escalation_cooldown_secs=0"]),
    ...editorOf(act.steps),
  ];
}

async function pressAndReply(pty: Pty, { context, compose, act }: ReplyCell, menu: string) {
  await pressCtrlC(pty);
  if (context.action === "prompt") {
    await pty.expect(menu);
    pty.press("r");
  }
  await perform(pty, act.steps, compose === "never");
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
