/**
 * Finds what a server said went wrong: the shapes error bodies come in. Decides nothing.
 *
 * @module
 */

/** What could be read from an error body. */
export interface ServerWords {
  /** Its message, verbatim; empty when there is none. */
  readonly message: string;
  /** `insufficient_quota`, `overloaded_error`, …: every code and type found, lower case. */
  readonly codes: readonly string[];
  /** The HTTP status the error object itself names, or null. */
  readonly status: number | null;
  /** How long it asks to wait, ms, when the body says so; headers are read elsewhere. */
  readonly retryAfterMs: number | null;
  /** Whether it was a web page. */
  readonly html: boolean;
  /** Whether it was JSON that says of itself that it is an error. */
  readonly isError: boolean;
}

const NOTHING: ServerWords = {
  message: "",
  codes: [],
  status: null,
  retryAfterMs: null,
  html: false,
  isError: false,
};

/** Reads a response body: JSON in the known shapes, the title of a web page, or plain text. */
export function wordsOfBody(body: string): ServerWords {
  const text = body.trim();
  if (/^<(!|\?xml|[a-z][a-z0-9-]*[\s/>])/i.test(text)) {
    const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? "";
    return { ...NOTHING, message: title, html: true };
  }
  try {
    return wordsOfPayload(JSON.parse(text));
  } catch {
    return { ...NOTHING, message: text };
  }
}

/** Reads a decoded error value: a whole body, or the error object inside a stream. */
export function wordsOfPayload(payload: unknown): ServerWords {
  const outer = first(payload);
  const error = innerOf(outer);
  const isInner = error !== outer;
  if (!isRecord(error)) {
    const message = typeof error === "string" ? error : "";
    return { ...NOTHING, message, isError: isInner };
  }
  const details = Array.isArray(error.details) ? error.details.filter(isRecord) : [];
  const codes = [error.code, error.type, error.status, ...details.map(({ reason }) => reason)]
    .filter((code): code is string => typeof code === "string")
    .map((code) => code.toLowerCase());
  const named = [error.status, error.code, error.status_code, error.statusCode].map(Number).find(
    isErrorStatus,
  );
  return {
    message: messageOf(error),
    codes,
    status: named ?? null,
    retryAfterMs: delayIn(details),
    html: false,
    isError: isInner || codes.length > 0 || named !== undefined,
  };
}

/** The error object: at the top, under `error`, or in a response that failed as a whole (OpenAI). */
function innerOf(outer: unknown): unknown {
  if (!isRecord(outer)) return outer;
  if (outer.error !== undefined && outer.error !== null) return outer.error;
  return isRecord(outer.response) && isRecord(outer.response.error) ? outer.response.error : outer;
}

/** Google's RetryInfo: `"retryDelay": "34.07s"`. */
function delayIn(details: readonly Record<string, unknown>[]): number | null {
  for (const { retryDelay } of details) {
    const seconds = typeof retryDelay === "string"
      ? /^(\d+(\.\d+)?)s$/.exec(retryDelay)?.[1]
      : null;
    if (seconds) return Math.round(Number(seconds) * 1000);
  }
  return null;
}

function messageOf(error: Record<string, unknown>): string {
  const own = ["message", "detail", "error_description", "msg", "title"]
    .map((key) => error[key]).find((value) => typeof value === "string" && value !== "");
  // OpenRouter puts what the provider behind it said into `metadata.raw`.
  const raw = isRecord(error.metadata) ? error.metadata.raw : undefined;
  const words = typeof own === "string" ? own : "";
  if (typeof raw !== "string" || raw === "") return words;
  const inner = wordsOfBody(raw).message;
  return words === "" ? inner : `${words}: ${inner}`;
}

/** Google wraps its error bodies into an array of one. */
function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function isErrorStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 400 && value <= 599;
}

/** Whether `value` is an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
