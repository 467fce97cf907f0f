/**
 * Asks once whether a workspace's configuration may run programs and redirect keys, and remembers
 * the answer by the content of what was shown: something else there asks again. Nobody to ask is a
 * refusal.
 *
 * Source: product.md "Security".
 *
 * @module
 */

import { ask } from "../interaction/prompts/mod.ts";
import { formatKeyPath, type TrustPolicy, type TrustRequest } from "../services/config/mod.ts";
import { FsError } from "../host/platform/port.ts";
import type { RunningProcess } from "./run_process.ts";

const FILE = "trusted.json";
const SHOWN_VALUE = 60;

/**
 * The policy of a run.
 *
 * @param directory the user's own folder for this workspace; null: nothing can be remembered.
 */
export function trustPolicy(
  running: RunningProcess,
  directory: () => Promise<string | null>,
): TrustPolicy {
  const answered = new Map<string, "trusted" | "refused">();
  return async (request, signal) => {
    const before = answered.get(request.hash);
    if (before !== undefined) return before;
    const path = await fileIn(directory);
    const hashes = path === null ? [] : await remembered(running, path);
    const answer = hashes.includes(request.hash)
      ? "trusted"
      : await consent(running, request, signal);
    answered.set(request.hash, answer);
    if (answer === "trusted" && path !== null && !hashes.includes(request.hash)) {
      await remember(running, path, [...hashes, request.hash]);
    }
    return answer;
  };
}

/** Whether what a hash stands for was consented to; `directory` as for {@linkcode trustPolicy}. */
export async function isTrusted(
  running: RunningProcess,
  directory: string,
  hash: string,
): Promise<boolean> {
  return (await remembered(running, `${directory}/${FILE}`)).includes(hash);
}

/** Remembers the consent of somebody who has just typed what the hash stands for. */
export async function rememberTrust(
  running: RunningProcess,
  directory: string,
  hash: string,
): Promise<void> {
  const path = `${directory}/${FILE}`;
  const hashes = await remembered(running, path);
  if (!hashes.includes(hash)) await remember(running, path, [...hashes, hash]);
}

async function consent(
  running: RunningProcess,
  request: TrustRequest,
  signal: AbortSignal,
): Promise<"trusted" | "refused"> {
  const { stage, gate } = running;
  const answer = await ask(stage, gate, {
    message: "Trust it?",
    preamble: [
      "The configuration of this workspace wants to set what only you may allow:",
      ...request.keys.map(({ path, value }) => `  ${formatKeyPath(path)} = ${shown(value)}`),
      ...request.files.map((file) => `  in ${printable(file)}`),
    ],
    choices: [
      { key: "y", label: "Yes, until it changes" },
      { key: "n", label: "No, leave these out" },
    ],
  }, signal);
  return answer.kind === "chosen" && answer.key === "y" ? "trusted" : "refused";
}

function shown(value: unknown): string {
  const text = printable(value === null ? "(as before)" : JSON.stringify(value) ?? "");
  return text.length > SHOWN_VALUE ? `${text.slice(0, SHOWN_VALUE)}…` : text;
}

// What is asked about comes from somebody else: direction marks and invisible characters are
// shown as what they are. Control characters the painter shows by itself.
function printable(text: string): string {
  return text.replace(
    /[\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

async function fileIn(directory: () => Promise<string | null>): Promise<string | null> {
  const folder = await directory();
  return folder === null ? null : `${folder}/${FILE}`;
}

async function remembered({ platform }: RunningProcess, path: string): Promise<readonly string[]> {
  try {
    const stored: unknown = JSON.parse(await platform.fs.readText(path));
    return Array.isArray(stored) ? stored.filter((hash) => typeof hash === "string") : [];
  } catch (error) {
    // A file that is missing or cannot be read remembers nothing: the question is asked again.
    if (error instanceof FsError || error instanceof SyntaxError) return [];
    throw error;
  }
}

async function remember(
  { platform }: RunningProcess,
  path: string,
  hashes: readonly string[],
): Promise<void> {
  try {
    await platform.fs.makeDir(path.slice(0, path.lastIndexOf("/")), {
      recursive: true,
      mode: 0o700,
    });
    await platform.fs.replace(path, new TextEncoder().encode(JSON.stringify(hashes)), 0o600);
  } catch (error) {
    // Not remembered: it will be asked again, which is the safe way round.
    if (!(error instanceof FsError)) throw error;
  }
}
