/**
 * Runs that are ended in the middle of their tools, and gone on with.
 */
import assert from "node:assert/strict";
import { answer, eventually, type Pty, toolCalls } from "../../support/mod.ts";
import type { World } from "../query/world.ts";
import { assertPaired, file, KEYS, pressCtrlC, toolMessages, toolWorld } from "./support.ts";

/** Three at once, of one id twice; each leaves a mark when it runs, two of them never end. */
const CALLS = toolCalls(
  { id: "same", name: "shell", args: { command: "echo 1 >> ran; echo one" } },
  { id: "same", name: "shell", args: { command: "echo 2 >> ran; sleep 1000" } },
  { id: "other", name: "shell", args: { command: "echo 3 >> ran; sleep 1000" } },
);
const PROMPT = `Run built-in shell tool? ${KEYS} `;

export type Moment = "asked" | "running";
export type End = "stop" | "two presses" | "three presses" | "SIGTERM" | "SIGKILL";

async function reach(pty: Pty, world: World, moment: Moment): Promise<void> {
  await pty.expect(PROMPT);
  if (moment === "asked") return;
  pty.press("Y");
  await file(world, "ran", 3);
  await eventually(
    async () =>
      (await world.events()).some(({ type }) => type === "tool_call_response") || undefined,
    "the first one's result on the disk",
  );
}

async function finish(pty: Pty, end: End): Promise<void> {
  switch (end) {
    case "SIGTERM":
    case "SIGKILL":
      pty.kill(end);
      break;
    case "stop":
      await pressCtrlC(pty);
      await pty.expect(/Interrupted \[c,r,s,.*\] /);
      pty.press("s");
      break;
    case "two presses":
    case "three presses":
      await pressCtrlC(pty);
      await pty.expect(/Interrupted \[.*\] /);
      await pressCtrlC(pty);
      if (end === "three presses") await pressCtrlC(pty);
  }
  await pty.expectExit();
}

/** Ends a run, and proves that the next one can go on with all there was. */
export async function endAndGoOn(moment: Moment, end: End): Promise<void> {
  await using world = await toolWorld([CALLS, answer("And on.")]);
  await using pty = world.pty("binary", ["q", "-t=shell", "do it"]);
  await reach(pty, world, moment);
  await finish(pty, end);
  assert.equal(world.provider.requests.length, 1);
  const result = await world.run("binary", ["q", "-t=shell", "go on"]);
  assert.match(result.stdout, /And on\./);
  const body = (await world.provider.request(2)).body as Record<string, unknown>;
  assertPaired(body);
  const told = toolMessages(body).filter((line) => !line.startsWith("call "));
  if (moment === "asked") {
    // The stream waited for the decision: later calls never arrived.
    assert.ok(told.length <= 1 && !told.some((line) => line.includes("one")), told.join());
    await assert.rejects(Deno.readTextFile(`${world.fixture.workspace}/ran`));
  } else {
    assert.equal(told.length, 3);
    assert.match(told[0] ?? "", /one/, "what was done is kept");
    for (const line of told.slice(1)) assert.match(line, /interrupted|cancelled/);
    const ran = await Deno.readTextFile(`${world.fixture.workspace}/ran`);
    assert.deepEqual(ran.trim().split("\n").toSorted(), ["1", "2", "3"], "nothing ran twice");
  }
  // Nobody can tell the tools of a program that was killed.
  if (end !== "SIGKILL") assert.deepEqual(pty.survivors(), []);
}
