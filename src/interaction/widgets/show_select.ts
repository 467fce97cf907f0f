/**
 * Shows an inline select on the terminal until it is answered: holds the output, takes the keys,
 * draws, wipes. The question and its meaning are the caller's.
 *
 * @module
 */

import { erase, type Frame, openFrame, paint } from "../../core/frame/mod.ts";
import type { InputEvent } from "../../core/keys/mod.ts";
import { FsError } from "../../host/platform/port.ts";
import type { Printer } from "../../host/printer/mod.ts";
import type { Router } from "../../host/signals/mod.ts";
import { cellWidth, type Terminal } from "../../host/terminal/mod.ts";
import type { OnScreen } from "../../core/ladder/mod.ts";
import {
  type InlineSelect,
  OPENED,
  type SelectOutcome,
  type SelectState,
  updateSelect,
  viewSelect,
} from "./inline_select.ts";

/** An open prompt looks this often whether the terminal is still there and ours. */
const LOOK_MS = 250;
/** A terminal that takes nothing for so long does not keep a prompt from closing. */
const WIPE_MS = 500;

/** What a widget is shown with. */
export interface Stage {
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly router: Router;
  /** Our parent's pid: a change means that what started us is gone. */
  readonly parent: () => number;
  /** Told of SIGWINCH, SIGTSTP and SIGCONT while a prompt is open. */
  readonly onSignal: (signal: "SIGWINCH" | "SIGCONT", listener: () => void) => Disposable;
}

/** How showing it ended: an outcome of the select, or a reason from outside. */
export type ShownOutcome =
  | SelectOutcome
  /** A press swapped this prompt for the menu of the topmost scope; it is to be shown again. */
  | { readonly kind: "swapped" }
  /** The signal aborted: the ladder went on without an answer. */
  | { readonly kind: "aborted" }
  /** There is no terminal, or it is somebody else's: nothing was shown. */
  | { readonly kind: "unavailable" }
  /** The terminal went away while it was shown. */
  | { readonly kind: "gone" };

/** Asks, and resolves to the answer; the screen is as before when it does. */
export async function showSelect(
  stage: Stage,
  select: InlineSelect,
  options: { readonly screen: Exclude<OnScreen, "nothing">; readonly signal: AbortSignal },
): Promise<ShownOutcome> {
  const { terminal, printer, router } = stage;
  const { signal } = options;
  if (terminal.device === null || terminal.owner !== "us") return { kind: "unavailable" };
  using _turn = await terminal.takeTurn();
  const echoed = terminal.echoesControl;
  // The discipline first: a key pressed from here on is an answer, drawn or not.
  using _discipline = terminal.holdDiscipline("cbreak");
  // Nobody has read this question yet: what was typed before it answers nothing. A menu is asked
  // for by its press, and keys that follow the press are meant for it.
  if (options.screen === "prompt") terminal.device.discardInput();
  using shown = router.show(options.screen);
  using hold = await printer.hold(signal);
  if (signal.aborted) return { kind: "aborted" };
  const { keyboard } = terminal;
  // The key's echo stands on the row that the printer knows of: that is written again without it.
  const above = echoed ? `\r\x1b[K${hold.row.text}` : "";
  const canvas = new Canvas(stage, hold.row.column, above);
  const parent = stage.parent();
  const ended = AbortSignal.any([signal, shown.interrupted]);
  let state = OPENED;
  // A shell that moves a running job between background and foreground says nothing.
  let away = false;
  const comeBack = (): void => {
    if (!terminal.resume()) return;
    away = false;
    canvas.drawAfresh(select, state).catch(() => {});
  };
  using _resized = stage.onSignal(
    "SIGWINCH",
    () => void canvas.draw(select, state).catch(() => {}),
  );
  using _continued = stage.onSignal("SIGCONT", comeBack);
  try {
    await orAborted(canvas.draw(select, state), ended);
    for (;;) {
      const read = await keyboard.read(ended, LOOK_MS);
      if (signal.aborted) return { kind: "aborted" };
      if (shown.interrupted.aborted) return { kind: "swapped" };
      if (read.kind === "gone" || stage.parent() !== parent) return { kind: "gone" };
      if (read.kind === "idle") {
        if (isAway(terminal)) away = true;
        else if (away) comeBack();
        continue;
      }
      for (const event of read.events) {
        const outcome = await answer(event);
        if (outcome?.kind === "suspend") router.stopKey();
        else if (outcome !== null) return decided(outcome);
      }
    }
  } catch (error) {
    if (error instanceof FsError) return { kind: "gone" };
    throw error;
  } finally {
    await canvas.wipe();
  }

  async function answer(event: InputEvent): Promise<SelectOutcome | null> {
    const step = updateSelect(select, state, event);
    if (step.outcome !== null) return step.outcome;
    if (step.state !== state) {
      state = step.state;
      await orAborted(canvas.draw(select, state), ended);
    }
    return null;
  }

  // At once, before the screen is put in order: a press from here on meets no menu any more.
  function decided(outcome: SelectOutcome): ShownOutcome {
    shown[Symbol.dispose]();
    if (signal.aborted) return { kind: "aborted" };
    if (outcome.kind === "chosen" || outcome.kind === "cancelled") router.answer();
    return outcome;
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

/** Draws frames one after the other: a redraw that comes while one is being written waits. */
class Canvas {
  #frame: Frame;
  #last: Promise<void> = Promise.resolve();
  #closed = false;
  readonly #stage: Stage;

  constructor(stage: Stage, startColumn: number, above: string) {
    this.#stage = stage;
    this.#frame = openFrame(startColumn);
    if (above !== "") this.#write(() => above).catch(() => {});
  }

  /** Draws on the row of the cursor: a shell has written below the old frame. */
  drawAfresh(select: InlineSelect, state: SelectState): Promise<void> {
    this.#write(() => {
      this.#frame = openFrame();
      return "\r\x1b[J";
    }).catch(() => {});
    return this.draw(select, state);
  }

  draw(select: InlineSelect, state: SelectState): Promise<void> {
    return this.#write(() => {
      const { frame, output } = paint(this.#frame, viewSelect(select, state), this.#options());
      this.#frame = frame;
      this.#stage.terminal.drawn = erase(frame, this.#options()).output;
      return output;
    });
  }

  /** Takes the frame away; nothing is drawn after that. */
  async wipe(): Promise<void> {
    const wiped = this.#write(() => {
      const { frame, output } = erase(this.#frame, this.#options());
      this.#frame = frame;
      this.#stage.terminal.drawn = "";
      return output;
    }).catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, WIPE_MS));
    await Promise.race([wiped, late]);
    clearTimeout(timer);
    this.#closed = true;
  }

  #options() {
    const { size, reflow } = this.#stage.terminal;
    return { size, measure: cellWidth, reflow };
  }

  #write(make: () => string): Promise<void> {
    const write = async (): Promise<void> => {
      if (!this.#closed) await this.#stage.terminal.write(make());
    };
    this.#last = this.#last.catch(() => {}).then(write);
    return this.#last;
  }
}
