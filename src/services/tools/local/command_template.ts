/**
 * The command of a local tool with its values filled in. The line is cut into words first and each
 * word is a template of its own, so that no value can become two words. Where a shell reads the
 * line, values reach it through variables, so that none can become a command.
 *
 * Source: reference-facts.md 9.2.
 *
 * @module
 */

import type { JsonObject } from "../../../core/conversation/mod.ts";
import { ToolError } from "../types.ts";

/** What is configured: a line, or a program with its arguments. */
export type CommandSetting = string | {
  readonly program: string;
  readonly args: readonly string[];
  /** The program is a line for `sh`, which gets the arguments as `"$@"`. */
  readonly shell: boolean;
};

/** A command that can be run as it is. */
export interface FilledCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Variables in which a shell finds the values. */
  readonly env: Readonly<Record<string, string>>;
  /** The whole as one line of sh. */
  readonly line: string;
}

type Words = typeof import("shlex");

const EXPRESSION = /\{\{[^]*?\}\}/g;
const TAG = /\{\{[^]*?\}\}|\{%[^]*?%\}|\{#[^]*?#\}/g;
/** Stand in for tags while a line is cut into words; Unicode gives them to nobody else. */
const MARK_START = "\uE000";
const MARK_END = "\uE001";

/**
 * Fills the templates in.
 *
 * @throws {ToolError} `config` for a template or a line that cannot be read.
 */
export async function fillCommand(
  command: CommandSetting,
  values: JsonObject,
): Promise<FilledCommand> {
  const [jinja, words] = await Promise.all([import("@huggingface/jinja"), import("shlex")]);
  const render = (template: string): string => {
    try {
      return template.includes("{") ? rendered(jinja, template, values) : template;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ToolError("config", `the template ${template} cannot be filled in: ${why}`, {
        help: "It is a Jinja template with the values tool and context; see jp help tools.",
        cause: error,
      });
    }
  };
  if (typeof command !== "string" && command.shell) {
    return shellCommand(command, render, words.quote);
  }
  const templates = typeof command === "string"
    ? wordsOf(command, words.split)
    : [command.program, ...command.args];
  const [program, ...args] = templates.map(render);
  if (program === undefined || program === "") {
    throw new ToolError("config", "the command is empty", { help: "See jp help tools." });
  }
  return { program, args, env: {}, line: [program, ...args].map(words.quote).join(" ") };
}

/** A name that stands for nothing is a mistake; a member that is left out is empty. */
function rendered(
  { Template, Environment, Interpreter }: typeof import("@huggingface/jinja"),
  template: string,
  values: JsonObject,
): string {
  const unknown: string[] = [];
  const environment = new (class extends Environment {
    override lookupVariable(
      name: string,
    ): ReturnType<InstanceType<typeof Environment>["lookupVariable"]> {
      const value = super.lookupVariable(name);
      if (value.type === "UndefinedValue") unknown.push(name);
      return value;
    }
  })();
  const constants = { true: true, false: false, none: null, True: true, False: false, None: null };
  for (const [name, value] of Object.entries({ ...constants, ...values })) {
    environment.set(name, value);
  }
  const text = String(new Interpreter(environment).run(new Template(template).parsed).value);
  if (unknown.length > 0) throw new Error(`there is no value ${unknown[0]}`);
  return text;
}

function wordsOf(line: string, split: Words["split"]): string[] {
  const tags: string[] = [];
  const marked = line.replace(TAG, (tag) => `${MARK_START}${tags.push(tag) - 1}${MARK_END}`);
  let words: string[];
  try {
    words = split(marked);
  } catch (error) {
    throw new ToolError("config", `the quotes in ${line} do not match`, {
      help: "Close them, or give program and args as a table.",
      cause: error,
    });
  }
  const mark = new RegExp(`${MARK_START}(\\d+)${MARK_END}`, "g");
  return words.map((word) => word.replace(mark, (_, index) => tags[Number(index)] ?? ""));
}

function shellCommand(
  { program, args }: Exclude<CommandSetting, string>,
  render: (template: string) => string,
  quote: Words["quote"],
): FilledCommand {
  const env: Record<string, string> = {};
  let state: Quoting = "none";
  let at = 0;
  const script = program.replace(EXPRESSION, (expression, index: number) => {
    state = quotingAfter(state, program.slice(at, index));
    at = index + expression.length;
    const name = `JP_VALUE_${Object.keys(env).length + 1}`;
    env[name] = render(expression);
    const use = `\${${name}}`;
    return state === "double" ? use : state === "single" ? `'"${use}"'` : `"${use}"`;
  });
  const words = ["-c", script, "sh", ...args.map(render)];
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  return {
    program: "sh",
    args: words,
    env,
    line: [...assignments, "sh", ...words.map(quote)].join(" "),
  };
}

type Quoting = "none" | "single" | "double";

/** In which quotes a shell is after `text`. */
function quotingAfter(before: Quoting, text: string): Quoting {
  let state = before;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "\\" && state !== "single") index++;
    else if (character === "'" && state !== "double") {
      state = state === "single" ? "none" : "single";
    } else if (character === '"' && state !== "single") {
      state = state === "double" ? "none" : "double";
    }
  }
  return state;
}
