/**
 * Takes the control sequences out of text that somebody else wrote: models, tools, servers. Works
 * on a stream, so that a sequence cut in two is still one. Plain SGR (colours, bold) stays where
 * colours are shown. Nothing that could move the cursor, set a mode, ask the terminal something or
 * overwrite what stands there gets through. The text itself is never changed.
 *
 * Source: product.md "Output".
 *
 * @module
 */

/**
 * What becomes of control sequences: `style.sanitize`. Made visible, none is understood, SGR neither.
 */
export type Sanitize = "strip" | "visualize" | "off";

/** How text is cleaned for one channel. */
export interface SanitizeOptions {
  readonly mode: Sanitize;
  /** Whether SGR may pass. */
  readonly color: boolean;
}

type Within =
  | "text"
  /** After ESC. */
  | "escape"
  | "csi"
  /** OSC, DCS, SOS, PM, APC: up to ST, BEL or the end of the line. */
  | "string"
  /** After ESC in a string: the second half of ST, or a new sequence. */
  | "string escape";

const ESC = 0x1b;
const BEL = 0x07;
const NEWLINE = 0x0a;
// deno-lint-ignore no-control-regex -- control characters are what has to be found
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const SGR = /^[0-9;:]*m$/;
/** No SGR is longer; what is, is not shown. */
const MAX_CSI = 64;
const RESET = "\x1b[0m";

/** One stream of text on its way to a channel. */
export class Sanitizer {
  readonly #options: () => SanitizeOptions;
  #within: Within = "text";
  /** The sequence being read, without its introducer, as far as it may still be an SGR. */
  #sequence = "";
  #afterReturn = false;
  #styled = false;

  /** @param options asked for each piece, since the configuration is known later than the channel. */
  constructor(options: () => SanitizeOptions) {
    this.#options = options;
  }

  /** The next piece, cleaned. A sequence at its end is held back until it is whole. */
  push(text: string): string {
    const { mode, color } = this.#options();
    if (mode === "off") return text;
    if (this.#within === "text" && !this.#afterReturn && !CONTROL.test(text)) return text;
    let clean = "";
    for (let index = 0; index < text.length; index++) {
      clean += this.#take(text.charCodeAt(index), mode, color);
    }
    return clean;
  }

  /** Ends the text: what it left switched on is switched off, what it left open is forgotten. */
  end(): string {
    const reset = this.#styled ? RESET : "";
    this.#within = "text";
    this.#sequence = "";
    this.#afterReturn = this.#styled = false;
    return reset;
  }

  #take(code: number, mode: Sanitize, color: boolean): string {
    switch (this.#within) {
      case "text":
        return this.#text(code, mode);
      case "escape":
        return this.#escape(code, mode);
      case "csi":
        return this.#csi(code, mode, color);
      case "string":
        if (code === ESC) this.#within = "string escape";
        else if (code === BEL || code === 0x9c) this.#within = "text";
        // Nobody's text is swallowed beyond its line because of a sequence that never ends.
        else if (code === NEWLINE) return this.#backToText(code, mode);
        return "";
      case "string escape":
        this.#within = "text";
        return code === 0x5c ? "" : this.#escape(code, mode);
    }
  }

  #text(code: number, mode: Sanitize): string {
    // A line end of two characters stays one; a lone CR would let text overwrite what is shown.
    const lone = this.#afterReturn && code !== NEWLINE ? shown(0x0d, mode) : "";
    this.#afterReturn = code === 0x0d;
    if (this.#afterReturn) return lone;
    // What is shown as it is needs no understanding.
    if (mode === "visualize") return lone + shown(code, mode);
    if (code === ESC) this.#within = "escape";
    else if (code === 0x9b) this.#within = "csi";
    else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) {
      this.#within = "string";
    } else return shown(code, mode);
    return "";
  }

  #escape(code: number, mode: Sanitize): string {
    if (code === 0x5b) this.#within = "csi";
    else if (code === 0x5d || code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f) {
      this.#within = "string";
    } else if (code >= 0x20 && code <= 0x2f) this.#within = "escape";
    else return code >= 0x30 && code <= 0x7e ? this.#done() : this.#backToText(code, mode);
    return "";
  }

  #csi(code: number, mode: Sanitize, color: boolean): string {
    if (code < 0x20 || code > 0x7e) return this.#backToText(code, mode);
    if (this.#sequence.length <= MAX_CSI) this.#sequence += String.fromCharCode(code);
    if (code < 0x40) return "";
    const sequence = this.#sequence;
    this.#done();
    if (!color || !SGR.test(sequence)) return "";
    this.#styled = !/^0*m$/.test(sequence);
    return `\x1b[${sequence}`;
  }

  // A sequence that is broken off ends there; what broke it counts as text.
  #backToText(code: number, mode: Sanitize): string {
    this.#done();
    return this.#text(code, mode);
  }

  #done(): string {
    this.#within = "text";
    this.#sequence = "";
    return "";
  }
}

/** Text that is complete in itself, cleaned. */
export function sanitized(text: string, options: SanitizeOptions): string {
  if (!CONTROL.test(text)) return text;
  const sanitizer = new Sanitizer(() => options);
  return sanitizer.push(text) + sanitizer.end();
}

/** A JSON text whose strings hold no control character as such; its value is the same. */
export function plainJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}

function isControl(code: number): boolean {
  return (code < 0x20 && code !== 0x09 && code !== NEWLINE) || (code >= 0x7f && code <= 0x9f);
}

function shown(code: number, mode: Sanitize): string {
  if (!isControl(code)) return String.fromCharCode(code);
  if (mode !== "visualize") return "";
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : `<U+00${code.toString(16).toUpperCase()}>`;
}
