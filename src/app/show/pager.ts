/**
 * What is longer than the screen goes through the user's pager. Owns when that is, and which one;
 * what is printed is the caller's, and prints the same without one. The pager has the terminal:
 * Ctrl-C in it is its own.
 *
 * @module
 */

import { FsError, type OutputStream } from "../../host/platform/port.ts";
import { Printer } from "../../host/printer/mod.ts";
import { cellWidth } from "../../host/terminal/mod.ts";
import type { App } from "../app.ts";

/** As git sets it: raw colours, leave the screen as it is, end at once if all fits. */
const LESS = "FRX";
/** What a shell says of a program that is not there, or may not be run. */
const NO_PROGRAM: readonly number[] = [126, 127];

/**
 * Prints through the pager if the output is a terminal and longer than it; directly otherwise.
 *
 * @param print may be called twice, and has to print the same.
 */
export async function paged(
  app: App,
  wanted: boolean,
  print: (app: App) => Promise<void>,
): Promise<void> {
  const command = wanted ? pagerOf(app) : null;
  if (command === null) return await print(app);
  const collected = await collect(app, print);
  if (!isLongerThan(collected, app.terminal.size)) return await print(app);
  if (!await page(app, command, collected)) await print(app);
}

/** The command line of the pager; null where there is none to use. */
function pagerOf({ printer, platform, router, terminal }: App): string | null {
  if (!printer.isOnTerminal("out") || printer.out.format !== "text-pretty") return null;
  if (platform.os === "windows" || terminal.isDumb) return null;
  if (!router.state.interactive || terminal.owner !== "us") return null;
  const command = (platform.env("PAGER") ?? "less").trim();
  return command === "" || command === "cat" ? null : command;
}

async function collect(app: App, print: (app: App) => Promise<void>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const stdout: OutputStream = {
    fd: -1,
    isTerminal: () => false,
    write: (bytes) => {
      text += decoder.decode(bytes, { stream: true });
      return Promise.resolve(bytes.length);
    },
  };
  const printer = new Printer({
    stdout,
    stderr: app.platform.stderr,
    out: app.printer.out,
    err: app.printer.err,
    size: () => app.terminal.size,
    measure: cellWidth,
    onGone: () => {},
  });
  await print({ ...app, printer });
  while (await printer.flush(1000) !== "done");
  return text;
}

function isLongerThan(
  text: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): boolean {
  let left = rows - 1;
  for (const line of text.split("\n")) {
    left -= Math.max(1, Math.ceil(widthOf(line) / columns));
    if (left < 0) return true;
  }
  return false;
}

// deno-lint-ignore no-control-regex -- sequences take no cells
const SEQUENCE = /\x1b\[[0-?]*[ -/]*[@-~]/g;

/** About: what is joined into one glyph is counted apart, which only takes more rows. */
function widthOf(line: string): number {
  const text = line.replaceAll(SEQUENCE, "");
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += cellWidth(character);
  return width;
}

/** False if there is no such pager. */
async function page(app: App, command: string, text: string): Promise<boolean> {
  const { platform, signal } = app;
  const { fs } = platform;
  const { runInFront } = await import("../../interaction/front/mod.ts");
  const folder = (platform.env("TMPDIR") || "/tmp").replace(/\/+$/, "");
  const path = `${folder}/jp-${crypto.randomUUID()}`;
  try {
    await fs.createNew(path, new TextEncoder().encode(text), 0o600);
  } catch (error) {
    if (error instanceof FsError) return false;
    throw error;
  }
  try {
    await app.gate.pass(signal);
    const ending = await runInFront(app, {
      program: "/bin/sh",
      args: ["-c", `exec <"$1"\n${command}`, "jp-pager", path],
      env: { LESS, ...platform.envAll() },
    }, signal);
    return ending.kind === "aborted" || !NO_PROGRAM.includes(ending.code);
  } catch (error) {
    if (error instanceof FsError) return false;
    throw error;
  } finally {
    await fs.remove(path).catch(() => {});
  }
}
