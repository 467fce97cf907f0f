/**
 * What "the user's editor" is to the rest of the program: text in and out, or files opened in
 * place. Every way of opening an editor goes through this interface.
 *
 * Source: RFD 088 "EditorBackend".
 *
 * @module
 */

/** Text to edit. */
export interface TextEdit {
  /** What the editor begins with. */
  readonly content: string;
  /** What the file is called, for the editor's highlighting: `.md`, `.json`. */
  readonly suffix: string;
}

/** Files to open in place; whoever asked reads them back. */
export interface FileEdit {
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** Where the editor runs; left out: where we are. */
  readonly cwd?: string;
}

/** How editing text ended. */
export type TextOutcome =
  | {
    readonly kind: "saved";
    /** Without the line end that editors put behind the last line. */
    readonly text: string;
    /**
     * The editor was gone at once with nothing changed: it probably needs a wait flag (PR-019). The
     * file stays for the window that may open it: here. Null otherwise.
     */
    readonly hastyAt: string | null;
  }
  /** The editor ended with a failure status, as git takes it: the text before stays. */
  | {
    readonly kind: "cancelled";
    /** Where the changed text is kept, if it was changed before that (PR-020). */
    readonly keptAt: string | null;
  }
  /** The signal aborted, and the editor was asked to end. */
  | { readonly kind: "aborted"; readonly keptAt: string | null };

/** How editing files ended. */
export type FileOutcome =
  | { readonly kind: "saved" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "aborted" };

/** An editor, wherever the user sits. "No editor" is the absence of one, not one that does nothing. */
export interface EditorBackend {
  /** What is opened, for messages: `code --wait`. */
  readonly name: string;
  /**
   * Edits text; resolves when the editor has ended.
   *
   * @throws {EditorError} when it did not run, or its file could not be written or read.
   */
  editText(edit: TextEdit, signal: AbortSignal): Promise<TextOutcome>;
  /**
   * Opens files in place; resolves when the editor has ended.
   *
   * @throws {EditorError}
   */
  editFile(edit: FileEdit, signal: AbortSignal): Promise<FileOutcome>;
}

/** The editor did not run (`spawn`), or a file around it failed (`io`); never a cancellation. */
export class EditorError extends Error {
  /** The class's name. */
  override readonly name = "EditorError";
  /** Whether the editor or a file failed. */
  readonly code: "spawn" | "io";
  /** What to do about it, one line. */
  readonly help: string;

  /** The message is one line that says what failed. */
  constructor(code: "spawn" | "io", message: string, options: { help: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.help = options.help;
  }
}
