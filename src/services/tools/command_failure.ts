/**
 * How a program that did not go well is told of.
 *
 * @module
 */

import type { FsError } from "../../host/platform/port.ts";
import { RouterError } from "../../host/signals/mod.ts";
import { MAX_BYTES } from "./output_keeper.ts";
import type { CommandEnd } from "./run_command.ts";

/** In words, without a full stop; null when it went well. */
export function failureOf(end: Exclude<CommandEnd, { readonly kind: "cancelled" }>): string | null {
  switch (end.kind) {
    case "exited":
      if (end.signal !== null) return `ended by ${end.signal}`;
      return end.code === 0 ? null : `exit status ${end.code}`;
    case "flooded":
      return `stopped: it wrote more than ${MAX_BYTES / 1024 / 1024} MiB`;
    case "not started":
      return `could not be started: ${startFailure(end.error)}`;
  }
}

function startFailure(error: FsError | RouterError): string {
  if (error instanceof RouterError) return error.message;
  switch (error.code) {
    case "ENOENT":
      return "there is no such program, or its directory is gone";
    case "EACCES":
      return "it may not be executed";
    case "E2BIG":
      return "its arguments are too long";
    default:
      return error.code;
  }
}
