/**
 * The end of the process, the same from either thread: message if the channel takes it at once,
 * terminal restored if it is ours, registered groups killed, death by signal. Synchronous, since
 * nothing may come between; it never waits for a descriptor.
 *
 * @module
 */

import { applyChange, type Os, type System, termiosLayoutOf } from "../platform/port.ts";
import type { EndSignal } from "../../core/ladder/mod.ts";
import { formatNotice, notice } from "../../core/notices/mod.ts";
import type { SharedMemory } from "./shared_memory.ts";

/** One of the two messages, by somebody who does not know what is on the screen. */
export function lastWords(
  system: System,
  memory: SharedMemory,
  message: "shutting down" | "terminating",
): string {
  const line = formatNotice(notice(message), memory.jsonMessages ? "json" : "text");
  // A terminal whose cursor may be mid-line gets the message on a line of its own.
  const fresh = !memory.jsonMessages && system.getModes(2) !== null ? "\r\n" : "";
  return fresh + line;
}

/** Writes to stderr if that can be done without waiting. */
export function sayAtOnce(system: System, text: string): void {
  writeAtOnce(system, 2, new TextEncoder().encode(text));
}

/**
 * Puts the terminal back as far as we changed it, if we are in its foreground: modes, what a prompt
 * has drawn, private modes. A second call does nothing more.
 */
export function restoreAtOnce(system: System, os: Os, memory: SharedMemory): void {
  const fd = memory.terminalFd;
  if (fd < 0 || os === "windows" || system.foregroundGroup(fd) !== system.getpgrp()) return;
  const layout = termiosLayoutOf(os);
  const modes = system.getModes(fd);
  if (modes !== null) system.setModes(fd, applyChange(modes, memory.modesUndo, layout));
  const bytes = memory.restoreBytes;
  if (bytes.length > 0) writeAtOnce(system, fd, bytes);
  memory.restoreBytes = new Uint8Array(0);
  memory.restored = true;
}

/**
 * Ends what a full-screen program may have left on when it was killed: screen, mouse, focus, paste,
 * keypad, cursor, colours, kitty's flags. The cursor is saved first, since leaving the alternate
 * screen moves it to where it was saved also when that screen is not shown.
 */
export const AFTER_A_KILL = "\x1b7\x1b[?1049l\x1b[?1000;1002;1003;1004;1006;2004l\x1b[?1l\x1b>" +
  "\x1b[=0u\x1b[?25h\x1b[0 q\x1b[m";

/**
 * What the end of the process does first: whoever has the terminal from us is killed, since it could
 * change the modes once more; then the terminal is as it was when it was lent, and as
 * {@linkcode restoreAtOnce} leaves it.
 */
export function takeBackAtOnce(system: System, os: Os, memory: SharedMemory): void {
  const fd = memory.terminalFd;
  const { loan } = memory;
  if (loan !== null && fd >= 0 && os !== "windows") {
    killRegistered(system, memory);
    const own = system.getpgrp();
    if (loan.group !== own && system.foregroundGroup(fd) === loan.group) {
      system.setForegroundGroup(fd, own);
    }
    if (system.foregroundGroup(fd) === own) {
      system.setModes(fd, loan.modes);
      if (loan.clears) writeAtOnce(system, fd, new TextEncoder().encode(AFTER_A_KILL));
    }
    memory.loan = null;
  }
  restoreAtOnce(system, os, memory);
}

/** Kills every registered process group and process. */
export function killRegistered(system: System, memory: SharedMemory): void {
  for (const target of memory.killTargets()) system.kill(target, "SIGKILL");
}

/** Ends the process as its parent is to see it. Does not return. */
export function die(
  system: System,
  memory: SharedMemory,
  signal: EndSignal,
  wholeGroup: boolean,
): void {
  const fd = memory.terminalFd;
  if (wholeGroup && fd >= 0 && system.foregroundGroup(fd) === system.getpgrp()) {
    // The shell has not seen a press that came as input; its loop would go on (PR-005, M1).
    system.setDefault(signal);
    system.kill(-system.getpgrp(), signal);
  }
  system.dieBy(signal);
}

function writeAtOnce(system: System, fd: number, bytes: Uint8Array): void {
  if (system.poll(fd).writable) system.write(fd, bytes);
}
