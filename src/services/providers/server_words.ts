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
  /** Whether it was a web page. */
  readonly html: boolean;
}

/** Reads a response body: JSON in the known shapes, the title of a web page, or plain text. */
export function wordsOfBody(body: string): ServerWords {
  const text = body.trim();
  if (/^<(!doctype|html|head|body|\?xml)/i.test(text)) {
    const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? "";
    return { message: title, codes: [], status: null, html: true };
  }
  try {
    return wordsOfPayload(JSON.parse(text));
  } catch {
    return { message: text, codes: [], status: null, html: false };
  }
}

/** Reads a decoded error value: a whole body, or the error object inside a stream. */
export function wordsOfPayload(payload: unknown): ServerWords {
  const outer = first(payload);
  const error = isRecord(outer) && outer.error !== undefined ? outer.error : outer;
  if (!isRecord(error)) {
    return {
      message: typeof error === "string" ? error : "",
      codes: [],
      status: null,
      html: false,
    };
  }
  const codes = [error.code, error.type, error.status]
    .filter((code): code is string => typeof code === "string")
    .map((code) => code.toLowerCase());
  const named = [error.status, error.code, error.status_code, error.statusCode].map(Number).find(
    isErrorStatus,
  );
  return { message: messageOf(error), codes, status: named ?? null, html: false };
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
