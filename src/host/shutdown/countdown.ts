/**
 * Draws the countdown of a graceful shutdown on the printer's status line. Display only: the
 * deadline is enforced by the router's timer and by the sentinel, drawn or not.
 *
 * Source: RFD 092 "Shutdown watchdog".
 *
 * @module
 */

import { countdownPlan, shutdownDisplay, type ShutdownSettings } from "../../core/ladder/mod.ts";
import type { Clock } from "../platform/port.ts";
import type { Printer } from "../printer/mod.ts";
import type { Router } from "../signals/mod.ts";

/** Shows the countdown from the moment the shutdown begins until disposed. */
export function showCountdown(
  router: Router,
  printer: Printer,
  clock: Clock,
  settings: () => ShutdownSettings,
): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    const { phase, deadline, shutdownAt, endSignal } = router.state;
    // A hang-up is silent: nobody reads it.
    if (phase !== "shutting down" || endSignal === "SIGHUP") return;
    const display = shutdownDisplay(settings());
    const plan = countdownPlan(display, shutdownAt, deadline, clock.now());
    printer.status(plan.line);
    if (plan.nextMs > 0) timer = setTimeout(draw, plan.nextMs);
  };
  router.shutdown.addEventListener("abort", draw, { once: true });
  return {
    [Symbol.dispose]: () => {
      router.shutdown.removeEventListener("abort", draw);
      clearTimeout(timer);
      printer.status(null);
    },
  };
}
