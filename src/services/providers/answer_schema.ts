/**
 * Holds an answer to the JSON schema it was asked to match. Providers promise as much, and some of
 * the models behind them do not keep it: nothing that does not fit is passed on.
 *
 * @module
 */

import type { ErrorObject, Options } from "ajv";
import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import { type FinishReason, type ModelEvent, ProviderError } from "./types.ts";

/** What is wrong with an answer, in a few words; null when it fits. */
export type SchemaCheck = (data: Json) => string | null;

/** More is not read in one line. */
const MOST_PROBLEMS = 3;

const OPTIONS: Options = {
  // Keywords and formats nobody here knows are remarks, as the specification has it.
  strict: false,
  validateFormats: false,
  allErrors: true,
  logger: false,
};

/**
 * Compiles a schema: of the draft its `$schema` names, or of 2020-12.
 *
 * @throws {ProviderError} `config` when it is none.
 */
export async function schemaCheck(schema: JsonObject): Promise<SchemaCheck> {
  const ajv = await validatorFor(String(schema.$schema ?? ""));
  try {
    if (ajv.validateSchema(schema) !== true) throw new TypeError(problemsIn(ajv.errors ?? []));
    const validate = ajv.compile(schema);
    return (data) => validate(data) ? null : problemsIn(validate.errors ?? []);
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");
    throw new ProviderError("config", `The schema is not a JSON Schema: ${why}`, {
      help: "Check it against https://json-schema.org; one without $schema is read as 2020-12.",
      retryable: false,
    });
  }
}

async function validatorFor(draft: string) {
  if (/draft-0[67]/.test(draft)) return new (await import("ajv")).Ajv(OPTIONS);
  if (/2019-09/.test(draft)) return new (await import("ajv/dist/2019.js")).Ajv2019(OPTIONS);
  return new (await import("ajv/dist/2020.js")).Ajv2020(OPTIONS);
}

/**
 * The events of `events`, as long as the answer in them fits. One that ends without an answer is a
 * fault as well: whoever reads the output is to find what was asked for, or be told.
 *
 * @param where who answered, for the message.
 * @throws {ProviderError} `bad_response`: retryable in place of an answer that does not fit; not
 * where the model was cut off or refused.
 */
export async function* withSchemaCheck(
  events: AsyncIterable<ModelEvent>,
  check: SchemaCheck,
  where: string,
): AsyncGenerator<ModelEvent> {
  let answered = false;
  for await (const event of events) {
    if (event.kind === "data") {
      const problem = check(event.data);
      if (problem !== null) throw misfit(where, problem);
      answered = true;
    }
    if (event.kind === "finish" && !answered && event.reason !== "tool_calls") {
      throw unanswered(where, event.reason);
    }
    yield event;
  }
}

function unanswered(
  where: string,
  reason: Exclude<FinishReason, "tool_calls">,
): ProviderError {
  const [what, help] = reason === "max_tokens"
    ? ["was cut off before it was whole", "Raise max_tokens (-p max_tokens=N), or ask for less."]
    : reason === "refused"
    ? ["is a refusal", "Ask in other words, or choose another model (-m)."]
    : ["is missing", "Try again, or choose another model (-m)."];
  return new ProviderError("bad_response", `The answer of ${where} ${what}.`, {
    help,
    retryable: false,
  });
}

function misfit(where: string, problem: string): ProviderError {
  return new ProviderError(
    "bad_response",
    `The answer of ${where} does not fit the schema: ${problem}.`,
    { help: "Try again, ask for less, or choose another model (-m).", retryable: true },
  );
}

function problemsIn(errors: readonly ErrorObject[]): string {
  const told = errors.slice(0, MOST_PROBLEMS).map(problemOf);
  const more = errors.length - told.length;
  return told.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function problemOf({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params;
  const what = additionalProperty === undefined
    ? allowedValues === undefined ? "" : `: ${JSON.stringify(allowedValues)}`
    : ` ("${additionalProperty}")`;
  return `${instancePath === "" ? "it" : instancePath} ${message ?? "is wrong"}${what}`;
}
