/**
 * What the tools' tests share: a provider that asks for tools, a workspace for them to work in, and
 * what has to be true of a conversation afterwards.
 */
import assert from "node:assert/strict";
import { eventually, type Pty, type Script, type Target, toolCalls } from "../../support/mod.ts";
import { assertTerminalRestored } from "../ladder/support.ts";
import { type Stored, type World, world } from "../query/world.ts";

export { pressCtrlC, RUNTIMES, sendSigint } from "../../support/mod.ts";

export const ENDED_WELL = { code: 0, signal: null } as const;
export const DEAD_BY_SIGINT = { code: null, signal: "SIGINT" } as const;
export const KEYS = "[y,Y,n,N,p,r,e,?]";
export const STREAMING_OVER_PROMPT = "Interrupted [c,r,s,a,b,?] ";
export const TOOL_MENU = "Interrupted [c,r,s,t,?] ";
export const TOOL_MENU_OVER_PROMPT = "Interrupted [c,r,s,t,b,?] ";
export const TURN_MENU_OVER_PROMPT = "Interrupted [c,r,s,b,?] ";

/** A world whose provider answers by `scripts`; `toml` is the user's configuration. */
export async function toolWorld(scripts: readonly Script[], toml = ""): Promise<World> {
  return await world({ scripts, user: toml });
}

export function shell(command: string, id = "call_1"): Script {
  return toolCalls({ id, name: "shell", args: { command } });
}

export function write(path: string, content: string, id = "call_1"): Script {
  return toolCalls({ id, name: "fs_write", args: { path, content } });
}

/**
 * A local tool that asks `text` as `answerType` (JSON, and further members of the question) before
 * it answers; `more` is TOML of its table.
 */
export function askingTool(
  name: string,
  text: string,
  answerType = '"Boolean"',
  more = "",
): string {
  const question =
    `{"type":"needs_input","question":{"id":"q","text":"${text}","answer_type":${answerType}}}`;
  const script = `case "$1" in *'"q":'*) echo "told $1";; *) echo '${question}';; esac`;
  return `[conversation.tools.${name}]
source = "local"
enable = true
run = "unattended"
command = { program = "sh", args = ["-c", ${JSON.stringify(script)}, "sh", "{{tool}}"] }
${more}
`;
}

/** It ended with status 0, and left the terminal in order. */
export async function assertEndedWell(pty: Pty): Promise<void> {
  assert.deepEqual(await pty.expectExit(), ENDED_WELL);
  await assertTerminalRestored(pty);
}

/** `id: content` of the results in a log, in order. */
export function results(events: readonly Stored[]): string[] {
  return events.filter(({ type }) => type === "tool_call_response")
    .map((event) => `${event["id"]}: ${event["content"]}`);
}

/** The messages of a request at the provider that tools are about: calls and their results. */
export function toolMessages(body: Record<string, unknown>): string[] {
  const messages = body["messages"] as {
    readonly role: string;
    readonly content: unknown;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly { readonly id: string }[];
  }[];
  return messages.flatMap(({ role, content, tool_call_id, tool_calls }) =>
    role === "tool"
      ? [`${tool_call_id}: ${content}`]
      : (tool_calls ?? []).map(({ id }) => `call ${id}`)
  );
}

/** Each call has its one result, in the message after it, as providers insist (PR-038). */
export function assertPaired(body: Record<string, unknown>): void {
  const open: string[] = [];
  for (const line of toolMessages(body)) {
    if (line.startsWith("call ")) open.push(line.slice(5));
    else assert.equal(open.shift(), line.split(": ", 1)[0], line);
  }
  assert.deepEqual(open, []);
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The question about the shell. */
export const SHELL_PROMPT = `Run built-in shell tool? ${KEYS} `;
/** Says on the terminal's own file that it runs, and hears every signal it is sent. */
export const WAITS = "trap 'echo INT >> heard' INT; trap 'echo TERM >> heard' TERM; " +
  "echo started >> started; while ! test -e go; do sleep 0.05; done; echo finished";

/** A run whose tool is running. */
export async function running(world: World, target: Target, key = "y"): Promise<Pty> {
  const pty = world.pty(target, ["q", "-t=shell", "do it"]);
  await pty.expect(SHELL_PROMPT);
  pty.press(key);
  await file(world, "started");
  return pty;
}

/** Waits until a file is there, with as many lines, and answers with its text. */
export function file(world: World, name: string, lines = 1): Promise<string> {
  return eventually(async () => {
    try {
      const text = await Deno.readTextFile(`${world.fixture.workspace}/${name}`);
      return text.split("\n").length > lines ? text : undefined;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return undefined;
    }
  }, `${lines} lines in ${name}`);
}

/** Lets it end. */
export async function go(world: World): Promise<void> {
  await Deno.writeTextFile(`${world.fixture.workspace}/go`, "");
}
/** What the second request asked. */
export async function second(world: World): Promise<Record<string, unknown>> {
  return (await world.provider.request(2)).body as Record<string, unknown>;
}
