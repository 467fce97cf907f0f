/**
 * Where a document is while it is being edited: a file that stays when something goes wrong, or,
 * where nothing is to be kept, a file that is gone afterwards.
 *
 * @module
 */

import { FsError, type Platform } from "../../../../host/platform/port.ts";
import type { EditorBackend } from "../../../../interaction/editor/mod.ts";
import { StoreError } from "../../../../services/workspace/mod.ts";
import type { DraftFile } from "./draft_file.ts";
import { DOCUMENT_FILE } from "./document.ts";

/** An editor gone sooner than this without a change was not looked at by a person (PR-019), ms. */
const HASTY_MS = 400;

/** How one opening of the editor ended. */
export type Edited =
  | { readonly kind: "saved"; readonly text: string; readonly hasty: boolean }
  /** `changed`: something was written before it ended with a failure status (PR-020). */
  | { readonly kind: "cancelled"; readonly changed: boolean }
  /** We are to end, and the editor was asked to. */
  | { readonly kind: "aborted"; readonly changed: boolean };

/** A document's place. */
export interface DocumentPlace extends AsyncDisposable {
  /** A draft that was there before; null: none. */
  readonly earlier: string | null;
  /** @throws {EditorError} when no editor ran. */
  edit(text: string, editor: EditorBackend, signal: AbortSignal): Promise<Edited>;
  /** What is there was written by somebody: it is not taken back. */
  hold(): void;
  /** The same, for whoever is told where it is; null: nowhere. */
  keep(): Promise<string | null>;
  /** Nothing stays. */
  remove(): Promise<void>;
}

/** In a file of the conversation; on a disk that does not take it, nowhere. */
export function draftPlace(
  file: DraftFile,
  platform: Pick<Platform, "fs" | "env" | "clock">,
): DocumentPlace {
  const { clock } = platform;
  let passing: DocumentPlace | null = null;
  return {
    earlier: file.earlier,
    edit: async (text, editor, signal) => {
      const path = passing === null ? await written(file, text) : null;
      if (path === null) {
        passing ??= passingPlace(platform);
        return await passing.edit(text, editor, signal);
      }
      const started = clock.now();
      const { kind } = await editor.editFile({ paths: [path] }, signal);
      const after = await file.read();
      if (kind !== "saved") return { kind, changed: after !== text };
      return { kind, text: after, hasty: after === text && clock.now() - started < HASTY_MS };
    },
    hold: () => file.keep(),
    keep: () => {
      file.keep();
      return passing === null ? Promise.resolve(file.path) : passing.keep();
    },
    remove: () => file.remove(),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

async function written(file: DraftFile, text: string): Promise<string | null> {
  try {
    return await file.write(text);
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof FsError)) throw error;
    return null;
  }
}

/** Nowhere: for `--no-persist`, and for a disk that takes nothing. */
export function passingPlace({ fs, env }: Pick<Platform, "fs" | "env">): DocumentPlace {
  let last = "";
  let keptAt: string | null = null;
  return {
    earlier: null,
    edit: async (content, editor, signal) => {
      const suffix = DOCUMENT_FILE.slice(DOCUMENT_FILE.lastIndexOf("."));
      last = content;
      const outcome = await editor.editText({ content, suffix }, signal);
      if (outcome.kind !== "saved") {
        keptAt = outcome.keptAt;
        return { kind: outcome.kind, changed: keptAt !== null };
      }
      last = outcome.text;
      keptAt = outcome.hastyAt;
      return { kind: "saved", text: last, hasty: keptAt !== null };
    },
    hold: () => {},
    // Nothing of a conversation is kept; what could not be sent is not one yet.
    keep: async () => {
      const folder = (env("TMPDIR") || env("TEMP") || "/tmp").replace(/[/\\]+$/, "");
      const path = `${folder}/jp-${crypto.randomUUID()}-${DOCUMENT_FILE}`;
      try {
        if (keptAt === null) await fs.createNew(path, new TextEncoder().encode(last), 0o600);
        return keptAt ??= path;
      } catch (error) {
        if (!(error instanceof FsError)) throw error;
        return null;
      }
    },
    remove: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
