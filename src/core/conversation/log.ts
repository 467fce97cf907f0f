/**
 * The bytes of `events.jsonl` as events. Whatever happened to the file, the events that are whole
 * are read; what is not is pointed at and left for the caller to set aside. Never throws.
 *
 * @module
 */

import { type LineFault, type ParsedLine, parseLine } from "./codec.ts";
import type { ConversationEvent } from "./events.ts";

/** A line that is not an event, somewhere before the end. */
export interface LogProblem {
  /** Counted from 1. */
  readonly line: number;
  /** Where it begins, in bytes. */
  readonly offset: number;
  /** How long it is without its newline, in bytes. */
  readonly length: number;
  readonly fault: LineFault;
}

/** The end of a log that was cut off in the middle of a write: a kill, a power cut, a full disk. */
export interface TornTail {
  /** Where it begins, in bytes: the length the file has without it. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What a log holds. */
export interface LogContents {
  readonly events: readonly ConversationEvent[];
  /** Bytes up to which the log is in order: its length, less the torn tail. */
  readonly validBytes: number;
  /** Whether those bytes end in a newline (or are none), so the next event starts its own line. */
  readonly endsClean: boolean;
  readonly torn: TornTail | null;
  readonly problems: readonly LogProblem[];
}

const NEWLINE = 0x0a;
const NUL = 0;
/** Bytes decoded at a time: one call a line would cost more than all the parsing. */
const CHUNK = 4 * 1024 * 1024;

/**
 * Reads a log, in time linear in its length.
 *
 * A last line without its newline counts when it is a whole event (no cut-off object is ever valid
 * JSON); otherwise it is torn. So is a tail of zero bytes, which some file systems leave after a
 * power cut. Zeros around a whole event do not spoil it.
 */
export function readLog(bytes: Uint8Array): LogContents {
  const end = withoutZeros(bytes);
  const lastLine = bytes.lastIndexOf(NEWLINE, end) + 1;
  const { events, problems } = readLines(bytes, lastLine);
  const tail = judge(new TextDecoder().decode(bytes.subarray(lastLine, end)));
  if (tail?.kind === "event") events.push(tail.event);
  const validBytes = tail?.kind === "event" ? end : lastLine;
  return {
    events,
    validBytes,
    endsClean: validBytes === lastLine,
    torn: validBytes === bytes.length
      ? null
      : { offset: validBytes, bytes: bytes.slice(validBytes) },
    problems,
  };
}

/** Reads the lines up to `end`, where one ends. */
function readLines(
  bytes: Uint8Array,
  end: number,
): { readonly events: ConversationEvent[]; readonly problems: LogProblem[] } {
  const decoder = new TextDecoder();
  const events: ConversationEvent[] = [];
  const problems: LogProblem[] = [];
  let number = 0;
  for (let start = 0; start < end;) {
    const stop = start + CHUNK < end ? bytes.indexOf(NEWLINE, start + CHUNK) : end - 1;
    // Decoding neither makes nor takes newlines: lines of the text are lines of the bytes.
    const lines = decoder.decode(bytes.subarray(start, stop)).split("\n");
    let offset = start;
    let located = 0;
    lines.forEach((line, index) => {
      const judged = judge(line);
      if (judged === null) return;
      if (judged.kind === "event") {
        events.push(judged.event);
        return;
      }
      for (; located < index; located++) offset = bytes.indexOf(NEWLINE, offset) + 1;
      problems.push({
        line: number + index + 1,
        offset,
        length: bytes.indexOf(NEWLINE, offset) - offset,
        fault: judged.fault,
      });
    });
    number += lines.length;
    start = stop + 1;
  }
  return { events, problems };
}

/** What a line is; null when there is nothing on it. */
function judge(line: string): ParsedLine | null {
  const zeros = line.startsWith("\0") || line.endsWith("\0");
  const text = zeros ? line.replace(/^\0+|\0+$/g, "") : line;
  return text === "" || text.trim() === "" ? null : parseLine(text);
}

function withoutZeros(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === NUL) end -= 1;
  return end;
}
