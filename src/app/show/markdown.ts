/**
 * Markdown for one channel, as it is configured. Loads the renderer: nothing that shows no markdown
 * pays for it.
 *
 * @module
 */

import type { Channel, TextRenderer } from "../../host/printer/mod.ts";
import { cellWidth, terminalFeatures } from "../../host/terminal/mod.ts";
import type { Config } from "../../services/config/mod.ts";
import type { App } from "../app.ts";

/** Columns where there is no terminal to have any. */
const UNKNOWN_COLUMNS = 80;

/** What decides how a channel is rendered, besides the configuration. */
export type RenderingApp = Pick<App, "platform" | "printer" | "terminal" | "globals">;

/** Loads the renderer beside other work, if a channel is going to show markdown. */
export function preloadMarkdown({ printer }: Pick<RenderingApp, "printer">): void {
  if (printer.out.format !== "text-pretty" && printer.err.format !== "text-pretty") return;
  // Whoever needs it meets the same failure.
  void import("../../host/markdown/mod.ts").catch(() => {});
}

/** What one renderer of a channel is to be like. */
export interface RenderingStyle {
  /** Attributes of all of the text. */
  readonly base?: string;
  /** The markup is our own, and its links may lead to files. */
  readonly files?: boolean;
}

/** Makes renderers for a channel, or null where its format shows the source: one for each source. */
export async function markdownFor(
  app: RenderingApp,
  config: Config,
  channel: Channel,
): Promise<((style?: RenderingStyle) => TextRenderer) | null> {
  const { printer, platform, terminal, globals } = app;
  const { style } = config;
  if (printer[channel].format !== "text-pretty") return null;
  const { createRenderer, themeNamed } = await import("../../host/markdown/mod.ts");
  const { markdown, code } = style;
  // What is collected for a pager is laid out for the terminal that will show it.
  const onTerminal = platform[channel === "out" ? "stdout" : "stderr"].isTerminal();
  const wanted = globals.width === 0 ? null : globals.width;
  const columns = (): number => {
    const there = onTerminal ? terminal.size.columns : UNKNOWN_COLUMNS;
    return wanted === null ? there : interactive ? Math.min(wanted, there) : wanted;
  };
  // Rows that are written again have to be whole rows of the screen, and nobody else's.
  const interactive = await isInteractive(app, channel);
  const hyperlinks = showsHyperlinks(app, config);
  return ({ base, files } = {}) =>
    createRenderer({
      columns,
      rows: () => terminal.size.rows,
      measure: cellWidth,
      color: printer[channel].color,
      interactive,
      osc8: hyperlinks,
      wrapWidth: markdown.wrap_width,
      theme: themeNamed(markdown.theme) ?? undefined,
      base,
      files,
      table: {
        border: markdown.table_border,
        maxColumnWidth: markdown.table_max_column_width,
        continuationEdge: markdown.table_continuation_edge,
      },
      code: { color: code.color, lineNumbers: code.line_numbers },
    });
}

/** Whether the rows of a channel can be written again, and with hyperlinks if those can be shown. */
export async function isInteractive(
  { printer, terminal, globals }: Pick<RenderingApp, "printer" | "terminal" | "globals">,
  channel: Channel,
): Promise<boolean> {
  const { width } = globals;
  return printer.isOnTerminal(channel) && !terminal.isDumb && await printer.isAlone() &&
    (width === null || width === 0 || width <= terminal.size.columns);
}

/** Whether hyperlinks are to be shown as such, where rows can be written again. */
export function showsHyperlinks(
  { platform }: Pick<RenderingApp, "platform">,
  { style }: Config,
): boolean {
  const { links } = style.markdown;
  return links === "osc8" || (links === "auto" && terminalFeatures(platform.env).hyperlinks);
}
