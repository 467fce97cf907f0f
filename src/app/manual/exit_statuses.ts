/**
 * What each exit status means, once: for `jp help scripting`, the manual page and the README.
 *
 * @module
 */

/** A status as a shell shows it. */
export interface ExitStatusMeaning {
  readonly status: number;
  /** At most two lines of 70 columns. */
  readonly meaning: string;
}

/** Every status the program ends with. */
export const EXIT_STATUSES: readonly ExitStatusMeaning[] = [
  { status: 0, meaning: "done" },
  { status: 1, meaning: "failed; one line on stderr says why and what to do" },
  { status: 2, meaning: "wrong usage" },
  { status: 3, meaning: "a tool call was refused, as there was nobody to ask (jp help tools)" },
  { status: 129, meaning: "the terminal went away: died by SIGHUP" },
  {
    status: 130,
    meaning: "what a shell shows for death by SIGINT: second or third press, SIGTERM, SIGQUIT, " +
      "a shutdown that ran out of time",
  },
  { status: 141, meaning: "the reader of stdout went away: died by SIGPIPE" },
];

/** One entry a status, wrapped. */
export function exitStatusList(): string {
  return EXIT_STATUSES.map(({ status, meaning }) => entry(String(status), 8, meaning)).join("\n");
}

/** A term and what it means, within 80 columns; the term on a line of its own if it is too long. */
export function entry(term: string, columns: number, meaning: string): string {
  const lines: string[] = [];
  let line = `  ${term}`.padEnd(columns);
  if (line.length > columns) {
    lines.push(line);
    line = " ".repeat(columns);
  }
  for (const word of meaning.split(" ")) {
    if (line.trim() !== "" && line.length + word.length > 79) {
      lines.push(line.trimEnd());
      line = " ".repeat(columns);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}
