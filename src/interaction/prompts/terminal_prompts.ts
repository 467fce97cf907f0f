/**
 * Prompts on the controlling terminal. A Ctrl-C in a standalone prompt is a first press: the prompt
 * makes way for the menu of the topmost scope and comes back, unanswered and exactly as it was, when
 * that is answered with Continue or Back; any other answer aborts the signal it was asked with.
 *
 * Source: RFD 092 "Ctrl-C inside active prompts", interrupts.md "Prompts".
 *
 * @module
 */

import type { Gate } from "../gate/mod.ts";
import {
  confirm,
  type ConfirmOptions,
  inlineReply,
  type InlineReplyOptions,
  type InlineReplyState,
  type InlineSelect,
  lineInput,
  type LineInputOptions,
  listPicker,
  type ListPickerOptions,
  type Run,
  runWidget,
  selectWidget,
  showSelect,
  type Stage,
  type TextOutcome,
  type Widget,
} from "../widgets/mod.ts";
import type {
  Asking,
  ConfirmAnswer,
  LineAnswer,
  PickAnswer,
  Place,
  PromptBackend,
  ReplyAnswer,
  SelectAnswer,
  Unanswered,
} from "./types.ts";

/** What came of a widget once the menus in between are answered. */
type Asked<S, O> = Exclude<Run<S, O>, { readonly kind: "swapped" }>;

/** A press may reach its scope a moment after the prompt has heard of it, ms between two looks. */
const LOOK_MS = 1;

/** The backend of a process on a terminal. It keeps nothing: make as many as are convenient. */
export class TerminalPrompts implements PromptBackend {
  readonly #stage: Stage;
  readonly #gate: Gate;

  /** The gate is the one that is closed while a menu is up. */
  constructor(stage: Stage, gate: Gate) {
    this.#stage = stage;
    this.#gate = gate;
  }

  get available(): boolean {
    return this.#stage.router.state.interactive;
  }

  place(signal: AbortSignal): Promise<Place> {
    return this.#stage.terminal.takePlace(signal);
  }

  async inlineSelect(
    select: InlineSelect,
    asking: Asking & { readonly as: "menu" | "prompt" },
  ): Promise<SelectAnswer> {
    if (asking.as === "menu") return await this.#menu(select, asking.signal);
    const asked = await this.#ask(selectWidget(() => select), asking);
    if (asked.kind !== "ended") return { kind: asked.kind };
    const { outcome } = asked;
    return isProcessKey(outcome) ? { kind: "aborted" } : outcome;
  }

  async confirm(options: ConfirmOptions, asking: Asking): Promise<ConfirmAnswer> {
    const asked = await this.#ask(confirm(options), asking);
    if (asked.kind !== "ended") return { kind: asked.kind };
    const { outcome } = asked;
    return isProcessKey(outcome) ? { kind: "aborted" } : outcome;
  }

  async listPicker(options: ListPickerOptions, asking: Asking): Promise<PickAnswer> {
    const asked = await this.#ask(listPicker(options), asking);
    if (asked.kind !== "ended") return { kind: asked.kind };
    const { outcome } = asked;
    if (isProcessKey(outcome)) return { kind: "aborted" };
    const { kind } = outcome;
    return kind === "chosen" ? { kind, id: outcome.id } : { kind };
  }

  async lineInput(options: LineInputOptions, asking: Asking): Promise<LineAnswer> {
    const asked = await this.#ask(lineInput(options), asking);
    const { text, caret } = asked.state.editor;
    if (asked.kind !== "ended") return { kind: asked.kind, text, caret };
    const { outcome } = asked;
    return isProcessKey(outcome) ? { kind: "aborted", text, caret } : outcome;
  }

  async inlineReply(
    options: InlineReplyOptions,
    asking: Asking & { readonly as: "reply" | "prompt" },
  ): Promise<ReplyAnswer> {
    const widget = inlineReply(options);
    const asked = asking.as === "prompt"
      ? await this.#ask(widget, asking)
      : await this.#reply(widget, asking.signal);
    const { state } = asked;
    const { text, caret } = state.editor;
    if (asked.kind !== "ended") return { kind: asked.kind, text, caret, state };
    const { outcome } = asked;
    switch (outcome.kind) {
      case "suspend":
      case "quit":
        return { kind: "aborted", text, caret, state };
      default:
        return { ...outcome, state };
    }
  }

  async #menu(select: InlineSelect, signal: AbortSignal): Promise<SelectAnswer> {
    if (!this.available) return { kind: "unavailable" };
    const outcome = await showSelect(this.#stage, select, { screen: "menu", signal });
    switch (outcome.kind) {
      case "gone":
        this.#stage.router.hangUp();
        return outcome;
      case "swapped":
        // Never: a press on a menu is rung 2.
        return { kind: "aborted" };
      default:
        return outcome;
    }
  }

  async #reply(
    widget: Widget<InlineReplyState, TextOutcome>,
    signal: AbortSignal,
  ): Promise<Asked<InlineReplyState, TextOutcome>> {
    if (!this.available) return { kind: "unavailable", state: widget.initial };
    const run = await runWidget(this.#stage, widget, {
      screen: "reply",
      signal,
      answers: ({ kind }) => kind !== "interrupted",
    });
    if (run.kind === "gone") this.#stage.router.hangUp();
    return run.kind === "swapped" ? { kind: "aborted", state: run.state } : run;
  }

  async #ask<S, O extends { readonly kind: string }>(
    widget: Widget<S, O>,
    { signal, place }: Asking,
  ): Promise<Asked<S, O>> {
    const { terminal, router } = this.#stage;
    const unanswered = (kind: Unanswered["kind"], state = widget.initial) => ({ kind, state });
    if (!this.available) return unanswered("unavailable");
    using _place = place === undefined ? await this.place(signal) : null;
    if (!await this.#pressesAnswered(signal)) return unanswered("aborted");
    // From here on a menu stands in for this prompt.
    using _stands = terminal.standPrompt();
    let shown: { readonly state?: S } = {};
    for (;;) {
      let drawn = true;
      const run = await runWidget(this.#stage, widget, {
        screen: "prompt",
        signal,
        // A press may come between the look for one and this prompt being known to the router: its
        // menu would wait behind the prompt, and the press be lost.
        isReady: () => drawn = !this.#pressWaits,
        answers: () => true,
        ...shown,
      });
      if (run.kind === "gone") router.hangUp();
      if (run.kind !== "swapped") return run;
      // What nobody has seen is not answered by what is typed before it is there.
      if (drawn) shown = { state: run.state };
      if (!await this.#pressesAnswered(signal)) return unanswered("aborted", run.state);
    }
  }

  /** Whether a press has no answer yet: its scope has not heard of it, or is asking. */
  get #pressWaits(): boolean {
    return !this.#gate.open || this.#stage.router.topScope?.pending === true;
  }

  /**
   * A press that came just before the prompt is drawn is answered first, and so is a swap. False
   * when the signal aborts.
   */
  async #pressesAnswered(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      await this.#gate.pass(signal).catch(() => {});
      if (!this.#pressWaits) break;
      // The scope has been told and is about to close the gate.
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return !signal.aborted;
  }
}

// The loop that shows a widget has carried these keys out; none of them ends a run.
type ProcessKey = { readonly kind: "interrupted" | "suspend" | "quit" };

function isProcessKey<O extends { readonly kind: string }>(
  outcome: O,
): outcome is Extract<O, ProcessKey> {
  const { kind } = outcome;
  return kind === "interrupted" || kind === "suspend" || kind === "quit";
}
