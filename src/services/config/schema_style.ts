/**
 * The keys of `[style]`: how output looks and when waits are shown.
 *
 * @module
 */

import { either, list } from "./compound.ts";
import { key, table } from "./field.ts";
import { boolean, choice, duration, integer, interval, seconds, text } from "./shape.ts";

/** For keys that nothing looks at. */
export const UNUSED = { unused: true } as const;

function wait(doc: string, delaySecs: number) {
  return table(doc, waitKeys(delaySecs));
}

function waitKeys(delaySecs: number) {
  return {
    show: key(boolean(), true, "Whether the wait is shown."),
    delay_secs: key(seconds(), delaySecs, "Seconds before it is shown; 0: at once."),
    interval_ms: key(interval(), 100, "Milliseconds between two updates."),
  };
}

/** `[style]`. */
export const STYLE = table("How output looks.", {
  sanitize: key(
    choice("strip", "visualize", "off"),
    "strip",
    "What becomes of control sequences in text from models, tools and plugins on a terminal.",
    { sensitive: (value) => value === "off" },
  ),
  lock_wait: table("The wait for a conversation somebody else is writing to.", {
    ...waitKeys(1),
    timeout_secs: key(seconds(), 10, "Seconds until it asks what to do."),
  }),
  streaming: table("While a request is under way.", {
    progress: wait("The wait for the answer.", 3),
  }),
  tool_call: table("While tools are called.", {
    show: key(boolean(), true, "Whether tool calls are shown."),
    progress: wait("The wait for a running tool.", 3),
    preparing: wait("The wait for a tool's arguments.", 3),
  }),
  mcp_startup: wait("The wait for MCP servers.", 4),
  typewriter: table("The pace at which an answer is written to a terminal.", {
    text_delay: key(duration(), 0, "Delay after a character of text; 0: as it comes."),
    code_delay: key(duration(), 0, "Delay after a character of code; 0: as it comes."),
    max_latency: key(
      duration(),
      0,
      "How far the screen may fall behind the model; 0: as far as it likes.",
    ),
  }),
  reasoning: table("The model's reasoning.", {
    display: key(
      either(
        choice("full", "summary", "hidden", "static", "progress", "timer"),
        integer({ min: 1 }),
      ),
      "full",
      "How it is shown: in full, its beginning and its headings, not at all, as a fixed line, as " +
        "dots, as a timer, or cut after so many characters.",
    ),
    background: key(
      either(
        integer({ min: 0, max: 255 }),
        text({ pattern: /^#[0-9a-fA-F]{6}$/, expects: "a colour such as #303030" }),
        choice("off"),
      ),
      236,
      "Its background: one of the 256 terminal colours, #rrggbb, or off.",
    ),
    extend_across_tool_calls: key(
      boolean(),
      true,
      "Whether the background goes on over tool calls in the middle of it.",
    ),
  }),
  markdown: table("Markdown on a terminal.", {
    wrap_width: key(integer({ min: 0 }), 80, "Columns text is wrapped at; 0: not wrapped."),
    table_max_column_width: key(
      integer({ min: 0 }),
      40,
      "Columns a table's column may take; 0: any number.",
    ),
    table_continuation_edge: key(
      boolean(),
      true,
      "Whether the continued rows of a wrapped cell are marked at the edge.",
    ),
    table_border: key(
      choice("box", "pipe"),
      "box",
      "How tables are drawn: with lines, or with the bars of markdown.",
    ),
    theme: key(
      choice("gruvbox-dark", "gruvbox-light", "ansi"),
      "gruvbox-dark",
      "The colours; ansi is the terminal's own sixteen.",
    ),
    links: key(
      choice("auto", "osc8", "full"),
      "auto",
      "How links are shown: as terminal hyperlinks, or with the address in full; auto: as the " +
        "terminal can.",
    ),
  }),
  code: table("Code blocks on a terminal.", {
    color: key(boolean(), true, "Whether code is highlighted."),
    line_numbers: key(boolean(), false, "Whether lines are numbered."),
  }, {
    absent: {
      file_link: "blocks of code are not saved, so there is no file to link",
      copy_link: "a link can copy nothing without a program that answers it",
    },
  }),
});

/** Values that are lists of plain text. */
export const TEXTS = list(text(), "text");
