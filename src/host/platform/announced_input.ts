/**
 * Waiting for input where no call waits off the thread (Bun): the kernel says by SIGIO that there is
 * some, 0.2 ms after the key. Until it has done so once, and where it never does, the descriptors
 * are looked at as well, at short intervals. All of it lasts as long as somebody waits and no longer.
 *
 * @module
 */

import type { Clock } from "./port.ts";
import type { PollResult, System } from "./system.ts";

/** While somebody types, a key that is not announced waits this long at most, ms. */
const LOOK_MS = 1;
/** Later a look costs less. */
const IDLE_LOOK_MS = 8;
const IDLE_AFTER_MS = 30_000;
/** Where input is announced, this is for an announcement that got lost. */
const ANNOUNCED_LOOK_MS = 50;

/** How SIGIO is listened to. */
export type ListenToInput = (listener: () => void) => void;

/** The system, able to wait. It listens to SIGIO from the first wait on. */
export function waitingForAnnouncements(
  system: System,
  clock: Clock,
  listen: ListenToInput,
): System {
  const waiting = new Set<() => void>();
  let announced = false;
  let listening = false;

  const announce = (fds: readonly number[]): Disposable => {
    const { announceInput } = system;
    if (announceInput === null) return { [Symbol.dispose]: () => {} };
    if (!listening) {
      listen(() => {
        announced = true;
        for (const wake of waiting) wake();
      });
    }
    // For good: an announcement that nobody listened to would end the process.
    listening = true;
    const announcing = fds.map((fd) => announceInput(fd));
    return {
      [Symbol.dispose]: () => {
        for (const one of announcing) one?.[Symbol.dispose]();
      },
    };
  };

  const awoken = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      waiting.add(wake);
    });

  const wait = async (
    fds: readonly number[],
    timeoutMs: number,
  ): Promise<readonly PollResult[] | null> => {
    const started = clock.now();
    using _announcing = announce(fds);
    for (;;) {
      const results = fds.map((fd) => system.poll(fd));
      if (results.some(({ readable, gone }) => readable || gone)) return results;
      const waited = clock.now() - started;
      if (timeoutMs >= 0 && waited >= timeoutMs) return null;
      const unannounced = waited < IDLE_AFTER_MS ? LOOK_MS : IDLE_LOOK_MS;
      const look = announced ? ANNOUNCED_LOOK_MS : unannounced;
      await awoken(timeoutMs < 0 ? look : Math.min(look, timeoutMs - waited));
    }
  };
  return { ...system, waitReadable: wait };
}
