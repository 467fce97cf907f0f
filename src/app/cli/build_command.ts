/**
 * What was found on the command line, as the values the rest of jp works with.
 *
 * Owns the step from flags to `Globals` and `Command`; must never judge the line again.
 */

import type { DoctorFlag, HelpFlag } from "./command_table.ts";
import type { ConfigSetFlag, ConfigShowFlag } from "./config_flags.ts";
import type {
  EditFlag,
  ForkFlag,
  GrepFlag,
  LabelFlag,
  ListFlag,
  PagerFlag,
  PathFlag,
  RangeFlag,
  RemoveFlag,
} from "./conversation_flags.ts";
import { GivenFlags } from "./given_flags.ts";
import type { GlobalFlag } from "./global_flags.ts";
import type { QueryFlag } from "./query_flags.ts";
import type { FlagUse } from "./scan.ts";
import type { CommandSpec } from "./spec.ts";
import type {
  ColorFlag,
  Command,
  ConversationRange,
  ConversationSort,
  FormatFlag,
  Globals,
  QueryCommand,
} from "./types.ts";

const FORMATS: readonly FormatFlag[] = ["auto", "text", "text-pretty", "json", "json-pretty"];
const COLORS: readonly ColorFlag[] = ["auto", "always", "never"];
const PARTS = ["events", "metadata", "base-config"] as const;
const EDITED = ["metadata", "base-config", "events"] as const;
const FILES = ["user-global", "user-workspace", "cwd"] as const;
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
      return { kind: runs, target: first, pager: isPaged(given) };
    case "conversation-use":
      return { kind: runs, target: first };
    case "conversation-show":
      return { kind: runs, targets: given.words, pager: isPaged(given) };
    case "conversation-unarchive":
    case "conversation-label-ls":
      return { kind: runs, targets: given.words };
    case "conversation-archive":
      return { kind: runs, targets: given.words, range: rangeOf(given) };
    case "conversation-rm":
      return {
        kind: runs,
        targets: given.words,
        range: rangeOf(given),
        yes: new GivenFlags<RemoveFlag>(given.uses).has("yes"),
      };
    case "conversation-path": {
      const flags = new GivenFlags<PathFlag>(given.uses);
      const part = PARTS.find((each) => flags.has(each)) ?? "directory";
      return { kind: runs, targets: given.words, part };
    }
    case "conversation-label-add":
      return { kind: runs, targets: labelled(given), labels: given.words };
    case "conversation-label-rm": {
      const all = new GivenFlags<LabelFlag>(given.uses).has("all");
      return { kind: runs, targets: labelled(given), labels: given.words, all };
    }
    case "conversation-fork": {
      const flags = new GivenFlags<ForkFlag>(given.uses);
      return {
        kind: runs,
        target: first,
        activate: flags.has("activate"),
        first: flags.number("first"),
        last: flags.number("last"),
        from: flags.text("from"),
        until: flags.text("until"),
        title: flags.text("title"),
      };
    }
    case "conversation-edit": {
      const flags = new GivenFlags<EditFlag>(given.uses);
      return {
        kind: runs,
        target: first,
        files: EDITED.filter((each) => flags.has(each)),
        title: flags.has("no-title") ? "" : flags.text("title"),
        pinned: flags.has("pin") ? true : flags.has("unpin") ? false : null,
      };
    }
    case "conversation-grep": {
      const flags = new GivenFlags<GrepFlag>(given.uses);
      return {
        kind: runs,
        words: given.words,
        ignoreCase: flags.has("ignore-case"),
        context: flags.number("context") ?? 0,
        limit: flags.number("limit"),
        archived: flags.has("archived"),
      };
    }
    case "config-show":
      return {
        kind: runs,
        key: first,
        defaults: new GivenFlags<ConfigShowFlag>(given.uses).has("defaults"),
      };
    case "config-unset":
    case "config-set": {
      const flags = new GivenFlags<ConfigSetFlag>(given.uses);
      const file = FILES.find((each) => flags.has(each)) ?? null;
      if (runs === "config-unset") return { kind: runs, keys: given.words, file };
      return { kind: runs, assignments: given.words, file };
    }
    case "init":
      return { kind: runs, path: first };
    case "doctor":
      return { kind: runs, keys: new GivenFlags<DoctorFlag>(given.uses).has("keys") };
    case "completion":
      return { kind: runs, shell: first ?? "" };
    case "help":
      return { kind: runs, topic: first, man: new GivenFlags<HelpFlag>(given.uses).has("man") };
    case "config-path":
    case "config-schema":
    case "plugin-ls":
      return { kind: runs };
  }
}

function rangeOf({ uses }: Given): ConversationRange {
  const flags = new GivenFlags<RangeFlag>(uses);
  return {
    from: flags.text("from"),
    until: flags.text("until"),
    inactiveSince: flags.text("inactive-since"),
  };
}

function labelled({ uses }: Given): string[] {
  return new GivenFlags<LabelFlag>(uses).all("id").flatMap(({ value }) => value ?? []);
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
    reasoning: flags.has("no-reasoning") ? "off" : flags.text("reasoning"),
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

function isPaged({ uses }: Given): boolean {
  return !new GivenFlags<PagerFlag>(uses).has("no-pager");
}

/** At the first `=`; an operator such as `:=` stays with the key, so joining gives it back whole. */
function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf("=");
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
