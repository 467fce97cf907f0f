/**
 * Completion for bash, also the 3.2 that macOS has: no associative arrays, no `mapfile`.
 *
 * @module
 */

import type { Completes, FlagSpec, ProgramSpec } from "../cli/mod.ts";
import {
  type CompletionValues,
  fixedWords,
  isOpenEnded,
  knownValues,
  type Level,
  levelsOf,
  spellings,
  takesValue,
} from "./levels.ts";

/** The script. */
export function bashScript(program: ProgramSpec, values: CompletionValues): string {
  const levels = levelsOf(program);
  const { name } = program;
  const offer = (completes: Completes) => offerLine(completes, program, values);
  return `# Completion of ${name} for bash. To load it: eval "$(${name} completion bash)"

_${name}_words() {
  local IFS=$' \\t\\n'
  local -a found=()
  while IFS= read -r word; do found+=("$word"); done < <(compgen -W "$1" -- "$cur")
  COMPREPLY+=("\${found[@]}")
}

_${name}_conversations() {
  local mark id rest
  while read -r mark id rest; do
    # The active one has a mark before its id.
    [[ $mark == "*" ]] || id=$mark
    [[ $id == "$cur"* ]] && COMPREPLY+=("$id")
  done < <("\${COMP_WORDS[0]}" --non-interactive --format text conversation ls --limit 40 \\
    2>/dev/null </dev/null)
}

_${name}_plugins() {
  local program
  while IFS= read -r program; do
    COMPREPLY+=("\${program#${name}-}")
  done < <(compgen -c -- "${name}-$cur" | LC_ALL=C sort -u)
}

_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} level= flag= word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $flag ]]; then
      # Bash makes a word of the = between a flag and its value.
      [[ $word == "=" ]] || flag=
      continue
    fi
    case $level:$word in
      *:--) return ;;
${walk(levels)}
    esac
  done
  [[ -n $flag && $cur == "=" ]] && cur=
  case $flag in
${
    knownValues(levels).map(({ key, flag, completes }) =>
      `    ${patterns(key, spellings(flag, true))}) ${offer(completes)} ;;`
    ).join("\n")
  }
    ?*) ;;
    *)
      if [[ $cur == -* ]]; then
        case $level in
${
    levels.slice(1).map(({ key, ownFlags }) =>
      `          ${key}) _${name}_words "${listed(ownFlags)}" ;;`
    ).join("\n")
  }
        esac
        _${name}_words "${listed(program.globalFlags)}"
        return
      fi
      case $level in
${
    levels.flatMap(({ key, commands, words }) =>
      commands.length > 0
        ? [
          `        '${key}') _${name}_words "${commands.map((each) => each.name).join(" ")}"${
            key === "" ? `; _${name}_plugins` : ""
          } ;;`,
        ]
        : words === null
        ? []
        : [`        '${key}') ${offer(words)} ;;`]
    ).join("\n")
  }
      esac
      ;;
  esac
}

complete -F _${name} ${name}
`;
}

function listed(flags: readonly FlagSpec[]): string {
  return flags.flatMap((flag) => spellings(flag, false)).join(" ");
}

function patterns(key: string, words: readonly string[]): string {
  const place = key === "" ? "*" : key;
  return words.map((word) => `${place}:${word === "-!" ? "'-!'" : word}`).join("|");
}

function walk(levels: readonly Level[]): string {
  const valued = levels.flatMap(({ key, ownFlags }) =>
    ownFlags.filter(takesValue).map((flag) =>
      `      ${patterns(key, spellings(flag, true))}) flag=$level:$word ;;`
    )
  );
  const names = levels.flatMap(({ key, commands }) =>
    commands.map(({ name, aliases }) => {
      const words = [name, ...aliases].map((word) => `'${key}':${word}`).join("|");
      return `      ${words}) level=${key}/${name} ;;`;
    })
  );
  return [...valued, "      *:-*) ;;", ...names].join("\n");
}

function offerLine(completes: Completes, program: ProgramSpec, values: CompletionValues): string {
  const { name } = program;
  if (completes.kind === "file" || completes.kind === "directory") {
    const what = completes.kind === "file" ? "-f" : "-d";
    return `compopt -o filenames 2>/dev/null; ` +
      `while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen ${what} -- "$cur")`;
  }
  const words = fixedWords(completes, program, values).map(({ word }) => word).join(" ");
  return [
    `_${name}_words "${words}"`,
    ...(isOpenEnded(completes) ? ["compopt -o nospace 2>/dev/null"] : []),
    ...(completes.kind === "conversation" ? [`_${name}_conversations`] : []),
  ].join("; ");
}
