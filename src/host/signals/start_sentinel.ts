/**
 * Starts the sentinel beside the main thread. The worker itself is made by the entry file, since a
 * compiled binary finds it only from there; this connects the two.
 *
 * @module
 */

import type { Router } from "./router.ts";

/** The part of a Worker that is used. */
export interface SentinelWorker {
  /** Called with what it posts. */
  onmessage: ((event: MessageEvent) => void) | null;
  /** Called when it cannot run. */
  onerror: ((event: ErrorEvent) => void) | null;
  /** Sends it something. */
  postMessage(message: unknown): void;
  /** Ends it. */
  terminate(): void;
}

/** How the sentinel is doing, for `jp doctor`. */
export interface Sentinel extends Disposable {
  /** Resolves to whether it came up; never rejects. */
  readonly ready: Promise<boolean>;
}

/** Hands the sentinel its memory and listens for its wake-ups. */
export function startSentinel(worker: SentinelWorker, router: Router): Sentinel {
  const ready = new Promise<boolean>((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data === "ready") {
        // Its listeners may have un-ignored what was ignored at the start.
        router.keepIgnored();
        router.leaveRecordingToSentinel();
        resolve(true);
      } else router.wake();
    };
    worker.onerror = (event) => {
      // Without it the ladder holds as long as this thread is free, which is most of the promise.
      event.preventDefault();
      router.recordAlone();
      resolve(false);
    };
  });
  worker.postMessage({ buffer: router.memory.buffer, signals: router.signals });
  // A shutdown may begin without a signal (a menu, a key); its deadline is the sentinel's too.
  const begun = (): void => worker.postMessage("shutdown");
  router.shutdown.addEventListener("abort", begun, { once: true });
  return {
    ready,
    [Symbol.dispose]: () => {
      router.shutdown.removeEventListener("abort", begun);
      router.recordAlone();
      worker.terminate();
    },
  };
}
