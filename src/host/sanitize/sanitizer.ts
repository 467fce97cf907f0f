/**
 * Takes out of a stream of text what could act on the terminal instead of being shown: every control
 * sequence but plain SGR, control characters, overwriting by a bare CR, characters that reorder or
 * smuggle text. Cut anywhere, the text comes out the same; time is linear, memory a few bytes.
 * Must never change text otherwise, nor what is stored.
 *
 * Source: RFD 096, product.md "Output". One sanitizer for each source, before markdown.
 */
import { isControl, isReordering, shownInstead } from "./hidden.ts";
import { leavesStyle, plainSgr } from "./sgr.ts";

/**
 * What becomes of control sequences: `style.sanitize`. Made visible, none is understood, SGR neither.
 */
export type Sanitize = "strip" | "visualize" | "off";

/** How text is cleaned for one channel. */
export interface SanitizeOptions {
  /** What becomes of what is taken out. */
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
const RETURN = 0x0d;
/** The first half of U+E0000 to U+E03FF: tags, by which text is carried unseen. */
const TAG_LEAD = 0xdb40;
const LEAD = String.fromCharCode(TAG_LEAD);
const BLACK_FLAG = "\u{1f3f4}";
/** The longest flag is `gbeng` and its end. */
const MAX_FLAG_TAGS = 8;
const SUSPECT =
  // deno-lint-ignore no-control-regex -- control characters are what has to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\udb40]/g;
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
  #afterLead = false;
  /** The last two code units of text, and how many tags came since: flags are made of tags. */
  #before = "";
  #tags = 0;
  #styled = false;

  /**
   * A stream of its own: each source has one, since a sequence may be cut between two pieces.
   *
   * @param options asked for each piece, since the configuration is known later than the channel.
   */
  constructor(options: () => SanitizeOptions) {
    this.#options = options;
  }

  /** The next piece, cleaned. A sequence at its end is held back until it is whole. */
  push(text: string): string {
    const { mode, color } = this.#options();
    if (mode === "off") return text;
    let clean = "";
    for (let at = 0; at < text.length;) {
      if (this.#within === "text" && !this.#afterReturn && !this.#afterLead) {
        const end = nextSuspect(text, at);
        if (end > at) {
          clean += this.#plain(text.slice(at, end));
          at = end;
          continue;
        }
      }
      clean += this.#take(text.charCodeAt(at), mode, color);
      at++;
    }
    return clean;
  }

  /** Ends the text: what it left switched on is switched off, what it left open is forgotten. */
  end(): string {
    const reset = this.#styled ? RESET : "";
    this.#within = "text";
    this.#sequence = this.#before = "";
    this.#afterReturn = this.#afterLead = this.#styled = false;
    this.#tags = 0;
    return reset;
  }

  #plain(text: string): string {
    this.#before = (this.#before + text.slice(-2)).slice(-2);
    this.#tags = 0;
    return text;
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
        // Nobody's text is swallowed beyond its line because of a sequence that never ends; CAN
        // and SUB break any sequence off.
        else if (code === NEWLINE || code === 0x18 || code === 0x1a) {
          return this.#backToText(code, mode);
        }
        return "";
      case "string escape":
        this.#within = "text";
        return code === 0x5c ? "" : this.#escape(code, mode);
    }
  }

  #text(code: number, mode: Sanitize): string {
    if (this.#afterLead) return this.#tag(code, mode);
    // A line end of two characters stays one; a lone CR would let text overwrite what is shown.
    const lone = this.#afterReturn && code !== NEWLINE ? this.#instead(RETURN, mode) : "";
    this.#afterReturn = code === RETURN;
    this.#afterLead = code === TAG_LEAD;
    if (this.#afterReturn || this.#afterLead) return lone;
    // What is shown as it is needs no understanding.
    if (mode !== "visualize" && this.#begins(code)) return lone;
    if (isControl(code) || isReordering(code)) return lone + this.#instead(code, mode);
    return lone + this.#plain(String.fromCharCode(code));
  }

  /** Whether a sequence begins with this character. */
  #begins(code: number): boolean {
    if (code === ESC) this.#within = "escape";
    else if (code === 0x9b) this.#within = "csi";
    else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) {
      this.#within = "string";
    }
    return this.#within !== "text";
  }

  #tag(code: number, mode: Sanitize): string {
    this.#afterLead = false;
    // Not a tag: a variation selector, or half a character.
    if (code < 0xdc00 || code > 0xdc7f) {
      const lead = this.#plain(LEAD);
      return lead + this.#text(code, mode);
    }
    if (this.#before === BLACK_FLAG && this.#tags < MAX_FLAG_TAGS) {
      this.#tags++;
      return LEAD + String.fromCharCode(code);
    }
    return this.#instead(0xe0000 + (code - 0xdc00), mode);
  }

  #instead(code: number, mode: Sanitize): string {
    return shownInstead(code, mode === "visualize");
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
    if (!color || sequence.length > MAX_CSI || !sequence.endsWith("m")) return "";
    const parameters = plainSgr(sequence.slice(0, -1));
    if (parameters === null) return "";
    this.#styled = leavesStyle(parameters);
    return `\x1b[${parameters}m`;
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
  if (nextSuspect(text, 0) === text.length) return text;
  const sanitizer = new Sanitizer(() => options);
  return sanitizer.push(text) + sanitizer.end();
}

function nextSuspect(text: string, from: number): number {
  SUSPECT.lastIndex = from;
  return SUSPECT.exec(text)?.index ?? text.length;
}
