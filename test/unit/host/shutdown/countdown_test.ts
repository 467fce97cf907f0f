import assert from "node:assert/strict";
import type { ShutdownSettings } from "../../../../src/core/ladder/mod.ts";
import type { OutputStream } from "../../../../src/host/platform/port.ts";
import { type Format, Printer } from "../../../../src/host/printer/mod.ts";
import { showCountdown } from "../../../../src/host/shutdown/mod.ts";
import { Router } from "../../../../src/host/signals/mod.ts";
import { eventually } from "../../../support/changes.ts";
import { elapse } from "../../../support/clock.ts";
import { Machine } from "../signals/machine.ts";

const AT_ONCE: ShutdownSettings = { show: true, delaySecs: 0, intervalMs: 10, timeoutSecs: 10 };

interface Bench {
  readonly machine: Machine;
  readonly router: Router;
  readonly countdown: Disposable;
  readonly printer: Printer;
  /** What the terminal got. */
  readonly written: () => string;
}

function bench(settings: ShutdownSettings, format: Format = "text-pretty"): Bench {
  const machine = new Machine();
  const platform = machine.platform();
  const router = new Router(platform, { interactive: false });
  const chunks: string[] = [];
  const stream = (fd: number): OutputStream => ({
    fd,
    isTerminal: () => true,
    write: (bytes) => {
      chunks.push(new TextDecoder().decode(bytes));
      return Promise.resolve(bytes.length);
    },
  });
  const style = { format, color: false };
  const printer = new Printer({
    stdout: stream(1),
    stderr: stream(2),
    out: style,
    err: style,
    size: () => ({ columns: 80, rows: 24 }),
    measure: () => 1,
    onGone: () => {},
  });
  const countdown = showCountdown(router, printer, platform.clock, () => settings);
  return { machine, router, printer, countdown, written: () => chunks.join("") };
}

/** A time in which a countdown that ran would have been drawn. */
async function quiet({ printer }: Bench): Promise<void> {
  await elapse(AT_ONCE.intervalMs + 5);
  await printer.flush(100);
}

function shown(text: string): string[] {
  return [...text.matchAll(/Shutting down… ([\d.]+)s/g)].map(([, seconds]) => seconds ?? "");
}

Deno.test("nothing is shown before a shutdown begins", async () => {
  const place = bench(AT_ONCE);
  using _router = place.router;
  using _countdown = place.countdown;
  await quiet(place);
  assert.equal(place.written(), "");
});

Deno.test("it shows the time that is left, in one line that is rewritten, and takes it away", async () => {
  const place = bench(AT_ONCE);
  using _router = place.router;
  place.machine.raise("SIGTERM");
  await eventually(() => shown(place.written())[0] === "10.0" || undefined, "all of the time");
  place.machine.now += 1600;
  await eventually(
    () => shown(place.written()).at(-1) === "8.4" || undefined,
    "what is left of it",
  );
  place.countdown[Symbol.dispose]();
  await place.printer.flush(100);
  assert.ok(place.written().endsWith("\r\x1b[2K"));
  assert.ok(!place.written().includes("\n"));
});

Deno.test("silence before the delay is over", async () => {
  const place = bench({ ...AT_ONCE, delaySecs: 60 });
  using _router = place.router;
  using _countdown = place.countdown;
  place.machine.raise("SIGTERM");
  await quiet(place);
  assert.deepEqual(shown(place.written()), []);
});

Deno.test("show = false, a hang-up, and formats that do not move show nothing", async () => {
  const cases: [ShutdownSettings, Format, string][] = [
    [{ ...AT_ONCE, show: false }, "text-pretty", "SIGTERM"],
    [AT_ONCE, "text-pretty", "SIGHUP"],
    [AT_ONCE, "text", "SIGTERM"],
    [AT_ONCE, "json", "SIGTERM"],
  ];
  for (const [settings, format, signal] of cases) {
    const place = bench(settings, format);
    using _router = place.router;
    using _countdown = place.countdown;
    place.machine.raise(signal);
    await quiet(place);
    assert.deepEqual(shown(place.written()), [], `${format} ${signal}`);
  }
});
