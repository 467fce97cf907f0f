/**
 * A machine for the router in tests: signals are raised by a call, time is set by hand, and what
 * would end the process is written down instead. It implements the port as it is, so a change of
 * the port breaks it at compile time.
 */
import type {
  Clock,
  Os,
  Platform,
  SignalName,
  System,
} from "../../../../src/host/platform/port.ts";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import { noSystem } from "../../../../src/host/platform/no_system.ts";

/** Local flags of a terminal that nobody has changed: ISIG, ICANON, ECHO, ECHOCTL, IEXTEN. */
const ORDINARY_LOCAL = 0x1 | 0x2 | 0x8 | 0x200 | 0x8000;
const OUR_GROUP = 100;

export class Machine {
  /** What happened to the process, in order. */
  readonly deeds: string[] = [];
  /** Milliseconds since the epoch; only tests move it. */
  now = 1_000_000;
  /** Signals that were ignored when the process started. */
  readonly ignored = new Set<SignalName>();
  /** The group in the foreground of the terminal. */
  foreground = OUR_GROUP;
  /** The terminal's local flags. */
  local = ORDINARY_LOCAL;
  /** Bytes of whole lines in the terminal's queue. */
  unread = 0;
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Has the process hear a signal, as often as somebody listens. */
  raise(signal: string): void {
    for (const listener of this.#listeners.get(signal) ?? []) listener();
  }

  /** How many listeners a signal has. */
  listening(signal: string): number {
    return this.#listeners.get(signal)?.size ?? 0;
  }

  /** Puts the terminal into a mode without lines, as less does. */
  makeRaw(): void {
    this.local &= ~0x2;
  }

  platform(options: { workersGetSignals?: boolean; os?: Os } = {}): Platform {
    const { os = "linux", workersGetSignals = true } = options;
    const clock: Clock = { now: () => this.now };
    const exit = (code: number): never => {
      throw new Error(`exit ${code}`);
    };
    return {
      runtime: workersGetSignals ? "deno" : "bun",
      runtimeVersion: "0",
      os,
      arch: "x64",
      target: `${os}-x64`,
      args: [],
      pid: 100,
      workersGetSignals,
      clock,
      system: this.#system(exit),
      fs: new FakeFileSystem(),
      stdin: { isTerminal: () => false, read: () => Promise.resolve(null) },
      stdout: { fd: 1, isTerminal: () => false, write: (bytes) => Promise.resolve(bytes.length) },
      stderr: { fd: 2, isTerminal: () => false, write: (bytes) => Promise.resolve(bytes.length) },
      outputsAreOne: () => false,
      env: () => undefined,
      envAll: () => ({}),
      cwd: () => "/",
      hostname: () => "",
      openTerminal: () => null,
      spawn: () => {
        throw new Error("nothing is started here");
      },
      onSignal: (signal, listener) => {
        const listeners = this.#listeners.get(signal) ?? new Set();
        this.#listeners.set(signal, listeners.add(listener));
        return { [Symbol.dispose]: () => void listeners.delete(listener) };
      },
      exit,
    };
  }

  #system(exit: (code: number) => never): System {
    return {
      ...noSystem(exit),
      available: true,
      getpgrp: () => OUR_GROUP,
      isIgnored: (signal) => this.ignored.has(signal),
      ignore: (signal) => void this.deeds.push(`ignore ${signal}`),
      setDefault: (signal) => void this.deeds.push(`default ${signal}`),
      kill: (pid, signal) => this.deeds.push(`kill ${pid} ${signal}`) > 0,
      dieBy: (signal) => void this.deeds.push(`die by ${signal}`),
      foregroundGroup: () => this.foreground,
      setForegroundGroup: (_fd, group) => {
        this.deeds.push(`foreground ${group}`);
        this.foreground = group;
        return true;
      },
      getModes: () => {
        const modes = new Uint8Array(60);
        new DataView(modes.buffer).setUint32(12, this.local, true);
        return modes;
      },
      setModes: (_fd, modes) => {
        this.local = new DataView(modes.buffer, modes.byteOffset).getUint32(12, true);
        this.deeds.push("set modes");
        return true;
      },
      unreadInput: () => this.unread,
      flushInput: () => {
        this.unread = 0;
        this.deeds.push("drop input");
      },
      write: (fd, bytes) => {
        this.deeds.push(`write ${fd} ${JSON.stringify(new TextDecoder().decode(bytes))}`);
        return bytes.length;
      },
    };
  }
}
