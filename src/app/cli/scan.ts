/**
 * Arguments, walked once from left to right against the table of commands.
 *
 * Owns the grammar: where a command's name ends, which argument is a flag's value, what `--` does.
 * It must never know a command or a flag by name (`help` and `version` aside, which end the walk)
 * and never words a message.
 *
 * Why the grammar is ours and not a package's: `@optique/core` 1.3.6, imported module by module,
 * took 41 ms to load (its primitives reach nearly all of its 1.2 MB) and 40 ms more to build two
 * commands and parse three words, on every start of jp; and it has no flag with an optional value
 * (`-t`, `--fork`). This folder loads and parses in 6 ms on the same machine.
 */

import type { CommandPath, Fault } from "./fault.ts";
import { findCommand } from "./find_command.ts";
import { accepts, isOptional, looksLikeFlag, takesNext } from "./flag_value.ts";
import { nearest } from "../../core/nearest/mod.ts";
import type { CommandSpec, FlagSpec, ProgramSpec } from "./spec.ts";

/** One flag as it was given. */
export interface FlagUse {
  readonly flag: FlagSpec;
  /** With its dashes, as typed. */
  readonly spelled: string;
  /** null: none given, or none taken. */
  readonly value: string | null;
}

/** A name of nobody's here, which may be a plugin's. */
export interface External {
  readonly kind: "external";
  readonly uses: readonly FlagUse[];
  readonly name: string;
  readonly args: string[];
}

/** `plugin` beside a fault: all that is wrong is a name that looks like a slip of one of ours. */
export type Scan =
  | { readonly kind: "version" }
  | { readonly kind: "help"; readonly path: CommandPath }
  | { readonly kind: "fault"; readonly fault: Fault; readonly plugin?: External }
  | External
  | {
    readonly kind: "found";
    readonly path: CommandPath;
    readonly command: CommandSpec;
    readonly uses: readonly FlagUse[];
    readonly words: string[];
    readonly literalFrom: number;
  };

/** What a plugin can be called: it is looked for as a file `jp-NAME`. */
const PLUGIN_NAME = /^[A-Za-z0-9][\w.-]*$/;

/** Reads a command line. Where `--help` and `--version` can still be read they win over a fault. */
export function scan(args: readonly string[], program: ProgramSpec): Scan {
  return new Walk(args, program).run();
}

/** Short aliases are left out: nearly every name of three letters is a slip of `cfg`. */
function longNames(commands: readonly CommandSpec[]): string[] {
  return commands.flatMap((each) => [each.name, ...each.aliases]).filter((name) => name.length > 3);
}

class Walk {
  readonly #args: readonly string[];
  readonly #program: ProgramSpec;
  readonly #uses: FlagUse[] = [];
  readonly #words: string[] = [];
  #next = 0;
  #path: CommandSpec[] = [];
  #literalFrom: number | null = null;
  #fault: Fault | null = null;

  constructor(args: readonly string[], program: ProgramSpec) {
    this.#args = args;
    this.#program = program;
  }

  run(): Scan {
    for (let arg = this.#take(); arg !== undefined; arg = this.#take()) {
      const end = this.#argument(arg);
      if (end !== null) return end;
    }
    return this.#stop();
  }

