/**
 * Which terminal session this process belongs to, so that each terminal has its own active
 * conversation: `JP_SESSION`, else the session leader, else what terminal programs set.
 *
 * @module
 */

import type { FileSystem, System } from "../../host/platform/port.ts";
import { failedWith } from "./errors.ts";

/** How a session is told apart from others. */
export type SessionSource =
  | { readonly type: "env"; readonly key: string }
  | { readonly type: "getsid" };

/** A session. */
export interface SessionIdentity {
  /** The variable's value, or the leader's pid. */
  readonly id: string;
  readonly source: SessionSource;
  /** When the leader started, in the kernel's ticks since boot; null where nothing says. */
  readonly leaderStarted: string | null;
  /** The name of its file. */
  readonly fileName: string;
}

/** What telling needs of the machine; a `Platform` has it. */
export interface SessionHost {
  readonly fs: Pick<FileSystem, "readText">;
  readonly system: Pick<System, "getsid">;
  env(name: string): string | undefined;
}

const OWN_VARIABLE = "JP_SESSION";
const TERMINAL_VARIABLES = [
  "TMUX_PANE",
  "WEZTERM_PANE",
  "TERM_SESSION_ID",
  "ITERM_SESSION_ID",
] as const;

/** The session of this process, or null when nothing tells. Never fails. */
export async function sessionIdentity(host: SessionHost): Promise<SessionIdentity | null> {
  const own = await fromVariable(host, OWN_VARIABLE);
  if (own !== null) return own;
  const leader = host.system.getsid();
  // 0: the leader is outside of our container, and of no use as a name.
  if (leader > 0) {
    return {
      id: String(leader),
      source: { type: "getsid" },
      leaderStarted: await startOf(host.fs, leader),
      fileName: `getsid-${leader}.json`,
    };
  }
  for (const key of TERMINAL_VARIABLES) {
    const identity = await fromVariable(host, key);
    if (identity !== null) return identity;
  }
  return null;
}

async function fromVariable(host: SessionHost, key: string): Promise<SessionIdentity | null> {
  const value = host.env(key);
  if (!value) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value));
  const hex = Array.from(
    new Uint8Array(digest, 0, 8),
    (byte) => byte.toString(16).padStart(2, "0"),
  );
  return {
    id: value,
    source: { type: "env", key },
    leaderStarted: null,
    fileName: `env-${key}-${hex.join("")}.json`,
  };
}

/** Field 22 of the process's `stat`; the name before it may hold blanks and brackets. */
async function startOf(fs: Pick<FileSystem, "readText">, pid: number): Promise<string | null> {
  let stat: string;
  try {
    stat = await fs.readText(`/proc/${pid}/stat`);
  } catch (error) {
    if (failedWith(error, "ENOENT", "EACCES", "EPERM", "ESRCH", "ENOTDIR")) return null;
    throw error;
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = fields[19];
  return start !== undefined && /^\d+$/.test(start) ? start : null;
}
