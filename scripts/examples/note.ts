/**
 * A prompt with an inline editor: asks for a title, for a note of several lines (Ctrl-X opens the
 * user's editor and comes back), and whether to keep it. Ctrl-C anywhere asks and loses nothing that
 * was typed. Prompts are on the terminal itself, so the note can go down a pipe.
 *
 *     deno run -A scripts/examples/note.ts > note.md
 *     bun scripts/examples/note.ts > note.md
 */
import { runWithLadder } from "../../mod.ts";

await runWithLadder(async (ladder) => {
  const { prompts, signal } = ladder;
  if (!ladder.interactive) {
    ladder.say("there is no terminal to ask on");
    return 1;
  }
  const title = await prompts.lineInput(
    { message: "Title: ", editMode: "emacs" },
    { signal },
  );
  if (title.kind !== "submitted") return 1;

  const note = await ladder.edit({ message: "Note: ", editMode: "emacs" });
  if (note.kind !== "submitted") return 1;

  const keep = await prompts.confirm({ message: "Keep it?" }, { signal });
  if (keep.kind !== "answered" || !keep.yes) return 1;

  ladder.print(`# ${title.text}\n\n${note.text}\n`);
});