  #take(): string | undefined {
    return this.#args[this.#next++];
  }

  #command(): CommandSpec | null {
    const last = this.#path.at(-1);
    return last === undefined || last.runs === null ? null : last;
  }

  #stop(): Scan {
    const path = this.#path;
    const command = this.#command();
    if (command === null) {
      return { kind: "fault", fault: this.#fault ?? { kind: "missing_command", path } };
    }
    const fault = this.#fault ?? this.#conflict() ?? this.#missingWord(command);
    if (fault !== null) return { kind: "fault", fault };
    const words = this.#words;
    const literalFrom = this.#literalFrom ?? words.length;
    return { kind: "found", path, command, uses: this.#uses, words, literalFrom };
  }

  /** Only the first fault is told: later ones are often its consequences. */
  #report(fault: Fault): void {
    this.#fault ??= fault;
  }

  #argument(arg: string): Scan | null {
    if (this.#literalFrom !== null) return this.#word(arg);
    if (arg === "--") {
      if (this.#command() === null) {
        this.#report({ kind: "literal_before_command", path: this.#path });
        // Nothing behind it is a flag, so nothing is left to look at.
        return this.#stop();
      }
      this.#literalFrom = this.#words.length;
      return null;
    }
    if (!looksLikeFlag(arg)) return this.#command() === null ? this.#name(arg) : this.#word(arg);
    return arg.startsWith("--") ? this.#long(arg) : this.#cluster(arg);
  }

  #word(word: string): Scan | null {
    const spec = this.#command()?.words ?? null;
    if (spec === null || (!spec.many && this.#words.length > 0)) {
      this.#report({ kind: "extra_word", path: this.#path, word });
    } else if (spec.choices?.includes(word) === false) {
      this.#report({ kind: "bad_word", path: this.#path, word, choices: spec.choices });
    } else {
      this.#words.push(word);
    }
    return null;
  }

  #name(name: string): Scan | null {
    const commands = this.#path.at(-1)?.commands ?? this.#program.commands;
    const found = findCommand(commands, name);
    if (found !== undefined) {
      this.#path = [...this.#path, found];
      return null;
    }
    // Which flags and words belong to an unknown name cannot be known: the walk ends here.
    const fault: Fault = { kind: "unknown_command", path: this.#path, name };
    if (this.#fault === null && this.#path.length === 0 && PLUGIN_NAME.test(name)) {
      const args = this.#args.slice(this.#next);
      const plugin: External = { kind: "external", uses: this.#uses, name, args };
      const isSlip = nearest(name, longNames(this.#program.commands)) !== null;
      return isSlip ? { kind: "fault", fault, plugin } : plugin;
    }
    this.#report(fault);
    return this.#stop();
  }

  #flags(): readonly FlagSpec[] {
    return [...this.#path.at(-1)?.flags ?? [], ...this.#program.globalFlags];
  }

  #findLong(name: string): FlagSpec | undefined {
    return this.#flags().find((flag) => flag.long === name || flag.otherLong?.includes(name));
  }

  #long(arg: string): Scan | null {
    const equals = arg.indexOf("=");
    const spelled = equals < 0 ? arg : arg.slice(0, equals);
    const attached = equals < 0 ? null : arg.slice(equals + 1);
    const flag = this.#findLong(spelled.slice(2));
    if (flag === undefined) {
      this.#report({ kind: "unknown_flag", path: this.#path, spelled });
      return null;
    }
    return this.#use(flag, spelled, attached);
  }

  /** `-v`, `-vvn`, `-mVALUE`, `-nm VALUE`. */
  #cluster(arg: string): Scan | null {
    const word = arg.slice(1).split("=")[0] ?? "";
    const meant = word.length > 1 ? this.#findLong(word) : undefined;
    if (meant !== undefined) {
      this.#report({ kind: "single_dash", path: this.#path, spelled: `-${word}`, flag: meant });
      return null;
    }
    const letters = [...arg.slice(1)];
    for (const [index, letter] of letters.entries()) {
      const spelled = `-${letter}`;
      const flag = this.#flags().find((each) =>
        each.short === letter || each.otherShort?.includes(letter)
      );
      if (flag === undefined) {
        this.#report({ kind: "unknown_flag", path: this.#path, spelled });
        return null;
      }
      const isAssigned = letters[index + 1] === "=";
      if (flag.value.kind !== "none" || isAssigned) {
        // -m=NAME is written often enough; no value of ours begins with "=".
        const rest = letters.slice(index + (isAssigned ? 2 : 1)).join("");
        return this.#use(flag, spelled, rest === "" && !isAssigned ? null : rest);
      }
      const end = this.#use(flag, spelled, null);
      if (end !== null) return end;
    }
    return null;
  }

  #use(flag: FlagSpec, spelled: string, attached: string | null): Scan | null {
    const path = this.#path;
    if (flag.value.kind === "none") {
      if (attached !== null) {
        this.#report({ kind: "unwanted_value", path, spelled, value: attached });
      } else if (flag.long === "help") return { kind: "help", path };
      else if (flag.long === "version") return { kind: "version" };
      else this.#uses.push({ flag, spelled, value: null });
      return null;
    }
    const value = attached ?? this.#nextValue(flag);
    if (isOptional(flag.value) && (value === null || value === "")) {
      this.#uses.push({ flag, spelled, value: null });
    } else if (value === null) {
      const next = this.#args[this.#next] ?? null;
      this.#report({ kind: "missing_value", path, spelled, flag, next });
    } else if (!accepts(flag.value, value)) {
      this.#report({ kind: "bad_value", path, spelled, flag, value });
    } else {
      this.#uses.push({ flag, spelled, value });
    }
    return null;
  }

  #nextValue(flag: FlagSpec): string | null {
    const next = this.#args[this.#next];
    if (!takesNext(flag.value, next)) return null;
    this.#next++;
    return next;
  }

  #missingWord({ words }: CommandSpec): Fault | null {
    if (words?.required !== true || this.#words.length > 0) return null;
    return { kind: "missing_word", path: this.#path, metavar: words.metavar };
  }

  #conflict(): Fault | null {
    const firstUse = new Map<string, FlagUse>();
    for (const use of this.#uses) {
      if (!firstUse.has(use.flag.long)) firstUse.set(use.flag.long, use);
    }
    // A map keeps its order, so both lists are in the order typed.
    const given = [...firstUse.values()];
    for (const [index, { flag, spelled }] of given.entries()) {
      const clash = given.findIndex((each) => flag.excludes?.includes(each.flag.long));
      const other = given[clash]?.spelled;
      if (other === undefined) continue;
      const [one, two] = clash < index ? [other, spelled] : [spelled, other];
      return { kind: "conflict", path: this.#path, one, other: two };
    }
    return null;
  }
}
