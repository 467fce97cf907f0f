/**
 * vi's registers. The unnamed one is the top of the kill ring, so that `p` in normal mode and C-y
 * in insert mode put the same text.
 *
 * @module
 */

import type { Editor } from "./editor.ts";
import { currentKill, type Kill, pushKill } from "./kill_ring.ts";
import type { ViState } from "./vi_state.ts";

/**
 * Stores what was deleted or yanked: always in the unnamed register, and in the named one; a
 * capital appends, `_` stores nowhere. vi's deletions never join, unlike emacs mode's kills.
 */
export function storeRegister(
  ed: Editor,
  vi: ViState,
  kill: Kill,
  register: string | null,
): Editor {
  if (register === "_" || kill.text === "") return ed;
  const stored = { ...ed, ring: pushKill(ed.ring, kill.text, kill.linewise) };
  if (register === null || !/^[a-zA-Z]$/.test(register)) return stored;
  const name = register.toLowerCase();
  const before = name === register ? undefined : vi.registers[name];
  const linewise = kill.linewise || (before?.linewise ?? false);
  const text = before === undefined ? kill.text : appended(before, kill, linewise);
  return { ...stored, vi: { ...vi, registers: { ...vi.registers, [name]: { text, linewise } } } };
}

function appended(before: Kill, kill: Kill, linewise: boolean): string {
  if (!linewise) return before.text + kill.text;
  return [before.text, kill.text].map((text) => text.endsWith("\n") ? text : text + "\n").join("");
}

/** What a register holds: a letter's own text, for 1 to 9 the n-th last kill, else the last one. */
export function readRegister(ed: Editor, vi: ViState, register: string | null): Kill | undefined {
  if (register === "_") return undefined;
  if (register !== null && /^[a-zA-Z]$/.test(register)) {
    return vi.registers[register.toLowerCase()];
  }
  if (register !== null && /^[1-9]$/.test(register)) return ed.ring.entries.at(-Number(register));
  return currentKill(ed.ring);
}
