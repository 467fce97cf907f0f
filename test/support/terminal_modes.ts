/**
 * What a program has switched on in the terminal and not off again. Hooks into the emulator's
 * parser, which cuts the sequences; must never change how they are carried out.
 */
import type { Terminal } from "@xterm/headless";

export interface TerminalModes {
  readonly cursorVisible: boolean;
  /** DECSCUSR: 0 is the terminal's own. */
  readonly cursorShape: number;
  readonly altScreen: boolean;
  readonly bracketedPaste: boolean;
  readonly focusReporting: boolean;
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly autowrap: boolean;
  readonly synchronizedUpdate: boolean;
  /** Mouse modes on: 9, 1000, 1002, 1003, and the encodings 1005, 1006, 1015, 1016. */
  readonly mouse: readonly number[];
  /** Other private modes away from their default, as "?12h". */
  readonly other: readonly string[];
  /** Kitty keyboard flags pushed and not popped, oldest first. Empty is balanced. */
  readonly kittyStack: readonly number[];
  /** Kitty keyboard flags in force. */
  readonly kittyFlags: number;
  /** Pops (`CSI < u`) that found nothing pushed. */
  readonly kittyUnderflow: number;
  readonly modifyOtherKeys: number;
  /** SGR attributes still on: "bold", "fg=31", … */
  readonly pen: readonly string[];
  /** OSC 8 target still open. */
  readonly hyperlink: string | undefined;
  /** DECSTBM margins set, as "2;10". */
  readonly scrollRegion: string | undefined;
}

const MOUSE = [9, 1000, 1002, 1003, 1005, 1006, 1015, 1016];
const ALT_SCREEN = [47, 1047, 1049];
const ON_BY_DEFAULT = [7, 25];
// Asking for the alternate screen's saved cursor (1048) leaves nothing on.
const NOT_A_STATE = [1048];

type Params = readonly (number | number[])[];

export class TerminalModeTracker {
  #private = new Map<number, boolean>();
  #pen = new Map<string, string>();
  #kittyStack: number[] = [];
  #kittyFlags = 0;
  #kittyUnderflow = 0;
  #cursorShape = 0;
  #keypad = false;
  #modifyOtherKeys = 0;
  #hyperlink: string | undefined;
  #scrollRegion: string | undefined;

