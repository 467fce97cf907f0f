/**
 * A widget on a screen: holds the output and the modes it needs, feeds it keys, draws it, wipes it.
 * Nothing in it waits for the terminal to take what is written: also behind Ctrl-S the keys are
 * read.
 *
 * Source: interrupts.md "Menu contract", "Prompts", "The key".
 *
 * @module
 */

import type { View } from "../../core/frame/mod.ts";
import type { InputEvent, Key } from "../../core/keys/mod.ts";
import { FsError } from "../../host/platform/port.ts";
import type { Hold } from "../../host/printer/mod.ts";
import type { Shown } from "../../host/signals/mod.ts";
import { cellWidth, type Terminal } from "../../host/terminal/mod.ts";
import { Canvas } from "./canvas.ts";
import { dropTypedAhead, type Ending, type Run, type RunOptions } from "./run.ts";
import type { Stage } from "./stage.ts";
import {
  cursorShapeSequence,
  type PrivateMode,
  type Widget,
  type WidgetContext,
} from "./widget.ts";

/** An open prompt looks this often whether the terminal is still there and ours, ms. */
const LOOK_MS = 250;

/** A window that is being pulled has another size every few ms; it is drawn when it rests, ms. */
const RESIZE_MS = 40;

const CONTROL_C: Key = {
  kind: "key",
  name: "char",
  char: "c",
  ctrl: true,
  alt: false,
  shift: false,
};

/** Shows it, on a terminal that is ours. The screen is as before when this resolves. */
export async function drawnRun<S, O extends Ending>(
  stage: Stage,
  widget: Widget<S, O>,
  options: RunOptions<S, O>,
): Promise<Run<S, O>> {
  const { terminal, printer, router } = stage;
  const { signal, screen } = options;
  // The discipline first: a key pressed from here on is an answer, drawn or not. Ctrl-C stays a
  // signal until somebody reads the keys.
  using _keys = terminal.holdDiscipline("cbreak");
  dropTypedAhead(stage, options);
  using shown = router.show(screen);
  if (options.isReady?.() === false) {
    return { kind: "swapped", state: options.state ?? widget.initial };
  }
  const showing = new Showing(stage, widget, options, shown);
  using hold = await printer.hold(AbortSignal.any([signal, shown.interrupted]));
  const early = showing.endedFromOutside();
  if (early !== null) return early;
  using raw = widget.discipline === "raw" ? terminal.holdDiscipline("raw") : null;
  return await showing.run(hold, raw);
}

