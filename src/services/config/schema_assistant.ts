/**
 * The keys of `[assistant]`: who answers, with what model, and how it is asked.
 *
 * @module
 */

import { either, list, mapped, record } from "./compound.ts";
import { free, key, optional, optionals, table } from "./field.ts";
import {
  boolean,
  choice,
  integer,
  milliseconds,
  number,
  seconds,
  type Shape,
  text,
} from "./shape.ts";

/** How much a model thinks before it answers. */
export type Effort = "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | number;

/** Whether and how a model thinks: not, as it sees fit, or with this effort (or token budget). */
export type Reasoning = "off" | "auto" | { readonly effort: Effort; readonly exclude: boolean };

const EFFORT: Shape<Effort> = either(
  choice("minimal", "low", "medium", "high", "xhigh", "max"),
  integer({ min: 1, expects: "a number of tokens" }),
);

const REASONING: Shape<Reasoning> = either(
  choice("off", "auto"),
  mapped(EFFORT, (effort) => ({ effort, exclude: false })),
  record({
    effort: key(EFFORT, "medium", "How much it thinks."),
    exclude: key(boolean(), false, "Whether the provider keeps the reasoning to itself."),
  }),
);

/** A model: `provider/name`, or an alias of `[providers.llm.aliases]`. */
const MODEL_ID = text({
  pattern: /^[^\s/]+(\/\S+)?$/,
  expects: 'a model such as "anthropic/NAME", or an alias',
});

/** The keys every request to a model may carry. */
const PARAMETERS = optionals({
  max_tokens: optional(integer({ min: 1 }), "Most tokens an answer may have."),
  reasoning: optional(REASONING, "How much the model thinks: off, auto, an effort or a budget."),
  temperature: optional(number({ min: 0 }), "Sampling temperature."),
  top_p: optional(number({ min: 0, max: 1 }), "Nucleus sampling."),
  top_k: optional(integer({ min: 1 }), "How many candidates are sampled from."),
  stop_words: optional(list(text(), "text"), "Words that end the answer."),
});

/** The names under `model.parameters` that every provider knows. */
export const PARAMETER_NAMES: readonly string[] = Object.keys(PARAMETERS);

/** `model` with nothing set unless it is said. */
export const MODEL = table("The model that is asked.", {
  id: optional(MODEL_ID, "Which one: provider/name, or an alias."),
  parameters: table("What is sent along with each request.", {
    ...PARAMETERS,
    other: free("Parameters only one provider knows, as they are sent."),
  }),
});

const INSTRUCTIONS = list(
  either(
    mapped(
      text(),
      (item) => ({ title: null, description: null, items: [item] as readonly string[] }),
    ),
    record({
      title: optional(text(), "A heading."),
      description: optional(text(), "What the instructions are about."),
      items: key(list(text(), "text"), [], "The instructions."),
    }),
  ),
  "text or of tables with title, description and items",
);

/** `[assistant]`. */
export const ASSISTANT = table("Who answers.", {
  name: optional(text(), "The name shown above its answers, beside the model's."),
  system_prompt: key(
    text({ empty: true }),
    "You are a helpful assistant.",
    "What the model is told before the conversation.",
  ),
  instructions: key(INSTRUCTIONS, [], "Further instructions, in groups."),
  tool_choice: key(
    text({ expects: '"auto", "none", "required" or the name of a tool' }),
    "auto",
    "Whether the model calls tools: auto, none, required, or the one tool it has to call.",
  ),
  model: MODEL,
  request: table("How a request is made and repeated.", {
    max_retries: key(integer({ min: 0, max: 1000 }), 5, "How often a failed request is repeated."),
    base_backoff_ms: key(milliseconds(), 1000, "Milliseconds before the first repetition."),
    max_backoff_secs: key(seconds(), 60, "Most seconds between two repetitions."),
    stream_idle_timeout_secs: key(
      seconds({
        expects: "0 (off), or at least 10 seconds",
        only: (value) => value === 0 || value >= 10,
      }),
      60,
      "Seconds of silence after which an answer counts as lost; 0: never.",
    ),
    max_response_bytes: key(
      integer({ min: 1 }),
      1_048_576,
      "Bytes after which an answer is cut off.",
    ),
    cache: key(
      choice("off", "short", "long"),
      "short",
      "How long the provider is asked to cache the prompt.",
    ),
  }),
});
