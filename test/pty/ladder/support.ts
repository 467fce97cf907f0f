/**
 * What the ladder's tests share: jp with a long answer from the demo model, a fixture program on the
 * ladder for each target, and presses that count as presses of their own.
 */
import assert from "node:assert/strict";
import {
  type Command,
  fixtureCommand,
  type FixtureEnv,
  fixtureEnv,
  type FixtureOptions,
  humanPause,
  jpCommand,
  pastRelayWindow,
  pressCtrlC,
  type ProviderServer,
  type Pty,
  type PtyOptions,
  type Script,
  spawnPty,
  startProvider,
  type Target,
  termiosChanges,
} from "../../support/mod.ts";

export { humanPause, pastRelayWindow, pressCtrlC };

/** The menu of whatever scope a press met: the fallback's, a turn's, a stream's. */
export const MENU = /Interrupted \[c,(?:q|r,s|r,s,a),\?\] /;
export const SHUTTING_DOWN = "gracefully shutting down…";
export const TERMINATING = "terminating program…";
export const DEAD_BY_SIGINT = { code: null, signal: "SIGINT" } as const;

/** `jp query` with an answer of so many words from the demo model. */
export function query(words: number, intervalMs: number): string[] {
  return ["q", "hello", "-p", `words=${words}`, "-p", `interval_ms=${intervalMs}`];
}

/** An answer that outlasts any test. */
export const LONG_QUERY = query(5000, 20);

/** jp on a terminal, with an environment of its own. */
export class Run implements AsyncDisposable {
  readonly pty: Pty;
  readonly env: FixtureEnv;

  constructor(pty: Pty, env: FixtureEnv) {
    this.pty = pty;
    this.env = env;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pty[Symbol.asyncDispose]();
    await this.env[Symbol.asyncDispose]();
  }
}

export type RunOptions = Partial<PtyOptions> & {
  readonly fixture?: FixtureOptions;
};

/** Starts jp with the arguments given. */
export async function startJp(
  target: Target,
  args: readonly string[] = LONG_QUERY,
  { fixture = {}, ...options }: RunOptions = {},
): Promise<Run> {
  const env = await fixtureEnv(fixture);
  const pty = spawnPty({
    ...jpCommand(target, ...args),
    env: env.env,
    cwd: env.workspace,
    timeoutMs: 20_000,
    ...options,
  });
  return new Run(pty, env);
}

/** jp's surroundings with the stand-in provider as its model. */
export class ProviderWorld implements AsyncDisposable {
  readonly env: FixtureEnv;
  readonly provider: ProviderServer;

  constructor(env: FixtureEnv, provider: ProviderServer) {
    this.env = env;
    this.provider = provider;
  }

  /** Starts jp on a terminal. */
  pty(target: Target, args: readonly string[], options: RunOptions = {}): Pty {
    return spawnPty({
      ...jpCommand(target, ...args),
      env: this.env.env,
      cwd: this.env.workspace,
      timeoutMs: 20_000,
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.provider[Symbol.asyncDispose]();
    await this.env[Symbol.asyncDispose]();
  }
}

/** A provider that answers as the scripts say, and a user's configuration that names it. */
export async function withProvider(scripts: readonly Script[]): Promise<ProviderWorld> {
  const provider = await startProvider(scripts);
  const env = await fixtureEnv({ env: { LOCAL_KEY: "key" } });
  await Deno.mkdir(`${env.configHome}/jp`, { recursive: true });
  await Deno.writeTextFile(
    `${env.configHome}/jp/config.toml`,
    [
      'assistant.model.id = "local/test"',
      "conversation.title.generate.auto = false",
      "[providers.llm.local]",
      'kind = "openai-compatible"',
      `base_url = "${provider.url}"`,
      'api_key_env = "LOCAL_KEY"',
      "",
    ].join("\n"),
  );
  return new ProviderWorld(env, provider);
}

/** Waits until some of the demo's answer is on the screen. */
export async function streaming(pty: Pty): Promise<void> {
  await pty.expect("not a language model:");
}

/** What the interactive shell prompts with. */
export const PROMPT = "@@ ";

/**
 * A shell with job control, as a person has it; `$JP` is jp. Without line editing, so that the
 * terminal at its prompt is the terminal as it was.
 */
export async function startShell(target: Target, args: readonly string[]): Promise<Run> {
  const env = await fixtureEnv();
  const command = jpCommand(target, ...args);
  const pty = spawnPty({
    cmd: "bash",
    args: ["--norc", "--noprofile", "--noediting", "-i"],
    env: { ...env.env, PS1: PROMPT, HISTFILE: "", JP: [command.cmd, ...command.args].join(" ") },
    cwd: env.workspace,
    timeoutMs: 20_000,
  });
  await pty.expect(PROMPT);
  return new Run(pty, env);
}

/** Three presses where nothing shows that the first was heard, and what the other two have said. */
export async function threePresses(pty: Pty): Promise<void> {
  await pressCtrlC(pty);
  await humanPause();
  await pressCtrlC(pty);
  await pty.expect(SHUTTING_DOWN);
  await pressCtrlC(pty);
  await pty.expect(TERMINATING);
}

/** How often a text contains another. */
export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/**
 * Modes as they were found, nothing left on, no trace of the key. In a pipeline the key's echo
 * stays: the row it stands on may be the reader's, and is left alone.
 */
export async function assertTerminalRestored(
  pty: Pty,
  { pipeline = false }: { readonly pipeline?: boolean } = {},
): Promise<void> {
  assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  const { leftOn, text, cursor } = await pty.screen();
  assert.deepEqual(leftOn, []);
  assert.equal(cursor.visible, true);
  assert.ok(pipeline || !text.includes("^C"), text);
  assertNoTrace(pty.raw);
}

/** No stack trace, no runtime's own words about a crash. */
export function assertNoTrace(text: string): void {
  assert.doesNotMatch(text, /^\s+at .+[:(]\d+/m);
  assert.doesNotMatch(text, /panicked|Uncaught|unhandled|core dumped|Segmentation/i);
}

/** The answers and requests a conversation has kept, from its log. Throws if a line is torn. */
export async function conversationEvents(env: FixtureEnv): Promise<Record<string, unknown>[]> {
  const root = `${env.workspace}/.jp/conversations`;
  const logs: string[] = [];
  for await (const { name } of Deno.readDir(root)) logs.push(`${root}/${name}/events.jsonl`);
  assert.equal(logs.length, 1, `one conversation, not ${logs.length}`);
  const text = await Deno.readTextFile(logs[0] as string);
  assert.ok(text.endsWith("\n"), "the last line is whole");
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** The fixture program of fixtures/ladder.ts on a target. */
export function ladderFixture(
  target: Target,
  mode: string,
  options: Record<string, unknown> = {},
  ...rest: string[]
): Command {
  const file = "test/pty/ladder/fixtures/ladder.ts";
  return fixtureCommand(target, file, mode, JSON.stringify(options), ...rest);
}
