/**
 * What a caller can act on when a plugin cannot be run.
 *
 * @module
 */

/** Why. */
export type PluginErrorCode =
  /** Configuration, or its owner, says no. */
  | "denied"
  /** It is not the program whose digest was configured. */
  | "checksum"
  /** It cannot be read or started. */
  | "start"
  /** It does not speak the protocol. */
  | "protocol";

/** A plugin that cannot be run, or not any more. */
export class PluginError extends Error {
  override readonly name = "PluginError";
  readonly reason: PluginErrorCode;
  /** What to do about it, one line. */
  readonly help: string;

  constructor(
    reason: PluginErrorCode,
    message: string,
    options: { readonly help: string; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.help = options.help;
  }
}

/** A request of a plugin that cannot be met: it is answered with an error, and goes on. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
