/** A stage over a terminal that a test plays: prompts are shown on it and its keys are read. */
import type { TerminalDevice } from "../../../src/host/platform/port.ts";
import { Printer } from "../../../src/host/printer/mod.ts";
import { Router } from "../../../src/host/signals/mod.ts";
import { Terminal } from "../../../src/host/terminal/mod.ts";
import type { Stage } from "../../../src/interaction/widgets/mod.ts";
import { FakeStream } from "../host/printer/fake_stream.ts";
import type { Machine } from "../host/signals/machine.ts";

/**
 * The stage; dispose it when the test is done.
 *
 * @param stdout on the terminal, if it says so.
 */
export function stageOver(
  machine: Machine,
  device: TerminalDevice,
  stdout = new FakeStream(1),
): Stage & Disposable & { signal(name: string): void } {
  const platform = {
    ...machine.platform(),
    env: (name: string) => name === "TERM" ? "xterm" : undefined,
    openTerminal: () => device,
  };
  const router = new Router(platform, { interactive: true });
  const terminal = new Terminal(platform, router.memory);
  const printer = new Printer({
    stdout,
    stderr: new FakeStream(2),
    out: { format: "text", color: false },
    err: { format: "text", color: false },
    size: () => ({ columns: 80, rows: 24 }),
    measure: () => 1,
    onGone: () => {},
  });
  const listeners: { readonly name: string; readonly listener: () => void }[] = [];
  return {
    terminal,
    printer,
    router,
    onSignal: (name, listener) => {
      listeners.push({ name, listener });
      return { [Symbol.dispose]: () => {} };
    },
    signal: (name) => {
      for (const one of listeners) if (one.name === name) one.listener();
    },
    [Symbol.dispose]: () => {
      terminal[Symbol.dispose]();
      router[Symbol.dispose]();
    },
  };
}
