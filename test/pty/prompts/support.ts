/**
 * What the prompts' tests share: the fixture program on each target, fake editors, and what a
 * terminal has to be like afterwards.
 */
import assert from "node:assert/strict";
import {
  type Command,
  fixtureCommand,
  plainEnv,
  type Pty,
  type PtyOptions,
  spawnPty,
  type Target,
  termiosChanges,
} from "../../support/mod.ts";
import type { Plan, Step } from "./fixtures/doing.ts";

export { pressCtrlC, sendSigint } from "../../support/mod.ts";
export type { Plan, Step };

export { RUNTIMES } from "../../support/mod.ts";

export const MENU = "Interrupted [c,q,?] ";
export const MENU_OVER_PROMPT = "Interrupted [c,q,b,?] ";
export const ENDED_WELL = { code: 0, signal: null } as const;
export const DEAD_BY_SIGINT = { code: null, signal: "SIGINT" } as const;
export const DEAD_BY_SIGHUP = { code: null, signal: "SIGHUP" } as const;

/** The command line of the fixture program. */
export function promptsFixture(target: Target, plan: Plan): Command {
  return fixtureCommand(target, "test/pty/prompts/fixtures/prompts.ts", JSON.stringify(plan));
}

type AskOptions = Partial<Omit<PtyOptions, "cmd" | "args" | "env">> & {
  readonly plan?: Omit<Plan, "steps">;
  readonly env?: Readonly<Record<string, string>>;
};

/** Starts the program on a terminal of its own. */
export function ask(
  target: Target,
  steps: readonly Step[],
  { plan, env, ...options }: AskOptions = {},
): Pty {
  return spawnPty({
    ...promptsFixture(target, { ...plan, steps }),
    timeoutMs: 20_000,
    ...options,
    env: { ...plainEnv(), ...env },
  });
}

/** Starts it from an interactive shell with job control, whose prompt is `SHELL$ `. */
export async function shellAround(
  target: Target,
  steps: readonly Step[],
  { plan, env, ...options }: AskOptions = {},
): Promise<Pty> {
  const { cmd, args } = promptsFixture(target, { ...plan, steps });
  const pty = spawnPty({
    cmd: "bash",
    // Its line editor would make the terminal raw.
    args: ["--norc", "--noprofile", "--noediting", "-i"],
    timeoutMs: 20_000,
    ...options,
    env: { ...plainEnv(), PS1: "SHELL$ ", ...env },
  });
  await pty.expect("SHELL$ ");
  pty.write(`${[cmd, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")}\r`);
  return pty;
}

/** Waits for the outcome of a step. */
export async function outcome(pty: Pty): Promise<Record<string, unknown>> {
  const found = await pty.expect(/\{"kind":.*?\}(?=\r?\n)/);
  return JSON.parse(found.text);
}

/** Modes as they were found, nothing left on, no trace of the key. */
export async function assertRestored(pty: Pty): Promise<void> {
  assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  const { leftOn, text, cursor } = await pty.screen();
  assert.deepEqual(leftOn, []);
  assert.equal(cursor.visible, true);
  assert.ok(!text.includes("^C"), text);
}

/** It ended with status 0, and left the terminal in order. */
export async function assertEndedWell(pty: Pty): Promise<void> {
  assert.deepEqual(await pty.expectExit(), ENDED_WELL);
  await assertRestored(pty);
}

/** An empty directory for a test, gone afterwards. */
export class Folder implements AsyncDisposable {
  readonly path = Deno.makeTempDirSync({ prefix: "jp-prompts-" });

  /** Writes an executable script and answers with its path. */
  async script(name: string, text: string): Promise<string> {
    const path = `${this.path}/${name}`;
    await Deno.writeTextFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return path;
  }

  read(name: string): Promise<string> {
    return Deno.readTextFile(`${this.path}/${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}
