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
  type ModeChange,
  type Platform,
  quietEchoChange,
  type TerminalDevice,
  type TerminalModes,
  type TermiosLayout,
  termiosLayoutOf,
  undoOf,
  type WindowSize,
} from "../platform/port.ts";
import { AFTER_A_KILL, type SharedMemory, terminalOwner } from "../signals/mod.ts";
import { type Reflow, reflowOf } from "../../core/frame/mod.ts";
import type { TerminalOwner } from "../../core/ladder/mod.ts";
import { Keyboard } from "./keyboard.ts";
import {
  CHANGES,
  type Discipline,
  type Guard,
  inherit,
  NO_CHANGE,
  undoOfAll,
} from "./mode_guards.ts";
import { TerminalWriter } from "./terminal_writer.ts";
import { Turns } from "./turns.ts";

const UNKNOWN_SIZE: WindowSize = { columns: 80, rows: 24 };
/** Terminals that have the kitty protocol in every version that goes by the name. */
const KITTY_TERMINALS = ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra"];
interface PrivateMode {
  readonly enter: string;
  readonly leave: string;
}

/** Who borrows the terminal. */
export interface Borrower {
  /** Its process group. */
  readonly group: number;
  /** Modes it had set when it last had the terminal; null: the ordinary ones. */
  readonly modes: TerminalModes | null;
}

/** The terminal, lent. Dispose it to take the terminal back. */
export interface Loan extends Disposable {
  /** Whether the borrower is in the foreground now; false when its group is gone. */
  readonly handedOver: boolean;
  /** The modes the borrower had when it was taken back; null before, and when nobody could look. */
  readonly left: TerminalModes | null;
  /** The borrower was killed, and had no time to put the terminal in order. */
  wasKilled(): void;
}

