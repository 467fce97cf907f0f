/** Drives the decoder through a list of reads the way a shell does. */
import {
  decode,
  type DecoderState,
  expectCursor,
  flush,
  type InputEvent,
  startDecoder,
} from "../../../../src/core/keys/mod.ts";
import type { Line } from "./sequences.ts";

/** The bytes of a line. */
export function bytesOf(input: string | Uint8Array): Uint8Array {
  return typeof input === "string" ? new TextEncoder().encode(input) : input;
}

/** The decoder a line starts from. */
export function decoderFor(line: Omit<Line, "input" | "events">): DecoderState {
  let state = startDecoder({ kitty: line.kitty, eightBitMeta: line.eightBitMeta });
  for (let i = 0; i < (line.cursorQueries ?? 0); i++) state = expectCursor(state);
  return state;
}

/** All events of the reads, with one flush at the end. */
export function feedAll(start: DecoderState, reads: readonly Uint8Array[]): InputEvent[] {
  let state = start;
  const events: InputEvent[] = [];
  for (const read of reads) {
    const step = decode(state, read);
    events.push(...step.events);
    state = step.state;
  }
  events.push(...flush(state).events);
  return events;
}
