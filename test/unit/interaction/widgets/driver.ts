/**
 * A widget under real bytes: they go through the key decoder, with the ESC timeout run out after
 * each press, as the loop that shows a prompt has it.
 */
import type { View } from "../../../../src/core/frame/mod.ts";
import {
  decode,
  type DecoderState,
  flush,
  type InputEvent,
  startDecoder,
  withKitty,
} from "../../../../src/core/keys/mod.ts";
import type {
  PrivateMode,
  Widget,
  WidgetContext,
  WidgetEffect,
} from "../../../../src/interaction/widgets/pure.ts";
import { encodeKey } from "../../../support/keys.ts";
import { measure } from "../../core/frame/measure.ts";

export const CONTEXT: WidgetContext = { columns: 80, rows: 24, measure, kitty: false };

/** A widget, the terminal it is on, and what has come of the keys so far. */
export class Driver<S, O> {
  readonly widget: Widget<S, O>;
  context: WidgetContext;
  state: S;
  /** Outcomes in the order they came; a prompt goes on after each, so that more can be tried. */
  readonly outcomes: O[] = [];
  readonly effects: WidgetEffect[] = [];
  #decoder: DecoderState;

  constructor(widget: Widget<S, O>, context: Partial<WidgetContext> = {}) {
    this.widget = widget;
    this.context = { ...CONTEXT, ...context };
    this.state = widget.initial;
    this.#decoder = startDecoder({ kitty: this.context.kitty });
  }

  /** Sends text as typed, or any bytes. `cut`: bytes in one read. */
  type(input: string | Uint8Array, cut = Infinity): this {
    const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
    // ICRNL is on in cbreak: the kernel turns CR into LF.
    const line = this.widget.discipline === "cbreak"
      ? bytes.map((byte) => byte === 0x0d ? 0x0a : byte)
      : bytes;
    for (let at = 0; at < line.length; at += cut) {
      const { state, events } = decode(this.#decoder, line.subarray(at, at + cut));
      this.#decoder = state;
      this.#feed(events);
    }
    const settled = flush(this.#decoder);
    this.#decoder = settled.state;
    this.#feed(settled.events);
    return this;
  }

  /** Presses keys by name (`C-c`, `M-Enter`), each a read of its own. */
  press(...names: readonly string[]): this {
    for (const name of names) {
      this.type(encodeKey(name, { kittyFlags: this.context.kitty ? 1 : 0 }));
    }
    return this;
  }

  /** Pastes text between the markers of bracketed paste. */
  paste(text: string, cut = Infinity): this {
    return this.type(`\x1b[200~${text}\x1b[201~`, cut);
  }

  /** The terminal says that it speaks the kitty protocol. */
  answerKitty(): void {
    this.context = { ...this.context, kitty: true };
    this.#decoder = withKitty(this.#decoder, true);
  }

  resize(columns: number, rows: number): void {
    this.context = { ...this.context, columns, rows };
  }

  /** The last outcome, null if there is none. */
  get outcome(): O | null {
    return this.outcomes.at(-1) ?? null;
  }

  get view(): View {
    return this.widget.view(this.state, this.context);
  }

  /** The lines of the view without styles. */
  get lines(): string[] {
    return this.view.lines.map((line) => line.map(({ text }) => text).join(""));
  }

  /** Text of the caret's line before the caret, and from it on, joined by `|`. */
  get caretLine(): string {
    const { line, offset } = this.view.caret;
    const text = this.lines[line] ?? "";
    return `${text.slice(0, offset)}|${text.slice(offset)}`;
  }

  get modes(): readonly PrivateMode[] {
    return this.widget.privateModes({ kitty: this.context.kitty });
  }

  #feed(events: readonly InputEvent[]): void {
    for (const event of events) {
      const { state, outcome, effects = [] } = this.widget.update(this.state, event, this.context);
      this.state = state;
      this.effects.push(...effects);
      if (outcome !== null) this.outcomes.push(outcome);
    }
  }
}
