/**
 * What the terminal understands beyond the common, as far as it says so in the environment: nothing
 * is asked of it, since an answer that comes late is typed text. Unknown means no.
 *
 * @module
 */

/** What may be written to a terminal. */
export interface TerminalFeatures {
  /** Hyperlinks (OSC 8). */
  readonly hyperlinks: boolean;
  /** Synchronized updates (DEC private mode 2026). */
  readonly synchronizes: boolean;
}

const NONE: TerminalFeatures = { hyperlinks: false, synchronizes: false };
const BOTH: TerminalFeatures = { hyperlinks: true, synchronizes: true };
const LINKS: TerminalFeatures = { hyperlinks: true, synchronizes: false };

/** The features of the terminal this environment describes. */
export function terminalFeatures(env: (name: string) => string | undefined): TerminalFeatures {
  const term = env("TERM") ?? "";
  if (term === "" || term === "dumb" || term === "linux") return NONE;
  const program = env("TERM_PROGRAM") ?? "";
  const version = env("TERM_PROGRAM_VERSION") ?? "";
  // What is inside of one of these sees the multiplexer, whatever the terminal around it has left
  // in the environment.
  if (env("TMUX") || program === "tmux") return atLeast(version, 3, 4) ? BOTH : NONE;
  if (env("STY") || term.startsWith("screen")) return NONE;
  if (/^(?:xterm-)?(?:kitty|ghostty)|^foot|^contour|^rio/.test(term)) return BOTH;
  if (/^alacritty/.test(term)) return BOTH;
  switch (program) {
    case "WezTerm":
    case "ghostty":
    case "rio":
    case "WarpTerminal":
      return BOTH;
    case "iTerm.app":
      return atLeast(version, 3, 5) ? BOTH : atLeast(version, 3, 1) ? LINKS : NONE;
    case "vscode":
    case "Hyper":
    case "Tabby":
      return LINKS;
    case "Apple_Terminal":
      return NONE;
  }
  if (env("WT_SESSION") || env("DOMTERM") || env("KONSOLE_VERSION")) return LINKS;
  return Number(env("VTE_VERSION") ?? 0) >= 5000 ? LINKS : NONE;
}

/** `3.4a` is at least 3.4. */
function atLeast(version: string, major: number, minor: number): boolean {
  const [, first, second] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (first === undefined) return false;
  return Number(first) > major || (Number(first) === major && Number(second ?? 0) >= minor);
}
