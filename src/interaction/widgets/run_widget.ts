/**
 * Shows a widget on the terminal until it ends: holds the output and the modes it needs, feeds it
 * keys, draws it, wipes it. What is asked and what an answer means is the caller's; which rung a
 * press is, is the ladder's.
 *
 * Source: interrupts.md "Menu contract", "Prompts", "The key".
 *
 * @module
 */

import type { InputEvent, Key } from "../../core/keys/mod.ts";
import type { OnScreen } from "../../core/ladder/mod.ts";
import { FsError } from "../../host/platform/port.ts";
import { cellWidth, type Terminal } from "../../host/terminal/mod.ts";
import { Canvas } from "./canvas.ts";
import type { Stage } from "./stage.ts";
import { cursorShapeSequence, type Widget, type WidgetContext } from "./widget.ts";

/** An open prompt looks this often whether the terminal is still there and ours, ms. */
const LOOK_MS = 250;

/** The ways out that every widget shares; each may carry more. */
interface Ending {
  readonly kind: string;
}

/** How showing a widget ended. */
export type Run<S, O> =
  /** It ended by itself. `interrupted` is among its own outcomes only in a reply. */
  | { readonly kind: "ended"; readonly outcome: O; readonly state: S }
  /** A press swapped it for the menu of the topmost scope; it is to be shown again, as it was. */
  | { readonly kind: "swapped"; readonly state: S }
  /** The signal aborted: the ladder went on without an answer. */
  | { readonly kind: "aborted"; readonly state: S }
  /** There is no terminal, or it is somebody else's: nothing was shown. */
  | { readonly kind: "unavailable"; readonly state: S }
  /** The terminal went away while it was shown. */
  | { readonly kind: "gone"; readonly state: S };

/** How it is shown. */
export interface RunOptions<S, O> {
  /** What a press meets while it is up. */
  readonly screen: Exclude<OnScreen, "nothing">;
  readonly signal: AbortSignal;
  /** Goes on from this state instead of the widget's own. */
  readonly state?: S;
  /**
   * Whether an outcome is an answer: the next press is then a first one. Decided the moment it is
   * given, before the screen is put in order.
   */
  readonly answers: (outcome: O) => boolean;
}

const CONTROL_C: Key = {
  kind: "key",
  name: "char",
  char: "c",
  ctrl: true,
  alt: false,
  shift: false,
};

/** Shows it; the screen is as before when this resolves. */
export async function runWidget<S, O extends Ending>(
  stage: Stage,
  widget: Widget<S, O>,
  options: RunOptions<S, O>,
): Promise<Run<S, O>> {
  const { terminal, printer, router } = stage;
  const { signal, screen } = options;
  let state = options.state ?? widget.initial;
  if (terminal.device === null || terminal.owner !== "us") return { kind: "unavailable", state };
  using _turn = await terminal.takeTurn();
  const echoed = terminal.echoesControl;
  // The discipline first: a key pressed from here on is an answer, drawn or not.
  using _discipline = terminal.holdDiscipline(widget.discipline);
  // Nobody has read this question yet: what was typed before it answers nothing. A menu is asked
  // for by its press, and keys that follow the press are meant for it.
  if (screen === "prompt") terminal.device.discardInput();
  using shown = router.show(screen);
  using hold = await printer.hold(signal);
  if (signal.aborted) return { kind: "aborted", state };
  const { keyboard } = terminal;
  await using modes = new AsyncDisposableStack();
  for (const { enter, leave } of widget.privateModes({ kitty: keyboard.kitty })) {
    modes.use(await terminal.holdPrivateMode(enter, leave));
  }
  // The key's echo stands on the row that the printer knows of: that is written again without it.
  const canvas = new Canvas(
    terminal,
    hold.row.column,
    echoed ? `\r\x1b[K${hold.row.text}` : "",
  );
  const context = (): WidgetContext => ({
    ...terminal.size,
    measure: cellWidth,
    kitty: keyboard.kitty,
  });
  const view = () => widget.view(state, context());
  const parent = stage.parent();
  const ended = AbortSignal.any([signal, shown.interrupted]);
  // A shell that moves a running job between background and foreground says nothing.
  let away = false;
  const comeBack = (): void => {
    if (!terminal.resume()) return;
    away = false;
    canvas.drawAfresh(view).catch(() => {});
    sendShape();
  };
  const sendShape = (): void => {
    const shape = widget.cursorShape?.(state) ?? null;
    if (shape !== null) canvas.send(cursorShapeSequence(shape)).catch(() => {});
  };
  using _resized = stage.onSignal("SIGWINCH", () => void canvas.draw(view).catch(() => {}));
  using _continued = stage.onSignal("SIGCONT", comeBack);
  try {
    await orAborted(canvas.draw(view), ended);
    for (;;) {
      const read = await keyboard.read(ended, LOOK_MS);
      if (signal.aborted) return { kind: "aborted", state };
      if (shown.interrupted.aborted) return interrupted();
      if (read.kind === "gone" || stage.parent() !== parent) return { kind: "gone", state };
      if (read.kind === "idle") {
        if (isAway(terminal)) away = true;
        else if (away) comeBack();
        continue;
      }
      const before = state;
      for (const event of read.events) {
        const outcome = step(event);
        if (outcome === null) continue;
        const result = end(outcome);
        if (result !== null) return result;
      }
      if (state !== before) await orAborted(canvas.draw(view), ended);
    }
  } catch (error) {
    if (error instanceof FsError) return { kind: "gone", state };
    throw error;
  } finally {
    await canvas.wipe();
  }

  function step(event: InputEvent): O | null {
    const update = widget.update(state, event, context());
    state = update.state;
    for (const effect of update.effects ?? []) {
      if (effect.kind === "cursor_shape") sendShape();
      else if (effect.kind === "bell") canvas.send("\x07").catch(() => {});
      else canvas.drawAfresh(view).catch(() => {});
    }
    return update.outcome;
  }

  // What every prompt's keys for the process mean is decided here, not by each caller.
  function end(outcome: O): Run<S, O> | null {
    switch (outcome.kind) {
      case "suspend":
        router.stopKey();
        return null;
      case "quit":
        router.quitKey();
        return null;
      case "interrupted":
        router.pressKey();
        if (signal.aborted) return { kind: "aborted", state };
        return shown.interrupted.aborted ? interrupted(outcome) : null;
      default:
        // At once: a press from here on meets no prompt any more.
        shown[Symbol.dispose]();
        if (signal.aborted) return { kind: "aborted", state };
        if (options.answers(outcome)) router.answer();
        return { kind: "ended", outcome, state };
    }
  }

  // A press that came as a signal ends a reply as the key would, with the text so far.
  function interrupted(outcome?: O): Run<S, O> {
    if (screen !== "reply") return { kind: "swapped", state };
    const own = outcome ?? widget.update(state, CONTROL_C, context()).outcome;
    return own === null ? { kind: "swapped", state } : { kind: "ended", outcome: own, state };
  }
}

function isAway(terminal: Terminal): boolean {
  return terminal.owner === "background";
}

/** The work; or, when the signal aborts before it is done, no more waiting for it. */
async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const onAbort = (): void => aborted.resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    // A failure after that is the next read's to find.
    work.catch(() => {});
  }
}
