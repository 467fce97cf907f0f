/**
 * `shell`: a command line, run by the system's shell at the workspace's root.
 *
 * @module
 */

import type { SessionCommand } from "../../../host/platform/port.ts";
import { failureOf } from "../command_failure.ts";
import { OutputKeeper } from "../output_keeper.ts";
import { runCommand } from "../run_command.ts";
import { done, failed, settled } from "../settle.ts";
import { type RunOutcome, ToolError } from "../types.ts";
import { type BuiltIn, type Surroundings, textOf } from "./types.ts";

/** The tool. */
export const SHELL: BuiltIn = {
  name: "shell",
  description: "Runs a command line with sh at the workspace's root and answers with what it " +
    "prints. It has no terminal and no input; nothing it starts outlives it.",
  parameters: {
    type: "object",
    properties: { command: { type: "string", minLength: 1, description: "The command line." } },
    required: ["command"],
    additionalProperties: false,
  },
  prepare: (args, around) => {
    const line = textOf(args, "command");
    if (line.includes("\0")) {
      return Promise.reject(new ToolError("arguments", "The command holds a NUL."));
    }
    const { root } = around.workspace;
    return Promise.resolve({
      preview: { kind: "command", line, cwd: root },
      run: (_answers, signal) => settled(signal, () => runLine(around, line, root, signal)),
    });
  },
};

async function runLine(
  { host, slots, env, keeper }: Surroundings,
  line: string,
  cwd: string,
  signal: AbortSignal,
): Promise<RunOutcome> {
  await using output = new OutputKeeper(keeper);
  const command = { ...shellOf(host.os, line), cwd, env };
  const end = await runCommand(
    host,
    slots,
    { command, input: "", stdout: output, stderr: output },
    signal,
  );
  if (end.kind === "cancelled") return { kind: "cancelled" };
  const text = (await output.text()).trimEnd();
  const failure = failureOf(end);
  if (failure === null) return done(text === "" ? "[no output]" : text);
  return failed(text === "" ? `[${failure}]` : `${text}\n[${failure}]`);
}

/** How the system's shell is given a command line. */
export function shellOf(os: string, line: string): Pick<SessionCommand, "program" | "args"> {
  return os === "windows"
    ? { program: "cmd.exe", args: ["/d", "/s", "/c", line] }
    : { program: "sh", args: ["-c", line] };
}
