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
import { PROMPT } from "../ladder/support.ts";

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
  const none = () => (left = run.survivors()).length === 0 || undefined;
  await eventually(none, "the end of all of it", { timeoutMs: 5000 })
    .catch(() => assert.deepEqual(left, []));
}

/** Takes the terminal, fills the screen, and has `keys` do what it does there. */
export function fullScreen(keys: string, { after = "" } = {}): string {
  return `
trap 'note INT' INT
say '{"type":"terminal","id":1,"action":"acquire"}'
IFS= read -r answer; note "$answer"
exec 3<>/dev/tty
saved=$(stty -g <&3)
stty -icanon -echo <&3
printf '\\033[?1049h\\033[?1000h\\033[?25lFULL' >&3
say '{"type":"print","text":"printed meanwhile\\n"}'
${keys}
printf '\\033[?25h\\033[?1000l\\033[?1049l' >&3
stty "$saved" <&3
say '{"type":"terminal","id":2,"action":"release"}'
IFS= read -r answer; note "$answer"
${after}
say '{"type":"exit","code":0}'
`;
}

export const UNTIL_Q = `
while :; do
  c=$(dd bs=1 count=1 <&3 2>/dev/null) || continue
  [ -n "$c" ] && note "key $c"
  [ "$c" = q ] && break
done`;

export async function full(pty: Pty): Promise<void> {
  await pty.expectScreen((screen) => screen.text.includes("FULL") && screen.modes.altScreen);
}

/** jp and its arguments at the prompt of a shell with job control, as `$JP`. */
export async function inShell(
  world: PluginWorld,
  target: Target,
  args: readonly string[],
): Promise<Pty> {
  const { cmd, args: all } = jpCommand(target, ...args);
  const pty = spawnPty({
    cmd: "bash",
    args: ["--norc", "--noprofile", "--noediting", "-i"],
    env: { ...world.env, PS1: PROMPT, HISTFILE: "", JP: [cmd, ...all].join(" ") },
    cwd: world.fixture.workspace,
    timeoutMs: 20_000,
  });
  await pty.expect(PROMPT);
  return pty;
}

/** Does as it likes, and has a child that does so as well. */
export const DEAF = `
trap '' INT TERM HUP
# In the second rung also what has left the group goes; at once, in the third, only the group.
[ -e "$0.hide" ] && { setsid sh -c 'trap "" INT TERM HUP; while :; do sleep 1; done' & }
(trap '' INT TERM HUP; while :; do sleep 1; done) &
note "child $!"
note "self $$"
say '{"type":"print","text":"deaf\\n"}'
while IFS= read -r line; do note "$line"; done
note "end of input"
while :; do sleep 1; done
`;

export const QUIET = "[interrupt.shutdown]\nshow = false\n";
