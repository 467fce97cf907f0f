/**
 * The one owner of the controlling terminal: opens it lazily, holds its modes as guards that are
 * undone in reverse on every path, knows its size, and reads it only while somebody waits. What is
 * held is mirrored into shared memory, so that the sentinel can put it back.
 *
 * It never writes modes back that it did not change, and touches nothing from the background.
 * Source: interrupts.md "The key", "Exit convention".
 *
 * @module
 */

import {
  applyChange,
  type BitChange,
  cbreakChange,
  echoesControl,
  type ModeChange,
  type Platform,
  quietEchoChange,
  rawChange,
  type TerminalDevice,
  termiosLayoutOf,
  undoOf,
  type WindowSize,
} from "../platform/port.ts";
import { type SharedMemory, terminalOwner } from "../signals/mod.ts";
import { type Reflow, reflowOf } from "../../core/frame/mod.ts";
import type { TerminalOwner } from "../../core/ladder/mod.ts";
import { Keyboard } from "./keyboard.ts";

/** The line disciplines a prompt may ask for. */
export type Discipline = "cbreak" | "raw";

const UNKNOWN_SIZE: WindowSize = { columns: 80, rows: 24 };
const NO_BITS: BitChange = { mask: 0, value: 0 };
const NO_CHANGE: ModeChange = { input: NO_BITS, output: NO_BITS, local: NO_BITS, control: null };

interface Guard {
  readonly change: ModeChange;
  /** Whether a prompt holds it: it then makes an unusual discipline ours. */
  readonly prompt: boolean;
  undo: ModeChange;
}

interface PrivateMode {
  readonly enter: string;
  readonly leave: string;
}

/** The terminal of this process. Dispose it to undo everything it holds. */
export class Terminal implements Disposable {
  readonly #platform: Platform;
  readonly #memory: SharedMemory;
  #device: TerminalDevice | null | undefined;
  #guards: Guard[] = [];
  #privateModes: PrivateMode[] = [];
  #undone = false;
  #loans = 0;
  #drawn = "";
  #turn: Promise<void> = Promise.resolve();
  readonly #encoder = new TextEncoder();
  /** Its keys. One for all prompts: half a sequence or a late reply is nobody's text. */
  readonly keyboard: Keyboard = new Keyboard(this);

  constructor(platform: Platform, memory: SharedMemory) {
    this.#platform = platform;
    this.#memory = memory;
  }

