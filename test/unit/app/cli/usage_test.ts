import assert from "node:assert/strict";
import { usage } from "./parsed.ts";

/** Line, part of the message, part of the hint. */
type Case = readonly [string | readonly string[], string, string];

function check(cases: readonly Case[]): void {
  for (const [line, message, help] of cases) {
    const got = usage(line);
    const shown = JSON.stringify([line, got]);
    assert(got.message.includes(message), `message of ${shown}`);
    assert(got.help.includes(help), `help of ${shown}`);
  }
}

Deno.test("usage: mistyped commands name the nearest", () => {
  check([
    ["qurey", 'jp has no command "qurey"', "jp query?"],
    ["quer hello", "quer", "jp query?"],
    ["QUERY", "QUERY", "jp query?"],
    ["conversaton ls", "conversaton", "jp conversation?"],
    ["cnofig", "cnofig", "jp config?"],
    ["docter", "docter", "jp doctor?"],
    ["hlep", "hlep", "jp help?"],
    ["c lst", 'jp conversation has no command "lst"', "jp conversation ls?"],
    ["c pritn", "pritn", "jp conversation print?"],
    ["config shwo", "jp config has no command", "jp config show?"],
  ]);
});

Deno.test("usage: unknown commands of a group list what it has", () => {
  check([
    ["c zap", "jp conversation", "archive, unarchive and label"],
    ["c label zap x", "jp conversation label", "add, rm and ls"],
    ["config zap a=b", "jp config", "path and schema"],
  ]);
});

Deno.test("usage: text in the place of a command says how to ask", () => {
  check([
    [["what is this?"], '"what is this?"', "jp query TEXT"],
    [["../x"], '"../x"', "jp query TEXT"],
    [[""], '""', "jp query TEXT"],
    ["-", '"-"', "jp query TEXT"],
    ["-5", '"-5"', "jp query TEXT"],
  ]);
});

Deno.test("usage: a missing command", () => {
  check([
    ["-q", "jp needs a command: query, ", "jp --help"],
    ["c", "jp conversation needs a command: ls, show, ", "jp conversation --help"],
    ["config -v", "jp config needs a command", "jp config --help"],
    ["-- query x", "--", "jp query -- TEXT"],
    ["c -- ls", "--", "jp query -- TEXT"],
  ]);
});

Deno.test("usage: mistyped flags name the nearest", () => {
  check([
    ["q --modle x", "jp query has no flag --modle", "--model?"],
    ["q --hide-resoning", "--hide-resoning", "--hide-reasoning?"],
    ["q --hide", "--hide", "--hide-reasoning?"],
    ["q --no-interactive", "--no-interactive", "--non-interactive?"],
    ["q --bananas", "--bananas", "jp query --help"],
    ["q --formt=json", "--formt", "--format?"],
    ["--verbos q", "jp has no flag --verbos", "--verbose?"],
    ["q -zx", "-z", "goes behind --"],
  ]);
});

Deno.test("usage: one dash where two were meant", () => {
  check([
    ["q -new x", "-new needs two dashes", "--new?"],
    ["q -id jp-c1", "-id", "--id?"],
    ["q -model=x", "-model", "--model?"],
    ["-help", "-help", "--help?"],
  ]);
});

Deno.test("usage: a flag before the command it belongs to, or at the wrong one", () => {
  check([
    ["-m x q hello", "jp has no flag -m", "jp query -m"],
    ["--new query", "jp has no flag --new", "jp query --new"],
    ["c --limit 3 ls", "jp conversation has no flag --limit", "jp conversation ls --limit"],
    ["c ls -m x", "jp conversation ls has no flag -m", "jp query has one"],
  ]);
});

Deno.test("usage: missing values", () => {
  check([
    ["q -m", "-m needs a value", "-m MODEL"],
    ["q --model", "--model needs a value", "--model MODEL"],
    ["q -nm", "-m needs a value", "-m MODEL"],
    ["q --model --new", "--model needs a value", "--new was read as a flag"],
    ["q --title -x", "--title needs a value", "--title=…"],
    ["q -m -- x", "-m needs a value", "-m MODEL"],
    ["-c", "-c needs a value", "-c K=V"],
    ["doctor --width", "--width needs a value", "--width COLUMNS"],
    ["c ls --limit", "--limit needs a value", "--limit N"],
  ]);
});

Deno.test("usage: empty values", () => {
  check([
    ["q --model= x", "--model needs a value that is not empty", "--model"],
    [["q", "-m", ""], "-m needs a value that is not empty", "-m"],
    ["q --title=", "--title", "--title"],
    [["doctor", "--log-file="], "--log-file", "--log-file"],
    [["doctor", "-w", ""], "-w", "-w"],
  ]);
});

