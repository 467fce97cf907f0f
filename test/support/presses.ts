/**
 * Ctrl-C and SIGINT as a person sends them, each a press of its own. Here time is the thing itself:
 * a SIGINT sooner after a press than the relay window is that press, passed on by a task runner.
 */
import { RELAY_WINDOW_MS } from "../../src/core/ladder/mod.ts";
import { elapse } from "./clock.ts";
import type { Pty } from "./pty.ts";

/** Resolves when a SIGINT sent now is a press of its own, and not the last one relayed. */
export function pastRelayWindow(): Promise<void> {
  return elapse(RELAY_WINDOW_MS + 10);
}

/** A person's pace, where nothing on the screen says that a press was heard (PR-001). */
export function humanPause(): Promise<void> {
  return elapse(300);
}

/** Presses Ctrl-C, as a press of its own. Wait for what the last one did before the next. */
export async function pressCtrlC(pty: Pty): Promise<void> {
  await pastRelayWindow();
  pty.press("C-c");
}

/** Sends SIGINT to the program alone, as a press of its own. */
export async function sendSigint(pty: Pty): Promise<void> {
  await pastRelayWindow();
  pty.kill("SIGINT");
}
