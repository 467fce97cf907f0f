/**
 * Children through node's module, which both runtimes have and which alone can give a child the
 * terminal as its three streams. Loaded when the first child is started.
 *
 * @module
 */

import { fsError } from "./guard.ts";
import type { ChildProcess, SpawnCommand, Spawner } from "./port.ts";

/** Starts children; `terminal` is the controlling terminal's path. */
export function nodeSpawner(terminal: string): Spawner {
  return async (command, streams) => {
    const [{ spawn }, fs] = await Promise.all([
      import("node:child_process"),
      import("node:fs"),
    ]);
    const fd = streams === "terminal" ? openFor(fs, terminal, command) : null;
    try {
      return await started(command, (program, args, options) =>
        spawn(program, args, {
          ...options,
          stdio: fd === null ? ["ignore", "ignore", "ignore"] : [fd, fd, fd],
        }));
    } finally {
      if (fd !== null) fs.closeSync(fd);
    }
  };
}

type Spawn = (
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string> },
) => import("node:child_process").ChildProcess;

function openFor(fs: typeof import("node:fs"), path: string, command: SpawnCommand): number {
  try {
    return fs.openSync(path, "r+");
  } catch (error) {
    throw fsError("open the terminal for", command.program, error);
  }
}

function started(command: SpawnCommand, spawn: Spawn): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => reject(fsError("start", command.program, error));
    try {
      const child = spawn(command.program, command.args, {
        ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
        ...(command.env === undefined ? {} : { env: { ...command.env } }),
      });
      const ended = new Promise<{ code: number; signal: string | null }>((done) => {
        child.once("exit", (code, signal) => done({ code: code ?? 0, signal }));
      });
      child.once("error", failed);
      child.once("spawn", () => {
        if (child.pid === undefined) failed(new Error("no pid"));
        else resolve({ pid: child.pid, ended });
      });
    } catch (error) {
      // A missing program is thrown by one runtime and reported by the other.
      failed(error);
    }
  });
}