  constructor(terminal: Terminal) {
    const { parser } = terminal;
    // Returning false lets the emulator's own handler run as well.
    const csi = (id: Parameters<typeof parser.registerCsiHandler>[0], act: (p: Params) => void) =>
      parser.registerCsiHandler(id, (params) => {
        act(params);
        return false;
      });
    const esc = (final: string, act: () => void) =>
      parser.registerEscHandler({ final }, () => {
        act();
        return false;
      });
    csi({ prefix: "?", final: "h" }, (p) => this.#setPrivate(p, true));
    csi({ prefix: "?", final: "l" }, (p) => this.#setPrivate(p, false));
    csi({ prefix: ">", final: "u" }, (p) => this.#kittyPush(number(p, 0)));
    csi({ prefix: "<", final: "u" }, (p) => this.#kittyPop(number(p, 0) || 1));
    csi({ prefix: "=", final: "u" }, (p) => this.#kittySet(number(p, 0), number(p, 1) || 1));
    csi({ intermediates: " ", final: "q" }, (p) => this.#cursorShape = number(p, 0));
    csi({ prefix: ">", final: "m" }, (p) => {
      if (number(p, 0) === 4) this.#modifyOtherKeys = number(p, 1);
    });
    csi({ final: "m" }, (p) => applySgr(this.#pen, p));
    csi({ final: "r" }, (p) => {
      const margins = [number(p, 0) || 1, number(p, 1) || terminal.rows];
      const whole = margins[0] === 1 && margins[1] === terminal.rows;
      this.#scrollRegion = whole ? undefined : margins.join(";");
    });
    csi({ intermediates: "!", final: "p" }, () => this.#reset());
    esc("=", () => this.#keypad = true);
    esc(">", () => this.#keypad = false);
    esc("c", () => this.#reset());
    parser.registerOscHandler(8, (data) => {
      this.#hyperlink = data.slice(data.indexOf(";") + 1) || undefined;
      return false;
    });
  }

  get modes(): TerminalModes {
    const on = (mode: number) => this.#private.get(mode) ?? ON_BY_DEFAULT.includes(mode);
    const known = [...MOUSE, ...ALT_SCREEN, ...NOT_A_STATE, 1, 7, 25, 1004, 2004, 2026];
    return {
      cursorVisible: on(25),
      cursorShape: this.#cursorShape,
      altScreen: ALT_SCREEN.some(on),
      bracketedPaste: on(2004),
      focusReporting: on(1004),
      applicationCursor: on(1),
      applicationKeypad: this.#keypad,
      autowrap: on(7),
      synchronizedUpdate: on(2026),
      mouse: MOUSE.filter(on),
      other: [...this.#private].filter(([mode, set]) => set && !known.includes(mode))
        .map(([mode]) => `?${mode}h`),
      kittyStack: [...this.#kittyStack],
      kittyFlags: this.#kittyFlags,
      kittyUnderflow: this.#kittyUnderflow,
      modifyOtherKeys: this.#modifyOtherKeys,
      pen: [...this.#pen.values()],
      hyperlink: this.#hyperlink,
      scrollRegion: this.#scrollRegion,
    };
  }

  #setPrivate(params: Params, on: boolean): void {
    for (const mode of params) if (typeof mode === "number") this.#private.set(mode, on);
  }

  #kittyPush(flags: number): void {
    this.#kittyStack.push(flags);
    this.#kittyFlags = flags;
  }

  #kittyPop(count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.#kittyStack.pop() === undefined) this.#kittyUnderflow++;
    }
    this.#kittyFlags = this.#kittyStack.at(-1) ?? 0;
  }

  #kittySet(flags: number, how: number): void {
    if (how === 2) this.#kittyFlags |= flags;
    else if (how === 3) this.#kittyFlags &= ~flags;
    else this.#kittyFlags = flags;
  }

  #reset(): void {
    this.#private.clear();
    this.#pen.clear();
    this.#kittyStack = [];
    this.#kittyFlags = 0;
    this.#cursorShape = 0;
    this.#keypad = false;
    this.#modifyOtherKeys = 0;
    this.#hyperlink = undefined;
    this.#scrollRegion = undefined;
  }
}

/** What is not as a fresh terminal has it, by name; `[]` once a program has cleaned up. */
export function modesLeftOn(modes: TerminalModes): string[] {
  const left: string[] = [];
  if (!modes.cursorVisible) left.push("cursor hidden");
  if (modes.cursorShape !== 0) left.push(`cursor shape ${modes.cursorShape}`);
  if (modes.altScreen) left.push("alternate screen");
  if (modes.bracketedPaste) left.push("bracketed paste");
  if (modes.focusReporting) left.push("focus reporting");
  if (modes.applicationCursor) left.push("application cursor keys");
  if (modes.applicationKeypad) left.push("application keypad");
  if (!modes.autowrap) left.push("no autowrap");
  if (modes.synchronizedUpdate) left.push("synchronized update");
  if (modes.kittyStack.length > 0) left.push(`kitty keyboard pushed ${modes.kittyStack.length}x`);
  else if (modes.kittyFlags !== 0) left.push(`kitty keyboard flags ${modes.kittyFlags}`);
  if (modes.kittyUnderflow > 0) {
    left.push(`kitty keyboard popped ${modes.kittyUnderflow}x too often`);
  }
  if (modes.modifyOtherKeys > 0) left.push("modifyOtherKeys");
  if (modes.hyperlink !== undefined) left.push(`hyperlink ${modes.hyperlink}`);
  if (modes.scrollRegion !== undefined) left.push(`scroll region ${modes.scrollRegion}`);
  return [...left, ...modes.mouse.map((mode) => `mouse ${mode}`), ...modes.other, ...modes.pen];
}

function number(params: Params, index: number): number {
  const value = params[index];
  return typeof value === "number" ? value : 0;
}

const ATTRIBUTES: Readonly<Record<number, string>> = {
  ...{ 1: "bold", 2: "dim", 3: "italic", 4: "underline", 5: "blink", 6: "blink", 7: "inverse" },
  ...{ 8: "invisible", 9: "strike", 21: "underline", 53: "overline" },
};

const ATTRIBUTE_RESETS: Readonly<Record<number, readonly string[]>> = {
  ...{ 22: ["bold", "dim"], 23: ["italic"], 24: ["underline"], 25: ["blink"], 27: ["inverse"] },
  ...{ 28: ["invisible"], 29: ["strike"], 39: ["fg"], 49: ["bg"], 55: ["overline"] },
  59: ["underline colour"],
};

const COLOURS: Readonly<Record<number, string>> = { 38: "fg", 48: "bg", 58: "underline colour" };

function applySgr(pen: Map<string, string>, params: Params): void {
  for (let i = 0; i < params.length; i++) {
    const value = params[i];
    if (typeof value !== "number") continue; // sub-parameters of the one before
    const sub = params[i + 1];
    if (value === 0) pen.clear();
    else if (value === 4 && Array.isArray(sub) && sub[0] === 0) pen.delete("underline");
    else if (ATTRIBUTES[value] !== undefined) pen.set(ATTRIBUTES[value], ATTRIBUTES[value]);
    else if (ATTRIBUTE_RESETS[value] !== undefined) {
      for (const name of ATTRIBUTE_RESETS[value]) pen.delete(name);
    } else if (COLOURS[value] !== undefined) {
      pen.set(COLOURS[value], `${COLOURS[value]}=${value}`);
      // 38;5;N and 38;2;R;G;B take the parameters that follow; 38:… brought its own.
      if (!Array.isArray(sub)) i += sub === 5 ? 2 : sub === 2 ? 4 : 0;
    } else if ((value >= 30 && value <= 37) || (value >= 90 && value <= 97)) {
      pen.set("fg", `fg=${value}`);
    } else if ((value >= 40 && value <= 47) || (value >= 100 && value <= 107)) {
      pen.set("bg", `bg=${value}`);
    }
  }
}
