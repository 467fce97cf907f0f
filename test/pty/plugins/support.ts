/**
 * Plugins for tests: small sh programs on a PATH of their own, allowed to run, that leave what they
 * see in a log beside them.
 */
import assert from "node:assert/strict";
import {
  type Detached,
  type DetachedOptions,
  eventually,
  type FixtureEnv,
  fixtureEnv,
  jpCommand,
  type ProcessInfo,
  type Pty,
  type PtyOptions,
  spawnDetached,
  spawnPty,
  type Target,
} from "../../support/mod.ts";

/** What every test plugin begins with: it says that it is there, and what it is. */
const PRELUDE = `#!/bin/sh
say() { printf '%s\\n' "$1"; }
note() { printf '%s\\n' "$*" >>"$0.log"; }
IFS= read -r init
say '{"type":"ready"}'
`;

export interface WorldOptions {
  /** The body of each plugin, by name; one that begins with \`#!\` is the whole file. */
  readonly plugins: Readonly<Record<string, string>>;
  /** More for the user's configuration. */
  readonly config?: string;
  /** Leave them to be asked about. */
  readonly unapproved?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** jp's surroundings, with plugins. */
export class PluginWorld implements AsyncDisposable {
  readonly fixture: FixtureEnv;
  readonly bin: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(fixture: FixtureEnv, env: Readonly<Record<string, string>> = {}) {
    this.fixture = fixture;
    this.bin = `${fixture.root}/bin`;
    this.env = { ...fixture.env, PATH: `${this.bin}:${fixture.env["PATH"]}`, ...env };
  }

  /** jp on a terminal. */
  pty(target: Target, args: readonly string[], options: Partial<PtyOptions> = {}): Pty {
    return spawnPty({ ...jpCommand(target, ...args), ...this.#where, ...options });
  }

  /** jp without one. */
  detached(
    target: Target,
    args: readonly string[],
    options: Partial<DetachedOptions> = {},
  ): Detached {
    return spawnDetached({ ...jpCommand(target, ...args), ...this.#where, ...options });
  }

  /** What a plugin has noted so far, line by line. */
  async notes(name: string): Promise<string[]> {
    try {
      const text = await Deno.readTextFile(`${this.bin}/jp-${name}.log`);
      return text.split("\n").slice(0, -1);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** Waits until a plugin has noted a line that begins like this, and answers with the line. */
  async noted(name: string, start: string): Promise<string> {
    return await eventually(
      async () => (await this.notes(name)).find((line) => line.startsWith(start)),
      `the note ${start} of ${name}`,
      { timeoutMs: 20_000 },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fixture[Symbol.asyncDispose]();
  }

  get #where() {
    return { env: this.env, cwd: this.fixture.workspace, timeoutMs: 20_000 };
  }
}

export async function pluginWorld(options: WorldOptions): Promise<PluginWorld> {
  const world = new PluginWorld(await fixtureEnv(), options.env);
  await Deno.mkdir(world.bin);
  for (const [name, body] of Object.entries(options.plugins)) {
    const text = body.startsWith("#!") ? body : PRELUDE + body;
    await Deno.writeTextFile(`${world.bin}/jp-${name}`, text, { mode: 0o755 });
  }
  const allowed = options.unapproved
    ? []
    : Object.keys(options.plugins).map((name) =>
      `[plugins.command."${name}"]\nrun = "unattended"\n`
    );
  const folder = `${world.fixture.configHome}/jp`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/config.toml`, [options.config ?? "", ...allowed].join("\n"));
  return world;
}

/** Nothing that the run has started is there any more. */
export async function assertNoneLeft(run: { survivors(): ProcessInfo[] }): Promise<void> {
  // A killed process is gone a moment after it was killed.
  let left: ProcessInfo[] = [];
  for (let look = 0; look < 100; look++) {
    left = run.survivors();
    if (left.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.deepEqual(left, []);
}
