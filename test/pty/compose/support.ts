/**
 * Editors as small sh scripts, and a world in which `jp` opens them.
 */
import { answer, type Pty, type PtyOptions, type Target } from "../../support/mod.ts";
import { type World, world, type WorldOptions } from "../query/world.ts";

export { RUNTIMES } from "../../support/mod.ts";
export const DONE = { code: 0, signal: null } as const;
export const IGNORED = "jp: ignoring the empty query";

/** A world whose editor is an sh script; `$1` is the document. */
export async function editing(script: string, options: WorldOptions = {}): Promise<World> {
  const w = await world({ scripts: [answer("Fine.")], ...options });
  await useEditor(w, script);
  return w;
}

/** Puts another editor in the place of the one there is. */
export async function useEditor(w: World, script: string): Promise<void> {
  await Deno.writeTextFile(editorOf(w), `#!/bin/sh\n${script}\n`);
  await Deno.chmod(editorOf(w), 0o755);
}

/** `jp` on a terminal, with the world's editor. */
export function jp(
  w: World,
  target: Target,
  args: readonly string[],
  options: Omit<PtyOptions, "cmd"> = {},
): Pty {
  return w.pty(target, args, { ...options, env: { EDITOR: editorOf(w), ...options.env } });
}

function editorOf(w: World): string {
  return `${w.fixture.root}/ed`;
}

/** sh that puts words above what the document says, as a person would. */
export function types(words: string): string {
  return `{ printf '%s\\n' '${words}'; cat "$1"; } > "$1.new" && mv "$1.new" "$1"`;
}

/** sh that has sed change the document. */
export function sed(script: string): string {
  return `sed '${script}' "$1" > "$1.new" && mv "$1.new" "$1"`;
}

/** The documents that are kept, by path. */
export async function drafts(w: World): Promise<[path: string, text: string][]> {
  return [...await w.files()].filter(([path]) => path.endsWith("/QUERY_MESSAGE.md"));
}
