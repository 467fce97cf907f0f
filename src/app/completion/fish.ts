/**
 * Completion for fish.
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
  knownValues,
  type Level,
  levelsOf,
  quoted,
  spellings,
  takesValue,
} from "./levels.ts";

/** The script. */
export function fishScript(program: ProgramSpec, values: CompletionValues): string {
  const { name } = program;
  const levels = levelsOf(program);
  const offer = (completes: Completes) => offerLines(completes, program, values);
  return `# Completion of ${name} for fish. To load it: ${name} completion fish | source

function __${name}_conversations
    command -q ${name}; or return
    ${name} --non-interactive --format text conversation ls --limit 40 2>/dev/null </dev/null |
        string replace -r '^[* ] (\\S+) +(.*)$' '$1\\t$2'
end

function __${name}_plugins
    for directory in $PATH
        for program in $directory/${name}-*
            test -x $program; and printf '%s\\tplugin\\n' (string replace -r '.*/${name}-' '' $program)
        end
    end
end

function __${name}_values
    switch $argv[1]
${
    knownValues(levels).flatMap(({ key, flag, completes }) => [
      `        case ${patterns(key, flag)}`,
      ...indented(12, offer(completes)),
    ]).join("\n")
  }
    end
end

function __${name}_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l level
    set -l flag
    for word in $words[2..-1]
        if test -n "$flag"
            set flag
            continue
        end
        switch "$level:$word"
            case '*:--'
                return
${walk(levels)}
        end
    end
    if test -n "$flag"
        __${name}_values $flag
        return
    end
    if string match -q -- '--*=*' $current
        set -l typed (string split -m 1 = -- $current)[1]
        __${name}_values "$level:$typed" | string replace -r -- '^' "$typed="
        return
    end
    if string match -q -- '-*' $current
        switch "$level"
${
    levels.slice(1).filter(({ ownFlags }) => ownFlags.length > 0).flatMap(({ key, ownFlags }) => [
      `            case ${quoted(key)}`,
      ...indented(16, printed(flagCandidates(ownFlags))),
    ]).join("\n")
  }
        end
${indented(8, printed(flagCandidates(program.globalFlags))).join("\n")}
        return
    end
    switch "$level"
${
    levels.flatMap(({ key, commands, words }) => {
      if (commands.length > 0) {
        return [
          `        case ${quoted(key)}`,
          ...indented(12, printed(commandCandidates(commands))),
          ...(key === "" ? [`            __${name}_plugins`] : []),
        ];
      }
      return words === null ? [] : [`        case ${quoted(key)}`, ...indented(12, offer(words))];
    }).join("\n")
  }
    end
end

complete -c ${name} -f -a '(__${name}_complete)'
`;
}

function patterns(key: string, flag: FlagSpec): string {
  const place = key === "" ? "*" : key;
  return spellings(flag, true).map((word) => quoted(`${place}:${word}`)).join(" ");
}

function walk(levels: readonly Level[]): string {
  const lines = levels.flatMap(({ key, ownFlags }) =>
    ownFlags.filter(takesValue)
      .flatMap((flag) => [`case ${patterns(key, flag)}`, `    set flag "$level:$word"`])
  );
  lines.push("case '*:-*'");
  for (const { key, commands } of levels) {
    for (const { name, aliases } of commands) {
      const words = [name, ...aliases].map((word) => quoted(`${key}:${word}`)).join(" ");
      lines.push(`case ${words}`, `    set level ${key}/${name}`);
    }
  }
  return indented(12, lines).join("\n");
}

function offerLines(
  completes: Completes,
  program: ProgramSpec,
  values: CompletionValues,
): string[] {
  if (completes.kind === "file") return ["__fish_complete_path (commandline -ct)"];
  if (completes.kind === "directory") return ["__fish_complete_directories (commandline -ct)"];
  return [
    ...printed(fixedWords(completes, program, values)),
    ...(completes.kind === "conversation" ? [`__${program.name}_conversations`] : []),
  ];
}

/** Commands that print the candidates, a tab before what they are. */
function printed(candidates: readonly Candidate[]): string[] {
  if (candidates.length === 0) return [];
  if (candidates.every(({ summary }) => summary === "")) {
    return [`printf '%s\\n' ${candidates.map(({ word }) => quoted(word)).join(" ")}`];
  }
  return [
    "printf '%s\\t%s\\n' \\",
    ...candidates.map(({ word, summary }, index) =>
      `    ${quoted(word)} ${fishQuoted(summary)}${index < candidates.length - 1 ? " \\" : ""}`
    ),
  ];
}

/** In fish a single quote inside single quotes is escaped by a backslash. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
