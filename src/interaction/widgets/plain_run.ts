/**
 * A widget on a terminal that understands no escape sequence (`TERM=dumb`): the question is written,
 * a line is read as the terminal hands it over, and nothing is drawn or wiped. Ctrl-C is a signal
 * and Ctrl-Z the terminal's, since no mode is changed.
 *
 * @module
 */

import { FsError } from "../../host/platform/port.ts";
import { dropTypedAhead, type Ending, type Run, type RunOptions } from "./run.ts";
import type { Stage } from "./stage.ts";
import type { PlainStep, Widget } from "./widget.ts";

/** An open prompt looks this often whether the terminal is still there, ms. */
const LOOK_MS = 250;
const LINE_END = /\r?\n$/;

/** Asks, on a terminal that is ours. */
export async function plainRun<S, O extends Ending>(
  stage: Stage,
  widget: Widget<S, O>,
  options: RunOptions<S, O>,
): Promise<Run<S, O>> {
  const { terminal, printer, router } = stage;
  const { signal, screen, answers } = options;
  const { plain } = widget;
  let state = options.state ?? widget.initial;
  dropTypedAhead(stage, options);
  using _hidden = plain.hidden ? terminal.holdDiscipline("hidden") : null;
  using shown = router.show(screen);
  if (options.isReady?.() === false) return { kind: "swapped", state };
  const ended = AbortSignal.any([signal, shown.interrupted]);
  using hold = await printer.hold(ended);
  hold.used(Infinity);
  let before = hold.row.column > 0 ? "\n" : "";
  try {
    for (;;) {
      if (signal.aborted) return { kind: "aborted", state };
      if (shown.interrupted.aborted) return interrupted();
      await terminal.write(`${before}${printable(plain.question(state))}`);
      const line = await readLine(stage, ended);
      if (line.kind === "gone") return { kind: "gone", state };
      if (line.kind === "interrupted") {
        await terminal.write("\n");
        continue;
      }
      // What was hidden left no line end on the screen, and neither did Ctrl-D.
      if (plain.hidden || line.text === null) await terminal.write("\n");
      // There is nothing more to come from a terminal whose input has ended.
      if (line.text === null && screen === "menu") return { kind: "gone", state };
      const step: PlainStep<S, O> = plain.answer(state, line.text);
      if (step.kind === "done") {
        shown[Symbol.dispose]();
        if (signal.aborted) return { kind: "aborted", state };
        if (answers(step.outcome)) router.answer();
        return { kind: "ended", outcome: step.outcome, state };
      }
      state = step.state;
      before = step.why === "" ? "" : `${printable(step.why)}\n`;
    }
  } catch (error) {
    if (error instanceof FsError) return { kind: "gone", state };
    throw error;
  }

  // Ctrl-C in a reply is its own outcome; the terminal has dropped the line that was being typed.
  function interrupted(): Run<S, O> {
    const outcome = screen === "reply" ? plain.interrupted?.(state) ?? null : null;
    return outcome === null ? { kind: "swapped", state } : { kind: "ended", outcome, state };
  }
}

type ReadLine =
  | { readonly kind: "line"; readonly text: string | null }
  | { readonly kind: "interrupted" }
  | { readonly kind: "gone" };

async function readLine(stage: Stage, ended: AbortSignal): Promise<ReadLine> {
  const { terminal, router } = stage;
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const read = await terminal.device?.read(ended, LOOK_MS) ?? { kind: "gone" };
    if (ended.aborted) return { kind: "interrupted" };
    if (read.kind === "gone" || router.orphaned) return { kind: "gone" };
    // Ctrl-D behind some text hands that over; on an empty line it is the end.
    if (read.kind === "end") return { kind: "line", text: text === "" ? null : text };
    if (read.kind === "idle") continue;
    text += decoder.decode(read.bytes, { stream: true });
    if (LINE_END.test(text)) return { kind: "line", text: text.replace(LINE_END, "") };
  }
}

/** Control characters, as what they are: none is sent to the terminal. */
function printable(text: string): string {
  // deno-lint-ignore no-control-regex -- they are what it is about
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 || code === 0x7f
      ? `^${String.fromCharCode(code ^ 0x40)}`
      : `\\x${code.toString(16)}`;
  });
}
