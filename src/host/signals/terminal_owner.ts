/**
 * Whose the terminal is at this moment: asked at each press, by whichever thread takes it.
 *
 * @module
 */

import { isCanonical, type Os, type System, termiosLayoutOf } from "../platform/port.ts";
import type { TerminalOwner } from "../../core/ladder/mod.ts";
import type { SharedMemory } from "./shared_memory.ts";

/** Who would be talking to the user now (interrupts.md, The key). */
export function terminalOwner(system: System, os: Os, memory: SharedMemory): TerminalOwner {
  const fd = memory.terminalFd;
  if (fd < 0 || os === "windows") return "us";
  const group = system.foregroundGroup(fd);
  if (group !== system.getpgrp()) return "background";
  if (memory.modesHeld > 0) return "us";
  const modes = system.getModes(fd);
  return modes === null || isCanonical(modes, termiosLayoutOf(os)) ? "us" : "other";
}