// deno-lint-ignore no-control-regex -- DECRST, and nothing else
const RESET_MODE = /^\x1b\[\?\d+l$/;

/** The terminal of this process. Dispose it to undo everything it holds. */
export class Terminal implements Disposable {
  readonly #platform: Platform;
  readonly #memory: SharedMemory;
  #device: TerminalDevice | null | undefined;
  #guards: Guard[] = [];
  #privateModes: PrivateMode[] = [];
  /** What switched off what was held before, as far as a second time does no harm. */
  readonly #left = new Set<string>();
  #undone = false;
  #loans = 0;
  /** Whether we were stopped during a loan: others may have had the terminal since. */
  #outOfSight = false;
  #drawn = "";
  readonly #screen = new Turns();
  readonly #questions = new Turns();
  #standing = 0;
  readonly #writer = new TerminalWriter(() => this.device);
  readonly #encoder = new TextEncoder();
  /** Its keys. One for all prompts: half a sequence or a late reply is nobody's text. */
  readonly keyboard: Keyboard;

  /** Opens the controlling terminal, if there is one, and changes nothing on it. */
  constructor(platform: Platform, memory: SharedMemory) {
    this.#platform = platform;
    this.#memory = memory;
    const term = platform.env("TERM") ?? "";
    this.keyboard = new Keyboard(() => this.device, KITTY_TERMINALS.includes(term));
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

  /** Whether it may be sent kitty's sequences: the Linux console would print some of them. */
  get takesKittyKeys(): boolean {
    return !this.isDumb && !this.#platform.env("TERM")?.startsWith("linux");
  }

  /** Has Ctrl-C echo nothing, as long as it is held: no `^C` in the middle of an answer. */
  holdQuietEcho(): Disposable {
    return this.#hold(quietEchoChange, false);
  }

  /**
   * Resolves when no other prompt is on the screen, and keeps others off until disposed: one that
   * is being taken away is gone before the next is drawn. On an abort see {@linkcode Turns}.
   */
  takeTurn(signal?: AbortSignal): Promise<Disposable> {
    return this.#screen.take(signal);
  }

  /**
   * Resolves when no other question is being asked, and keeps others waiting until disposed: a
   * prompt that has made way for a menu is the next to be shown. Menus need no such place.
   */
  takePlace(signal?: AbortSignal): Promise<Disposable> {
    return this.#questions.take(signal);
  }

  /**
   * A standalone prompt is asked until disposed, on the screen or behind the menu that a Ctrl-C in
   * it has opened.
   */
  standPrompt(): Disposable {
    this.#standing++;
    let stands = true;
    return {
      [Symbol.dispose]: () => {
        if (stands) this.#standing--;
        stands = false;
      },
    };
  }

  /** Whether a menu that is shown now stands in for a prompt, to which there is a way back. */
  get promptStands(): boolean {
    return this.#standing > 0;
  }

  /** Holds the discipline a prompt needs. */
  holdDiscipline(discipline: Discipline): Disposable {
    return this.#hold(CHANGES[discipline], true);
  }

  /**
   * Holds a private mode of the terminal: writes `enter` now and `leave` when disposed. Neither
   * waits long for a terminal that takes nothing.
   *
   * @throws {FsError} `EIO` when the terminal is gone.
   */
  async holdPrivateMode(enter: string, leave: string): Promise<AsyncDisposable> {
    const mode: PrivateMode = { enter, leave };
    // Registered before it is written: whatever ends the process in between undoes it.
    this.#privateModes = [...this.#privateModes, mode];
    this.#mirrorBytes();
    const forget = (): void => {
      this.#privateModes = this.#privateModes.filter((other) => other !== mode);
      this.#mirrorBytes();
    };
    await this.#writer.writeInTime(enter).catch((error) => {
      forget();
      throw error;
    });
    return {
      [Symbol.asyncDispose]: async () => {
        if (!this.#privateModes.includes(mode)) return;
        if (this.#undone) return forget();
        if (RESET_MODE.test(leave)) this.#left.add(leave);
        await this.#writer.writeInTime(leave, forget).catch(() => {});
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
   * Writes to the terminal itself, wherever our own streams go, after what was written before.
   *
   * @throws {FsError} `EIO` when it is gone.
   */
  write(text: string): Promise<void> {
    return this.#writer.write(text);
  }

  /** Writes, and waits no longer than a terminal that works needs. Never rejects. */
  async writeInTime(text: string): Promise<void> {
    await this.#writer.writeInTime(text).catch(() => {});
  }

  /**
   * Gives the terminal whole to somebody else (an editor, a plugin) until disposed: our modes are
   * undone, nothing of ours reads or writes it. The caller tells the router, whose presses they are
   * now. Taking it back puts the modes where they were when it was lent, whatever the borrower left,
   * and restores what was held, if we are in the foreground.
   *
   * @param borrower a process group of its own, which gets the foreground; left out: a child in ours.
   */
  lend(borrower: Borrower | null = null): Loan {
    this.suspend();
    this.keyboard.forget();
    const { system } = this.#platform;
    const device = this.device;
    const before = device && system.getModes(device.fd);
    const group = borrower?.group ?? system.getpgrp();
    this.#loans++;
    this.#outOfSight = false;
    if (before) this.#memory.loan = { group, modes: before, clears: !this.isDumb };
    // As long as the foreground is ours: from the background it would stop us.
    if (borrower?.modes && device) system.setModes(device.fd, borrower.modes);
    const handedOver = borrower === null ||
      (device !== null && system.setForegroundGroup(device.fd, group));
    let left: TerminalModes | null = null;
    let lent = true;
    let killed = false;
    return {
      handedOver,
      get left() {
        return left;
      },
      wasKilled: () => killed = true,
      [Symbol.dispose]: () => {
        if (!lent) return;
        lent = false;
        this.#loans--;
        this.#memory.loan = null;
        if (device && before) left = this.#takeBack(device, before, { killed, group });
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
    if (this.#loans > 0) this.#outOfSight = true;
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

  #takeBack(
    device: TerminalDevice,
    before: TerminalModes,
    { killed, group }: { readonly killed: boolean; readonly group: number },
  ): TerminalModes | null {
    const { system } = this.#platform;
    const own = system.getpgrp();
    const foreground = system.foregroundGroup(device.fd);
    // The borrower may have moved its own children to the foreground. But after we were stopped, a
    // third group there is the shell's.
    if (foreground !== own && (foreground === group || !this.#outOfSight)) {
      if (group !== own) system.setForegroundGroup(device.fd, own);
    }
    if (this.owner === "background") return null;
    const now = system.getModes(device.fd);
    if (now?.some((byte, index) => byte !== before[index])) system.setModes(device.fd, before);
    if (killed && !this.isDumb) this.#writeAtOnce(AFTER_A_KILL);
    return now;
  }

  #hold(make: (layout: TermiosLayout) => ModeChange, prompt: boolean): Disposable {
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

  // A Ctrl-C key has the kernel drop what the terminal has not taken yet, the end of a mode perhaps.
  #undoBytes(): string {
    const held = this.#privateModes.map(({ leave }) => leave).reverse();
    return [this.#drawn, ...held, ...this.#left].join("");
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
