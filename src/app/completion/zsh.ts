/**
 * Completion for zsh, evaluated or as a file `_jp` on `fpath`.
 *
 * @module
 */

import type { Completes, FlagSpec, ProgramSpec } from "../cli/mod.ts";
import {
  type Candidate,
  commandCandidates,
  type CompletionValues,
  fixedWords,
  flagCandidates,
  indented,
  isOpenEnded,
  knownValues,
  type Level,
  levelsOf,
  quoted,
  spellings,
  takesValue,
} from "./levels.ts";

/** The script. */
export function zshScript(program: ProgramSpec, values: CompletionValues): string {
  const { name } = program;
  const levels = levelsOf(program);
  const offer = (completes: Completes, indent: number) =>
    indented(indent, offerLines(completes, program, values)).join("\n");
  return `#compdef ${name}
# Completion of ${name} for zsh. To load it: eval "$(${name} completion zsh)"

_${name}_conversations() {
  local -a rows found
  rows=(\${(f)"$(_call_program conversations \${words[1]} --non-interactive --format text \\
    conversation ls --limit 40 2>/dev/null </dev/null)"})
  # A mark or a space, the id, then when it was used, how long it is and its title.
  found=(\${\${rows#??}/ ##/:})
  _describe -V -t conversations conversation found
}

_${name}_plugins() {
  local -a found
  found=(\${\${(k)commands[(I)${name}-*]}#${name}-})
  (( $#found )) && compadd -X plugin -a found
}

_${name}_value() {
  local -a found
  case $1 in
${
    knownValues(levels).map(({ key, flag, completes }) =>
      `    ${patterns(key, flag)})\n${offer(completes, 6)}\n      ;;`
    ).join("\n")
  }
  esac
}

_${name}() {
  local level= flag= word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $flag ]]; then
      flag=
      continue
    fi
    case $level:$word in
      (*:--) return 1 ;;
${walk(levels)}
    esac
  done
  if [[ -n $flag ]]; then
    _${name}_value $flag
    return
  fi
  if [[ $words[CURRENT] == --*=* ]]; then
    flag=$level:\${words[CURRENT]%%=*}
    compset -P '*='
    _${name}_value $flag
    return
  fi
  if [[ $words[CURRENT] == -* ]]; then
    found=()
    case $level in
${
    levels.slice(1).filter(({ ownFlags }) => ownFlags.length > 0).map(({ key, ownFlags }) =>
      `      (${key})\n${indented(8, found(flagCandidates(ownFlags))).join("\n")}\n        ;;`
    ).join("\n")
  }
    esac
${indented(4, found(flagCandidates(program.globalFlags), "found+=")).join("\n")}
    _describe -o flag found
    return
  fi
  case $level in
${
    levels.flatMap(({ key, commands, words }) => {
      if (commands.length > 0) {
        const plugins = key === "" ? [`_${name}_plugins`] : [];
        return [
          `    ('${key}')\n${
            indented(6, [
              ...found(commandCandidates(commands)),
              "_describe command found",
              ...plugins,
            ]).join("\n")
          }\n      ;;`,
        ];
      }
      return words === null ? [] : [`    ('${key}')\n${offer(words, 6)}\n      ;;`];
    }).join("\n")
  }
  esac
}

# Evaluated it only names the function; as a file on fpath it is the function.
if [[ \${funcstack[1]} == _${name} ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

function patterns(key: string, flag: FlagSpec): string {
  const place = key === "" ? "*" : key;
  const words = spellings(flag, true).map((word) =>
    `${place}:${/^[-\w]+$/.test(word) ? word : quoted(word)}`
  );
  return `(${words.join("|")}`;
}

function walk(levels: readonly Level[]): string {
  const valued = levels.flatMap(({ key, ownFlags }) =>
    ownFlags.filter(takesValue)
      .map((flag) => `      ${patterns(key, flag)}) flag=$level:$word ;;`)
  );
  const names = levels.flatMap(({ key, commands }) =>
    commands.map(({ name, aliases }) => {
      const words = [name, ...aliases].map((word) => `'${key}':${word}`).join("|");
      return `      (${words}) level=${key}/${name} ;;`;
    })
  );
  return [...valued, "      (*:-*) ;;", ...names].join("\n");
}

function offerLines(
  completes: Completes,
  program: ProgramSpec,
  values: CompletionValues,
): string[] {
  if (completes.kind === "file") return ["_files"];
  if (completes.kind === "directory") return ["_files -/"];
  const words = fixedWords(completes, program, values);
  return [
    ...found(words),
    `_describe ${completes.kind} found${isOpenEnded(completes) ? " -S ''" : ""}`,
    ...(completes.kind === "conversation" ? [`_${program.name}_conversations`] : []),
  ];
}

/** Sets `found` as `_describe` reads it: a colon between a word and what it is. */
function found(candidates: readonly Candidate[], set = "found="): string[] {
  return [
    `${set}(`,
    ...candidates.map(({ word, summary }) => {
      const name = word.replaceAll(":", "\\:");
      return `  ${quoted(summary === "" ? name : `${name}:${summary}`)}`;
    }),
    ")",
  ];
}