  /** The device, opened on first use; null when there is no controlling terminal. */
  get device(): TerminalDevice | null {
    if (this.#device === undefined) {
      this.#device = this.#platform.openTerminal();
      if (this.#device !== null) this.#memory.terminalFd = this.#device.fd;
    }
    return this.#device;
  }

  /** Whose it is now. */
  get owner(): TerminalOwner | "none" {
    const { system, os } = this.#platform;
    return this.device === null ? "none" : terminalOwner(system, os, this.#memory);
  }

  /** Its size now, or 80 by 24 when it does not say. */
  get size(): WindowSize {
    const device = this.device;
    return (device && this.#platform.system.windowSize(device.fd)) ?? UNKNOWN_SIZE;
  }

  /** What it does to long rows when it becomes narrower. */
  get reflow(): Reflow {
    return reflowOf(this.#platform.envAll());
  }

  /** The escape sequences it understands, by TERM: none of ours when it is dumb. */
  get isDumb(): boolean {
    const term = this.#platform.env("TERM");
    return term === "dumb" || (term === undefined && this.#platform.os !== "windows");
  }

  /** Whether a Ctrl-C pressed now leaves its `^C` on the screen. */
  get echoesControl(): boolean {
    const { system, os } = this.#platform;
    if (this.device === null || os === "windows") return false;
    const modes = system.getModes(this.device.fd);
    return modes !== null && echoesControl(modes, termiosLayoutOf(os));
  }

  /** Has Ctrl-C echo nothing, as long as it is held: no `^C` in the middle of an answer. */
  holdQuietEcho(): Disposable {
    return this.#hold(quietEchoChange, false);
  }

  /**
   * Resolves when no other prompt is on the screen, and keeps others off until disposed: one that
   * is being taken away is gone before the next is drawn.
   */
  async takeTurn(): Promise<Disposable> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    return { [Symbol.dispose]: resolve };
  }

  /** Holds the discipline a prompt needs. */
  holdDiscipline(discipline: Discipline): Disposable {
    return this.#hold(discipline === "raw" ? rawChange : cbreakChange, true);
  }

  /** Holds a private mode of the terminal: writes `enter` now and `leave` when disposed. */
  async holdPrivateMode(enter: string, leave: string): Promise<AsyncDisposable> {
    const mode: PrivateMode = { enter, leave };
    // Registered before it is written: whatever ends the process in between undoes it.
    this.#privateModes = [...this.#privateModes, mode];
    this.#mirrorBytes();
    await this.write(enter);
    return {
      [Symbol.asyncDispose]: async () => {
        if (!this.#privateModes.includes(mode)) return;
        if (!this.#undone) await this.write(leave).catch(() => {});
        this.#privateModes = this.#privateModes.filter((other) => other !== mode);
        this.#mirrorBytes();
      },
    };
  }

  /**
   * What takes a prompt off the screen, for an end or a stop that leaves no time to ask it; empty
   * when nothing is drawn.
   */
  set drawn(undo: string) {
    this.#drawn = undo;
    this.#mirrorBytes();
  }

  /**
   * Writes to the terminal itself, wherever our own streams go.
   *
   * @throws {FsError} `EIO` when it is gone.
   */
  async write(text: string): Promise<void> {
    if (text !== "") await this.device?.write(this.#encoder.encode(text));
  }

  /**
   * Gives the terminal whole to somebody else (an editor, a plugin) until disposed: our modes are
   * undone, nothing of ours reads or writes it. The caller tells the router, whose presses they are
   * now. Taking it back restores what was held, if we are in the foreground.
   */
  lend(): Disposable {
    this.suspend();
    this.#loans++;
    let lent = true;
    return {
      [Symbol.dispose]: () => {
        if (!lent) return;
        lent = false;
        this.#loans--;
        this.resume();
      },
    };
  }

  /** Undoes everything for a stop (Ctrl-Z); what is held is remembered. */
  suspend(): void {
    if (this.#undone) return;
    this.#undone = true;
    this.#undoModes();
    this.#writeAtOnce(this.#undoBytes());
    this.drawn = "";
  }

  /** Takes everything again after a stop, if we are in the foreground; false when we are not. */
  resume(): boolean {
    const device = this.device;
    if (device === null || this.#loans > 0 || this.owner === "background") return false;
    // Whoever had it meanwhile may have left any modes: each guard looks at them anew.
    for (const guard of this.#guards) {
      if (!this.#inForce(device, guard)) this.#apply(device, guard);
    }
    if (this.#undone || this.#memory.restored) {
      this.#undone = false;
      this.#memory.restored = false;
      this.#writeAtOnce(this.#privateModes.map(({ enter }) => enter).join(""));
    }
    this.#mirrorModes();
    this.#mirrorBytes();
    return true;
  }

  /** Undoes everything, now. */
  [Symbol.dispose](): void {
    if (this.#device) {
      this.suspend();
      this.#guards = [];
      this.#privateModes = [];
      this.#mirrorModes();
      this.#mirrorBytes();
      this.#memory.terminalFd = -1;
      this.#device.close();
    }
    this.#device = null;
  }

  #hold(make: typeof cbreakChange, prompt: boolean): Disposable {
    const { os } = this.#platform;
    const device = this.device;
    if (device === null || os === "windows" || this.owner === "background") {
      return { [Symbol.dispose]: () => {} };
    }
    // Continued in the background and moved to the foreground without a word.
    if (this.#undone) this.resume();
    const guard: Guard = { change: make(termiosLayoutOf(os)), prompt, undo: NO_CHANGE };
    this.#guards = [...this.#guards, guard];
    this.#apply(device, guard);
    this.#mirrorModes();
    return {
      [Symbol.dispose]: () => {
        const index = this.#guards.indexOf(guard);
        if (index < 0) return;
        const later = this.#guards.slice(index + 1);
        this.#guards = this.#guards.filter((other) => other !== guard);
        const change = inherit(guard.undo, later);
        if (!this.#undone && this.owner !== "background") this.#change(device, change);
        this.#mirrorModes();
      },
    };
  }

  #apply(device: TerminalDevice, guard: Guard): void {
    const { system, os } = this.#platform;
    if (os === "windows") return;
    const modes = system.getModes(device.fd);
    if (modes === null) return;
    const layout = termiosLayoutOf(os);
    guard.undo = undoOf(modes, guard.change, layout);
    system.setModes(device.fd, applyChange(modes, guard.change, layout));
  }

  // A guard whose change still holds keeps what it knows of the modes before.
  #inForce(device: TerminalDevice, guard: Guard): boolean {
    const { system, os } = this.#platform;
    const modes = os === "windows" ? null : system.getModes(device.fd);
    if (modes === null || os === "windows") return true;
    const changed = applyChange(modes, guard.change, termiosLayoutOf(os));
    return changed.every((byte, index) => byte === modes[index]);
  }

  #change(device: TerminalDevice, change: ModeChange): void {
    const { system, os } = this.#platform;
    if (os === "windows") return;
    const modes = system.getModes(device.fd);
    if (modes !== null) {
      system.setModes(device.fd, applyChange(modes, change, termiosLayoutOf(os)));
    }
  }

  #undoModes(): void {
    if (this.#device && this.#guards.length > 0 && this.owner !== "background") {
      this.#change(this.#device, undoOfAll(this.#guards));
    }
  }

  #undoBytes(): string {
    return this.#drawn + this.#privateModes.map(({ leave }) => leave).reverse().join("");
  }

  // Only for a stop: the process may be stopped before an asynchronous write has happened.
  #writeAtOnce(text: string): void {
    const { system } = this.#platform;
    if (text === "" || !this.#device || this.owner === "background") return;
    if (system.poll(this.#device.fd).writable) {
      system.write(this.#device.fd, this.#encoder.encode(text));
    }
  }

  #mirrorModes(): void {
    this.#memory.modesUndo = undoOfAll(this.#guards);
    this.#memory.modesHeld = this.#guards.filter(({ prompt }) => prompt).length;
  }

  #mirrorBytes(): void {
    this.#memory.restoreBytes = this.#encoder.encode(this.#undoBytes());
  }
}

/**
 * A guard goes while later ones stay: what they hold too stays as it is, and the first of them to
 * hold it puts the old value back when its turn comes. Returns what can be undone now.
 */
function inherit(undo: ModeChange, later: readonly Guard[]): ModeChange {
  let left = undo;
  for (const guard of later) {
    const own = guard.undo;
    const take = (mine: BitChange, theirs: BitChange): BitChange => {
      const shared = mine.mask & theirs.mask;
      return { mask: mine.mask, value: ((mine.value & ~shared) | (theirs.value & shared)) >>> 0 };
    };
    const without = (bits: BitChange, mask: number): BitChange => ({
      mask: (bits.mask & ~mask) >>> 0,
      value: (bits.value & ~mask) >>> 0,
    });
    guard.undo = {
      input: take(own.input, left.input),
      output: take(own.output, left.output),
      local: take(own.local, left.local),
      control: own.control !== null && left.control !== null ? left.control : own.control,
    };
    left = {
      input: without(left.input, own.input.mask),
      output: without(left.output, own.output.mask),
      local: without(left.local, own.local.mask),
      control: own.control === null ? left.control : null,
    };
  }
  return left;
}

/** One change that undoes all guards: where two changed one bit, the first one's old value wins. */
function undoOfAll(guards: readonly Guard[]): ModeChange {
  const merge = (over: BitChange, under: BitChange): BitChange => ({
    mask: (over.mask | under.mask) >>> 0,
    value: ((over.value & ~under.mask) | (under.value & under.mask)) >>> 0,
  });
  return guards.reduceRight<ModeChange>((all, { undo }) => ({
    input: merge(all.input, undo.input),
    output: merge(all.output, undo.output),
    local: merge(all.local, undo.local),
    control: undo.control ?? all.control,
  }), NO_CHANGE);
}
