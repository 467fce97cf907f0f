/**
 * A test run started in the background or under nohup has SIGINT, SIGQUIT or SIGHUP ignored, every
 * child inherits that, and jp then rightly leaves them ignored: half the suite would fail for the
 * way it was started. Children of the bed start with the defaults, whatever the runner got.
 */
import { openLibc } from "./libc.ts";

const SIG_DFL = 0n;
const SIG_IGN = 1n;
// HUP, INT, QUIT, TERM, CONT, TSTP, TTIN, TTOU on Linux.
const SIGNALS = [1, 2, 3, 15, 18, 20, 21, 22];

/**
 * Sets the signals this process ignores back to their default. Never restores them: tests run on
 * several threads of one process, and another thread may be about to spawn.
 */
export function resetIgnoredSignals(): void {
  using libc = openLibc();
  for (const signal of SIGNALS) {
    // struct sigaction is 152 bytes; the handler is its first word.
    const current = new BigUint64Array(32);
    if (libc.symbols.sigaction(signal, null, current) !== 0) continue;
    if (current[0] === SIG_IGN) libc.symbols.signal(signal, SIG_DFL);
  }
}
