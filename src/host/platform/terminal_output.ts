/**
 * Output that ends on the controlling terminal, written at once as far as the terminal takes it. The
 * way through another thread that the runtimes' writes go costs milliseconds, between a key and what
 * it does (interrupts.md "How fast"); a terminal that takes nothing still holds up nobody, since the
 * descriptor is one of our own and does not block.
 *
 * @module
 */

import type { OutputStream } from "./port.ts";
import type { System } from "./system.ts";

/** The same stream; only its writes to the controlling terminal are quicker. */
export function writingAtOnce(stream: OutputStream, system: System): OutputStream {
  let own: number | undefined;
  // Looked at on the first write: a program that prints nothing opens nothing.
  const open = (): number => system.foregroundGroup(stream.fd) < 0 ? -1 : system.open("/dev/tty");
  return {
    fd: stream.fd,
    isTerminal: () => stream.isTerminal(),
    write: (bytes) => {
      own ??= open();
      const count = own < 0 ? -1 : system.write(own, bytes);
      // What it does not take, and every failure, the ordinary way waits for and reports.
      return count > 0 ? Promise.resolve(count) : stream.write(bytes);
    },
  };
}
