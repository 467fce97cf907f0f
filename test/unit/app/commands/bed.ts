/**
 * The whole program on a machine in memory: arguments in; status, stdout, stderr and files out.
 * Only the machine is made up; everything from the command line to the store is what ships.
 */
import { boot } from "../../../../src/app/boot.ts";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import { noSystem } from "../../../../src/host/platform/no_system.ts";
import {
  type FileSystem,
  FsError,
  type OutputStream,
  type Platform,
} from "../../../../src/host/platform/port.ts";
import { Router } from "../../../../src/host/signals/mod.ts";

/** How a run went. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a bed begins with. */
export interface BedOptions {
  /** Text by absolute path, beside the workspace in `/w`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The errno name every write to stdout fails with. */
  readonly stdoutFails?: string;
  /** Another file system over the bed's own: one that fails. */
  readonly over?: (fs: FakeFileSystem) => FileSystem;
}

/**
 * A test that runs the program in this process. What the program leaves to its end (the bound of a
 * flush, say) is a leak here, where the process goes on, and none there.
 */
export function programTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
}

class Exit extends Error {
  override readonly name = "Exit";
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** A conversation to be found by a run. */
export interface Stored {
  readonly number: number;
  readonly slug: string;
  /** As `[request, answer]`. */
  readonly turns?: readonly (readonly [string, string])[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly archived?: boolean;
}

export const WORKSPACE = "/w";
export const USER_DIR = "/home/u/.local/share/jp/workspace/ab12z";

/** The machine. Time goes on by a tenth of a second with each run. */
export class Bed {
  readonly fs: FakeFileSystem;
  readonly #options: BedOptions;
  /** Milliseconds since the epoch: 2026-04-10T17:04:20.500Z at first. */
  time = 1_775_840_660_500;

  constructor(options: BedOptions = {}) {
    this.#options = options;
    this.fs = new FakeFileSystem(
      { [`${WORKSPACE}/.jp/.id`]: "# note\nab12z\n", ...options.files },
      () => this.time,
    );
  }

  /** Puts conversations in place; turn `n` of each began at minute `n` of 2026-04-10T10. */
  store(...conversations: readonly Stored[]): void {
    for (const { number, slug, turns = [], metadata = {}, archived } of conversations) {
      const place = `${WORKSPACE}/.jp/conversations/${archived ? ".archive/" : ""}`;
      const directory = `${place}${number}-${slug}`;
      const lines = turns.flatMap(([content, message], index) => {
        const timestamp = `2026-04-10T10:${String(index + 1).padStart(2, "0")}:00.000Z`;
        return [
          { timestamp, type: "turn_start" },
          { timestamp, type: "chat_request", content },
          { timestamp, type: "chat_response", message, model: "demo/chat" },
          { timestamp, type: "turn_end", reason: "complete" },
        ];
      });
      this.fs.put(`${directory}/metadata.json`, JSON.stringify(metadata));
      this.fs.put(`${directory}/base_config.json`, "{}");
      this.fs.put(
        `${directory}/events.jsonl`,
        lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      );
    }
  }

  /** Runs `jp` to its end, without a terminal. */
  async jp(args: readonly string[], stdin = ""): Promise<Ran> {
    this.time += 100;
    const out = new Sink(1, this.#options.stdoutFails);
    const err = new Sink(2);
    const platform = this.#platform(args, stdin, out, err);
    using router = new Router(platform, { interactive: false });
    using fallback = router.enter("fallback");
    const sentinel = { ready: Promise.resolve(false), [Symbol.dispose]: () => {} };
    try {
      await boot(platform, router, fallback, sentinel);
    } catch (error) {
      if (error instanceof Exit) return { code: error.code, stdout: out.text, stderr: err.text };
      throw error;
    }
    throw new Error(`jp ${args.join(" ")} did not exit`);
  }

  /** Runs `jp … -F json` and reads its records. */
  async json(
    args: readonly string[],
    stdin = "",
  ): Promise<Ran & { readonly records: readonly Readonly<Record<string, unknown>>[] }> {
    const ran = await this.jp(["-F", "json", ...args], stdin);
    if (ran.stdout !== "" && !ran.stdout.endsWith("\n")) throw new Error("the last record is cut");
    const records = ran.stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
    return { ...ran, records };
  }

  /** The directories of the conversations there are, archived ones too. */
  conversations(): string[] {
    const found = this.fs.paths().flatMap((path) =>
      /\/conversations\/((?:\.archive\/)?\d+-[^/]+)$/.exec(path)?.[1] ?? []
    );
    return found.sort();
  }

  #platform(args: readonly string[], stdin: string, out: Sink, err: Sink): Platform {
    const env: Record<string, string> = {
      HOME: "/home/u",
      JP_SESSION: "a-session",
      ...this.#options.env,
    };
    const exit = (code: number): never => {
      throw new Exit(code);
    };
    const began = performance.now();
    let unread: Uint8Array | null = new TextEncoder().encode(stdin);
    return {
      runtime: "deno",
      runtimeVersion: "0",
      os: "linux",
      arch: "x64",
      target: "linux-x64",
      args,
      pid: 4242,
      workersGetSignals: true,
      clock: { now: () => this.time + performance.now() - began },
      system: noSystem(exit),
      fs: this.#options.over?.(this.fs) ?? this.fs,
      stdin: {
        isTerminal: () => false,
        read: () => {
          const bytes = unread;
          unread = null;
          return Promise.resolve(bytes);
        },
      },
      stdout: out,
      stderr: err,
      outputsAreOne: () => false,
      env: (name) => env[name],
      envAll: () => ({ ...env }),
      cwd: () => this.#options.cwd ?? WORKSPACE,
      hostname: () => "here",
      openTerminal: () => null,
      spawn: ({ program }) => Promise.reject(new FsError("ENOENT", "spawn", program)),
      onSignal: () => ({ [Symbol.dispose]: () => {} }),
      exit,
    };
  }
}

class Sink implements OutputStream {
  readonly fd: number;
  text = "";
  readonly #decoder = new TextDecoder();

  readonly #fails: string | undefined;

  constructor(fd: number, fails?: string) {
    this.fd = fd;
    this.#fails = fails;
  }

  isTerminal(): boolean {
    return false;
  }

  write(bytes: Uint8Array): Promise<number> {
    if (this.#fails !== undefined) {
      return Promise.reject(new FsError(this.#fails, "write", `fd ${this.fd}`));
    }
    this.text += this.#decoder.decode(bytes, { stream: true });
    return Promise.resolve(bytes.length);
  }
}
