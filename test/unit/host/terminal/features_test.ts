import assert from "node:assert/strict";
import { terminalFeatures } from "../../../../src/host/terminal/mod.ts";

const both = { hyperlinks: true, synchronizes: true };
const links = { hyperlinks: true, synchronizes: false };
const none = { hyperlinks: false, synchronizes: false };

Deno.test("what a terminal understands, as far as it says so", () => {
  const cases: readonly (readonly [Record<string, string>, typeof both])[] = [
    [{}, none],
    [{ TERM: "dumb", TERM_PROGRAM: "WezTerm" }, none],
    [{ TERM: "linux" }, none],
    [{ TERM: "xterm-256color" }, none],
    [{ TERM: "xterm-kitty" }, both],
    [{ TERM: "foot" }, both],
    [{ TERM: "alacritty" }, both],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, both],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.4.1" }, links],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.5.0" }, both],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, none],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "vscode" }, links],
    [{ TERM: "xterm-256color", VTE_VERSION: "7400" }, links],
    [{ TERM: "xterm-256color", VTE_VERSION: "4200" }, none],
    [{ TERM: "xterm-256color", WT_SESSION: "x" }, links],
    // A multiplexer decides for what is inside of it.
    [{ TERM: "screen-256color", VTE_VERSION: "7400" }, none],
    [{ TERM: "tmux-256color", TMUX: "/t,1,0", VTE_VERSION: "7400" }, none],
    [
      {
        TERM: "tmux-256color",
        TMUX: "/t,1,0",
        TERM_PROGRAM: "tmux",
        TERM_PROGRAM_VERSION: "3.4a",
      },
      both,
    ],
  ];
  for (const [env, expected] of cases) {
    assert.deepEqual(terminalFeatures((name) => env[name]), expected, JSON.stringify(env));
  }
});
