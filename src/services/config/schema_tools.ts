/**
 * The keys of `[conversation]`, most of them about tools: `'*'` holds what counts for every tool,
 * any other name is one tool.
 *
 * @module
 */

import { either, list, mapped, record } from "./compound.ts";
import { entries, free, key, optional, optionals, table } from "./field.ts";
import { MODEL } from "./schema_assistant.ts";
import { COMMAND } from "./schema_interrupt.ts";
import { TEXTS } from "./schema_style.ts";
import { anyJson, boolean, choice, integer, type Shape, text } from "./shape.ts";

/** Whether a tool is offered to the model, and who may change that for one query. */
export interface Enable {
  readonly state: "on" | "off";
  /** `any`: every -t and -T; `if_named`: only with the tool's name; `never`: fixed. */
  readonly allow_toggle: "any" | "never" | "if_named" | "if_named_or_group";
}

const ENABLE: Shape<Enable> = either(
  mapped(boolean(), (on): Enable => ({ state: on ? "on" : "off", allow_toggle: "any" })),
  mapped(choice("on", "off", "explicit", "always"), (word): Enable => {
    switch (word) {
      case "explicit":
        return { state: "off", allow_toggle: "if_named" };
      case "always":
        return { state: "on", allow_toggle: "never" };
      default:
        return { state: word, allow_toggle: "any" };
    }
  }),
  record({
    state: key(choice("on", "off"), "on", "Whether it is offered."),
    allow_toggle: key(
      choice("any", "never", "if_named", "if_named_or_group"),
      "any",
      "Who may change that for one query.",
    ),
  }),
);

/** What happens with nobody to ask (RFD 049), for each kind of question. */
export interface Detached {
  readonly run: DetachedPolicy;
  readonly deliver: DetachedPolicy;
  readonly tool: DetachedPolicy;
}
/** Go ahead, take the question's default, or refuse. */
export type DetachedPolicy = "auto" | "defaults" | "deny";

const POLICY = choice("auto", "defaults", "deny");
const DETACHED: Shape<Detached> = either(
  mapped(POLICY, (policy): Detached => ({ run: policy, deliver: policy, tool: policy })),
  record({
    run: key(POLICY, "deny", "Permission to run."),
    deliver: key(POLICY, "deny", "Delivery of the result."),
    tool: key(POLICY, "deny", "Questions the tool asks."),
  }),
);

const FILE_LINK = choice("full", "osc8", "off");
const RESULT_LINES = either(choice("off", "full"), integer({ min: 1 }));

const LOOK = {
  hidden: key(boolean(), false, "Whether its calls are kept from the screen."),
  inline_results: key(RESULT_LINES, 10, "How many lines of a result are shown: off, full or N."),
  results_file_link: key(
    FILE_LINK,
    "osc8",
    "Whether the whole of a result that is cut is kept in a file, and how that is linked: osc8, " +
      "where the terminal shows hyperlinks, full, with its path, or off.",
  ),
  parameters: key(
    either(choice("json", "function_call", "off"), COMMAND),
    "json",
    "How arguments are shown: json, function_call, off, or a command that prints them.",
    {
      sensitive: (value) => value !== "json" && value !== "function_call" && value !== "off",
    },
  ),
} as const;

const ERROR_LOOK = table("The same for results that are errors.", {
  inline_results: optional(RESULT_LINES, "How many lines of an error are shown."),
  results_file_link: optional(FILE_LINK, "The same for an error."),
});

/** A permission that asks a person is harmless whoever sets it; any other needs consent. */
const asksNobody = (value: string | null): boolean => value === "unattended" || value === null;

const SHARED = {
  enable: key(
    ENABLE,
    { state: "on", allow_toggle: "any" },
    "Whether it is offered to the model: on, off, explicit, always, or state and allow_toggle.",
  ),
  run: key(
    choice("ask", "unattended", "edit", "skip"),
    "ask",
    "Permission: ask, run unattended, edit the arguments first, or skip.",
    { sensitive: asksNobody },
  ),
  result: key(
    choice("unattended", "ask", "edit", "skip"),
    "unattended",
    "What happens to the result: delivered, asked about, edited first, or skipped.",
  ),
  detached: key(
    DETACHED,
    { run: "deny", deliver: "deny", tool: "deny" },
    "With nobody to ask: auto, defaults or deny; one for all, or run, deliver and tool.",
    {
      sensitive: (value) => value === null || Object.values(value).some((each) => each !== "deny"),
    },
  ),
  cancellation_response: key(
    text(),
    "The user cancelled this tool call. Do not repeat it; ask the user why, or infer it from " +
      "the conversation.",
    "What the model is told when the user cancels a call without a message.",
  ),
} as const;