Deno.test("usage: values for flags that take none", () => {
  check([
    ["q --new=true", "--new takes no value", "--new alone"],
    ["q -n=1", "-n takes no value", "-n alone"],
    ["--help=query", "--help takes no value", "--help alone"],
    ["doctor --quiet=", "--quiet takes no value", "--quiet alone"],
  ]);
});

Deno.test("usage: numbers name their flag and their range", () => {
  check([
    ["doctor --width abc", '--width cannot be "abc"', "from 0 to 65535"],
    ["doctor --width=-5", '--width cannot be "-5"', "whole number"],
    ["doctor --width -5", '--width cannot be "-5"', "whole number"],
    ["doctor --width 1e3", "--width", "whole number"],
    ["doctor --width 80.5", "--width", "whole number"],
    ["doctor --width 65536", "--width", "from 0 to 65535"],
    ["doctor --width=", "--width", "whole number"],
    ["c ls --limit=0", "--limit", "1 or more"],
    ["c ls --limit 99999999999999999999", "--limit", "1 or more"],
    ["c ls --limit ٣", "--limit", "1 or more"],
    ["q --fork=x", "--fork", "1 or more"],
    ["q --fork=0", "--fork", "1 or more"],
  ]);
});

Deno.test("usage: choices are listed, the nearest is named", () => {
  check([
    [
      "doctor -F jsn",
      '-F cannot be "jsn"',
      "Did you mean json? It takes auto, text, text-pretty, json or json-pretty.",
    ],
    ["doctor --format=yaml", '"yaml"', "It takes auto, text"],
    ["doctor --format JSON", '"JSON"', "Did you mean json?"],
    ["doctor --color=yes", '"yes"', "auto, always or never"],
    ["c ls --sort size", '"size"', "activity, created, turns or title"],
  ]);
});

Deno.test("usage: parameters need a key and =", () => {
  check([
    ["q -p temperature", '"temperature"', "-p temperature=0"],
    ["q --param ==", '"=="', "--param temperature=0"],
    ["q -p=", '""', "-p temperature=0"],
  ]);
});

Deno.test("usage: an attached tool name that cannot be one", () => {
  check([
    [["q", "--tool=fs read"], '"fs read"', "--tool alone"],
    ["q -T3", '"3"', "-T alone"],
  ]);
});

Deno.test("usage: contradictions, named as typed and in the order typed", () => {
  check([
    ["q -n -i x", "-n and -i contradict", "jp query --help"],
    ["q --id=x --new", "--id and --new contradict", "jp query --help"],
    ["q --new --fork", "--new and --fork", ""],
    ["q --replay hello -n", "--replay and -n", ""],
    ["q -eE", "-e and -E", ""],
    ["q --no-edit --edit", "--no-edit and --edit", ""],
    ["q --no-title --title x", "--no-title and --title", ""],
  ]);
});

Deno.test("usage: a word too many", () => {
  check([
    ["doctor now", 'jp doctor does not know what to do with "now"', "Usage: jp doctor [FLAGS]"],
    ["c ls x", '"x"', "Usage: jp conversation ls [FLAGS]"],
    ["c use a b c", '"b"', "Usage: jp conversation use [FLAGS] [TARGET]"],
    ["config path -- x", '"x"', "Usage: jp config path [FLAGS]"],
    ["config show a b", '"b"', "Usage: jp config show [FLAGS] [KEY]"],
  ]);
});

Deno.test("usage: help topics", () => {
  check([
    ["help interupts", 'no help on "interupts"', "jp help interrupts?"],
    ["help qurey", '"qurey"', "jp help query?"],
    ["help nonsense", '"nonsense"', "interrupts, config, editor, output"],
    ["help c zap", "jp conversation has no command", "archive, unarchive and label"],
    ["help doctor x", '"x"', ""],
  ]);
});

Deno.test("usage: the first fault is the one that is told", () => {
  check([["q --modle x --formt y -p z", "--modle", "--model"]]);
});

Deno.test("usage: what was typed cannot break the line or reach the terminal", () => {
  const { message } = usage(['\u001b[2Jx\n\u0085\u2028\u202e\ud800"\\']);
  assert.equal(
    message,
    'jp has no command "\\u{1b}[2Jx\\n\\u{85}\\u{2028}\\u{202e}\\u{d800}\\"\\\\".',
  );
  assert(usage(["q", `--x${"y".repeat(10_000)}`]).message.length < 120);
});

Deno.test("usage: a word that is none of the choices is answered with them", () => {
  assert.deepEqual(usage("completion fihs"), {
    message: 'jp completion does not know "fihs".',
    help: "Did you mean fish? It takes bash, zsh or fish.",
  });
  assert.equal(usage("completion tcsh x").help, "It takes bash, zsh or fish.");
  assert.match(usage("completion").message, /needs SHELL/);
});