class Showing<S, O extends Ending> {
  readonly #stage: Stage;
  readonly #widget: Widget<S, O>;
  readonly #options: RunOptions<S, O>;
  readonly #shown: Shown;
  /** Aborted with what went wrong in a write. */
  readonly #lost = new AbortController();
  #state: S;
  /** Our job is in the background. A shell that moves it there and back says nothing. */
  #away = false;
  #resizing: ReturnType<typeof setTimeout> | undefined;
  /** Keys that are not drawn yet. */
  #owed: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Stage, widget: Widget<S, O>, options: RunOptions<S, O>, shown: Shown) {
    this.#stage = stage;
    this.#widget = widget;
    this.#options = options;
    this.#shown = shown;
    this.#state = options.state ?? widget.initial;
  }

  /** @param raw is given up as soon as nobody reads: Ctrl-C is a signal again from then on. */
  async run(
    hold: Hold,
    raw: Disposable | null,
  ): Promise<Run<S, O>> {
    const { terminal, onSignal, router } = this.#stage;
    const { keyboard } = terminal;
    await using modes = this.#holdModes();
    // The row is written again without the key's echo and what was typed on it; one that another
    // program may have begun is left as it is.
    const { row, known } = hold;
    const above = known ? `\r\x1b[K${row.text}${row.styled ? "\x1b[m" : ""}` : "\r\n";
    const canvas = new Canvas(terminal, row.column, above);
    using _resized = onSignal("SIGWINCH", () => this.#resized(canvas));
    using _continued = onSignal("SIGCONT", () => this.#comeBack(canvas));
    const ended = AbortSignal.any([
      this.#options.signal,
      this.#shown.interrupted,
      this.#lost.signal,
    ]);
    try {
      if (this.#options.state !== undefined) this.#sendShape(canvas);
      this.#draw(canvas);
      for (;;) {
        const read = await keyboard.read(ended, LOOK_MS);
        const events = read.kind === "events" ? read.events : [];
        const outside = this.endedFromOutside(events);
        if (outside !== null) return outside;
        this.#throwIfBroken();
        if (read.kind === "gone" || this.#lost.signal.aborted || router.orphaned) {
          return { kind: "gone", state: this.#state };
        }
        if (read.kind === "idle") this.#look(canvas);
        const end = this.#feed(events, canvas);
        if (end !== null) return end;
      }
    } finally {
      clearTimeout(this.#resizing);
      clearTimeout(this.#owed);
      raw?.[Symbol.dispose]();
      // Together they are one write, and what follows the prompt waits for that (interrupts.md, How
      // fast).
      await Promise.all([canvas.wipe(), modes[Symbol.asyncDispose]()]);
      hold.used(canvas.mostRows, canvas.rowStands);
    }
  }

  /**
   * The end that did not come by a key, if there is one. Keys that had been typed by then are text
   * all the same.
   */
  endedFromOutside(events: readonly InputEvent[] = []): Run<S, O> | null {
    const { signal } = this.#options;
    if (!signal.aborted && !this.#shown.interrupted.aborted) return null;
    for (const event of events) {
      const { state, outcome } = this.#update(event);
      if (outcome !== null) break;
      this.#state = state;
    }
    return signal.aborted ? { kind: "aborted", state: this.#state } : this.#interrupted(null);
  }

  #feed(events: readonly InputEvent[], canvas: Canvas): Run<S, O> | null {
    const before = this.#state;
    for (const [index, event] of events.entries()) {
      const outcome = this.#step(event, canvas);
      const end = outcome === null ? null : this.#end(outcome);
      if (end === null) continue;
      this.#stage.terminal.keyboard.unread(events.slice(index + 1));
      return end;
    }
    if (this.#state !== before) this.#draw(canvas);
    return null;
  }

  #step(event: InputEvent, canvas: Canvas): O | null {
    const { state, outcome, effects = [] } = this.#update(event);
    this.#state = state;
    for (const effect of effects) {
      switch (effect.kind) {
        case "cursor_shape":
          this.#sendShape(canvas);
          break;
        case "bell":
          this.#watch(canvas.send("\x07"));
          break;
        case "redraw":
          this.#watch(canvas.drawOnClear(this.#view));
      }
    }
    return outcome;
  }

  // What every prompt's keys for the process mean is decided here, not by each caller.
  #end(outcome: O): Run<S, O> | null {
    const { router } = this.#stage;
    const { signal, answers } = this.#options;
    switch (outcome.kind) {
      case "suspend":
        router.stopKey();
        return null;
      case "quit":
        router.quitKey();
        return null;
      case "interrupted":
        router.pressKey();
        if (signal.aborted) return { kind: "aborted", state: this.#state };
        return this.#shown.interrupted.aborted ? this.#interrupted(outcome) : null;
      default:
        // At once: a press from here on meets no prompt any more.
        this.#shown[Symbol.dispose]();
        if (signal.aborted) return { kind: "aborted", state: this.#state };
        if (answers(outcome)) router.answer();
        return { kind: "ended", outcome, state: this.#state };
    }
  }

  // A press that came as a signal ends a reply as the key would, with the text so far.
  #interrupted(outcome: O | null): Run<S, O> {
    const state = this.#state;
    if (this.#options.screen !== "reply") return { kind: "swapped", state };
    const own = outcome ?? this.#update(CONTROL_C).outcome;
    return own === null ? { kind: "swapped", state } : { kind: "ended", outcome: own, state };
  }

  #holdModes(): AsyncDisposable {
    const { terminal } = this.#stage;
    const modes = this.#widget.privateModes({ kitty: terminal.takesKittyKeys });
    const held = modes.map(({ enter, leave }: PrivateMode) => {
      const holding = terminal.holdPrivateMode(enter, leave);
      this.#watch(holding);
      return holding;
    });
    return {
      [Symbol.asyncDispose]: async () => {
        for (const holding of held.reverse()) {
          const mode = await holding.catch(() => null);
          await mode?.[Symbol.asyncDispose]();
        }
      },
    };
  }

  #look(canvas: Canvas): void {
    if (isAway(this.#stage.terminal)) this.#away = true;
    else if (this.#away) this.#comeBack(canvas);
  }

  #comeBack(canvas: Canvas): void {
    // Continued in the background: a shell that brings us to the front later says nothing.
    this.#away = !this.#stage.terminal.resume();
    if (this.#away) return;
    this.#watch(canvas.drawAfresh(this.#view));
    this.#sendShape(canvas);
  }

  #sendShape(canvas: Canvas): void {
    const shape = this.#widget.cursorShape?.(this.#state) ?? null;
    if (shape !== null) this.#watch(canvas.send(cursorShapeSequence(shape)));
  }

  // What is drawn for one size and arrives at another is torn, and cannot be found again.
  #resized(canvas: Canvas): void {
    canvas.disturbRow();
    clearTimeout(this.#resizing);
    this.#resizing = setTimeout(() => {
      this.#resizing = undefined;
      this.#watch(canvas.drawResized(this.#view));
    }, RESIZE_MS);
  }

  // Keys that come faster than they are drawn (a paste without its markers) are drawn together, when
  // their reader next lets go of the thread.
  #draw(canvas: Canvas): void {
    if (this.#stage.terminal.device?.hasInput()) {
      this.#owed ??= setTimeout(() => this.#drawNow(canvas));
    } else this.#drawNow(canvas);
  }

  #drawNow(canvas: Canvas): void {
    clearTimeout(this.#owed);
    this.#owed = undefined;
    if (this.#resizing === undefined) this.#watch(canvas.draw(this.#view));
  }

  readonly #view = (): View => this.#widget.view(this.#state, this.#context());

  #update(event: InputEvent) {
    return this.#widget.update(this.#state, event, this.#context());
  }

  #context(): WidgetContext {
    const { terminal } = this.#stage;
    return { ...terminal.size, measure: cellWidth, kitty: terminal.keyboard.kitty };
  }

  #watch(writing: Promise<unknown>): void {
    writing.catch((error) => this.#lost.abort(error));
  }

  // A terminal that cannot be written is one that has gone; anything else is a fault of ours.
  #throwIfBroken(): void {
    const { aborted, reason } = this.#lost.signal;
    if (aborted && !(reason instanceof FsError)) throw reason;
  }
}

function isAway(terminal: Terminal): boolean {
  return terminal.owner === "background";
}
