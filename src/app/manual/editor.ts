/**
 * `jp help editor`.
 *
 * @module
 */

import { type EditMode, keyBindings } from "../../core/line_editor/mod.ts";

/** The page. */
export function editorPage(): string {
  return `Editing in jp

Your editor is editor.cmd, else the first of editor.envs (JP_EDITOR, VISUAL,
EDITOR) that can be run. A line is split into words as a shell would, without a
shell; { program, args, shell = true } has sh run it, with the files as "$@".
An editor with windows needs its wait flag: code --wait, subl -w.

It gets the whole terminal, whatever the standard streams are, and its Ctrl-C
is its own. Saving and leaving with status 0 takes the text; any other status
leaves things as they were, and a file that was changed all the same is kept
and named.

  jp query            composes the question in the editor
  jp query -e TEXT    begins from TEXT;  -E never opens it

A reply (r in a menu) is typed inline. interrupt.streaming.compose_in_editor,
and the same for turn:

  false      inline; Ctrl-X goes to the editor and back
  true       the editor at once; inline if it cannot run
  "always"   the editor at once, never inline
  "never"    inline, without Ctrl-X

Inline, with editor.inline.edit_mode = "emacs" or "vi":

  Enter               send
  Alt+Enter, Ctrl-J   a new line (Shift+Enter where the terminal tells it apart)
  Up, Down            by row, then through what you asked earlier
  Ctrl-X              the editor
  Ctrl-C              back to the menu; the text is offered again
  Ctrl-D              on an empty line: back out

emacs: the keys of readline, with a kill ring, undo (Ctrl-_) and redo (Alt-_).
vi: insert, normal, replace and visual mode; operators with motions and text
objects, counts, registers, ".", f t ; and ,. ESC only changes the mode.

A reply that was backed out of or cut short by a shutdown is kept; the next
reply in that conversation begins with it.

All keys (C- is Ctrl, M- is Alt or ESC first, S- is Shift):

${bindings("emacs")}

${bindings("vi")}
`;
}

/** Columns of the commands' names, their indent included. */
const COMMAND_COLUMNS = 30;

function bindings(mode: EditMode): string {
  return keyBindings(mode).map(({ heading, bindings }) =>
    [
      `${heading}:`,
      ...bindings.flatMap(({ command, keys }) => rows(`  ${command}`, keys)),
    ].join("\n")
  ).join("\n\n");
}

function rows(command: string, keys: readonly string[]): string[] {
  const lines: string[] = [];
  let line = command.padEnd(COMMAND_COLUMNS);
  for (const key of keys) {
    if (line.length + key.length > 79) {
      lines.push(line.trimEnd());
      line = " ".repeat(COMMAND_COLUMNS);
    }
    line += `${key} `;
  }
  return [...lines, line.trimEnd()];
}
