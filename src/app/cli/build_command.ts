/**
 * What was found on the command line, as the values the rest of jp works with.
 *
 * Owns the step from flags to `Globals` and `Command`; must never judge the line again.
 */

import type { DoctorFlag, ListFlag } from "./command_table.ts";
import { GivenFlags } from "./given_flags.ts";
import type { GlobalFlag } from "./global_flags.ts";
import type { QueryFlag } from "./query_flags.ts";
import type { FlagUse } from "./scan.ts";
import type { CommandSpec } from "./spec.ts";
import type {
  ColorFlag,
  Command,
  ConversationSort,
  FormatFlag,
  Globals,
  QueryCommand,
} from "./types.ts";

const FORMATS: readonly FormatFlag[] = ["auto", "text", "text-pretty", "json", "json-pretty"];
const COLORS: readonly ColorFlag[] = ["auto", "always", "never"];
const SORTS: readonly ConversationSort[] = ["activity", "created", "turns", "title"];

/** What the scan leaves for a command to be made of. */
export interface Given {
  readonly uses: readonly FlagUse[];
  readonly words: string[];
  readonly literalFrom: number;
}

export function buildGlobals(uses: readonly FlagUse[]): Globals {
  const flags = new GivenFlags<GlobalFlag>(uses);
  return {
    cfg: flags.all("cfg").map(({ value }) => value ?? ""),
    format: flags.choice("format", FORMATS, "auto"),
    verbose: flags.all("verbose").length,
    quiet: flags.has("quiet"),
    nonInteractive: flags.has("non-interactive"),
    noPersist: flags.has("no-persist"),
    workspace: flags.text("workspace"),
    logFile: flags.text("log-file"),
    color: flags.choice("color", COLORS, "auto"),
    width: flags.number("width"),
  };
}

export function buildCommand(
  runs: Exclude<CommandSpec["runs"], null>,
  given: Given,
): Command {
  const first = given.words[0] ?? null;
  switch (runs) {
    case "query":
      return buildQuery(given);
    case "conversation-ls": {
      const flags = new GivenFlags<ListFlag>(given.uses);
      return {
        kind: runs,
        sort: flags.choice("sort", SORTS, "activity"),
        descending: flags.has("descending"),
        limit: flags.number("limit"),
        archived: flags.has("archived"),
      };
    }
    case "conversation-print":
    case "conversation-use":
      return { kind: runs, target: first };
    case "doctor":
      return { kind: runs, keys: new GivenFlags<DoctorFlag>(given.uses).has("keys") };
    case "help":
      return { kind: runs, topic: first };
    case "config-show":
    case "config-path":
      return { kind: runs };
  }
}

function buildQuery({ uses, words, literalFrom }: Given): QueryCommand {
  const flags = new GivenFlags<QueryFlag>(uses);
  return {
    kind: "query",
    words,
    literalFrom,
    new: flags.has("new"),
    id: flags.text("id"),
    fork: flags.has("fork") ? flags.number("fork") ?? true : null,
    edit: flags.has("edit"),
    noEdit: flags.has("no-edit"),
    model: flags.text("model"),
    params: flags.all("param").map(({ value }) => splitPair(value ?? "")),
    tools: flags.all("tool", "no-tool").map(({ flag, value }) => ({
      enable: flag.long === "tool",
      name: value,
    })),
    schema: flags.text("schema"),
    replay: flags.has("replay"),
    title: flags.text("title"),
    noTitle: flags.has("no-title"),
    hideReasoning: flags.has("hide-reasoning"),
    hideToolCalls: flags.has("hide-tool-calls"),
    noStdin: flags.has("no-stdin"),
  };
}

/** At the first `=`; an operator such as `:=` stays with the key, so joining gives it back whole. */
function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf("=");
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