const FORMAT = optional(
  choice("ask", "unattended"),
  "When a command that prints the arguments runs; follows `run` when left out.",
  { sensitive: asksNobody },
);

const PARAMETER = table("An argument.", {
  type: optional(either(text(), TEXTS), "Its JSON Schema type, or several."),
  default: optional(anyJson(), "Its value when the model leaves it out.", { sensitive: true }),
  required: key(boolean(), false, "Whether the model has to give it."),
  summary: optional(text(), "What it is, in a line."),
  description: optional(text(), "What it is, in full."),
  examples: key(list(anyJson(), "values"), [], "Sample values."),
  enum: optional(list(anyJson(), "values"), "The values it may have."),
  items: free("The JSON Schema of a list's items."),
  properties: free("The JSON Schema of an object's members."),
});

const ACCESS_RULE = record({
  path: { node: "key", doc: "The path the rule is about.", shape: text(), fallback: undefined },
  external: key(boolean(), false, "Whether it lies outside the workspace."),
  read: key(boolean(), false, "Whether files may be read."),
  write: key(boolean(), false, "Short for create, update and delete."),
  create: key(boolean(), false, "Whether files may be created."),
  update: key(boolean(), false, "Whether files may be changed."),
  delete: key(boolean(), false, "Whether files may be deleted."),
});

const TOOL = table("A tool.", {
  ...optionals(SHARED),
  format: FORMAT,
  style: table("How its calls look.", { ...optionals(LOOK), error: ERROR_LOOK }),
  source: optional(
    text({
      pattern: /^((builtin|local)(\.[\w-]+)?|mcp\.[\w-]+(\.[\w.-]+)?)$/,
      expects: '"builtin", "local" or "mcp.SERVER", each with an optional ".NAME"',
    }),
    "Where it comes from.",
    { sensitive: true, defines: true },
  ),
  command: optional(COMMAND, "The command of a local tool.", { sensitive: true, defines: true }),
  summary: optional(text(), "What it does, in a line."),
  description: optional(text(), "What it does, in full."),
  examples: optional(text(), "Sample calls."),
  parameters: entries("Its arguments.", {}, PARAMETER),
  questions: entries(
    "Answers to the questions it asks.",
    {},
    table("A question.", {
      target: optional(choice("user", "assistant"), "Who answers it.", {
        sensitive: (value) => value !== "user",
      }),
      answer: optional(anyJson(), "The answer, so that nobody is asked.", { sensitive: true }),
      exclusive: key(boolean(), false, "Whether only a person may answer it, never a model.", {
        sensitive: (only) => !only,
      }),
    }),
  ),
  options: free("Options the tool itself understands.", { sensitive: true }),
  access: table("What it may reach.", {
    fs: key(list(ACCESS_RULE, "rules"), [], "Files it may reach.", { sensitive: true }),
  }),
});

const EVERY_TOOL = table("What counts for every tool that does not say otherwise.", {
  ...SHARED,
  format: FORMAT,
  style: table("How calls look.", { ...LOOK, error: ERROR_LOOK }),
});

/** `[conversation]`. */
export const CONVERSATION = table("What a conversation starts with.", {
  default_id: optional(
    text(),
    "The conversation used when none is active: ask, last-activated, last-created, previous, or " +
      "an id. Left out, a query starts a new one, and other commands ask.",
  ),
  labels: entries(
    "Labels of new conversations.",
    {},
    key(text({ empty: true }), "", "The label's value."),
  ),
  title: table("Titles.", {
    from_heading: key(boolean(), false, "Whether a heading in the request becomes the title."),
    generate: table("Titles a model makes up.", {
      auto: key(boolean(), true, "Whether a new conversation gets one."),
      model: MODEL,
    }),
  }),
  inquiry: table("Questions of tools a model answers.", {
    assistant: table("Who answers them; what is left out is as in [assistant].", {
      system_prompt: optional(text(), "What the model is told."),
      model: MODEL,
    }),
  }),
  tools: entries("Tools.", { "*": EVERY_TOOL }, TOOL, {
    names: {
      pattern: /^[A-Za-z0-9_-]{1,64}$/,
      expects: "a tool name of at most 64 letters, digits, _ and -",
    },
  }),
});
