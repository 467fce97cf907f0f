/**
 * Which tools a model is offered: what the configuration says, then `-t` and `-T` from left to
 * right, each as far as the tool lets it.
 *
 * Source: reference-facts.md 1.3, 2.3.
 *
 * @module
 */

import { nearest } from "../../core/nearest/mod.ts";
import type { Enable } from "../config/mod.ts";
import { ToolError } from "./types.ts";

/** One `-t` or `-T`. */
export interface ToolSwitch {
  /** A tool, or an MCP server for all its tools; null is the bare flag: all tools. */
  readonly name: string | null;
  readonly enable: boolean;
}

/** What decides about a tool. */
export interface Selectable {
  readonly name: string;
  readonly enable: Enable;
  /** The server it comes from; null for others. */
  readonly group: string | null;
}

/**
 * Whether each tool is offered.
 *
 * @param elsewhere names that stand for tools there are none of now, such as a server that did not
 * start.
 * @throws {ToolError} `usage` for a name that is no tool's, and for a tool that is fixed.
 */
export function selected<T extends Selectable>(
  tools: readonly T[],
  switches: readonly ToolSwitch[],
  elsewhere: readonly string[] = [],
): T[] {
  const on = new Map(tools.map((tool) => [tool, tool.enable.state === "on"]));
  for (const each of switches) {
    const meant = tools.filter((tool) => means(each, tool));
    if (meant.length === 0 && each.name !== null && !elsewhere.includes(each.name)) {
      throw unknown(each.name, tools);
    }
    for (const tool of meant) {
      if (mayToggle(tool, each)) on.set(tool, each.enable);
      else if (each.name === tool.name && on.get(tool) !== each.enable) throw fixed(each, tool);
    }
  }
  return tools.filter((tool) => on.get(tool) === true);
}

function means({ name }: ToolSwitch, tool: Selectable): boolean {
  return name === null || name === tool.name || name === tool.group;
}

function mayToggle({ enable, name }: Selectable, by: ToolSwitch): boolean {
  switch (enable.allow_toggle) {
    case "any":
      return true;
    case "never":
      return false;
    case "if_named":
      return by.name === name;
    case "if_named_or_group":
      return by.name !== null;
  }
}

function fixed({ enable }: ToolSwitch, { name }: Selectable): ToolError {
  const what = enable ? "enabled" : "disabled";
  return new ToolError("usage", `the tool ${name} cannot be ${what} for one query`, {
    help: `conversation.tools.${name}.enable says so.`,
  });
}

function unknown(name: string, tools: readonly Selectable[]): ToolError {
  const names = tools.map((tool) => tool.name);
  const close = nearest(name, names);
  return new ToolError("usage", `there is no tool ${name}`, {
    help: names.length === 0
      ? "No tool is configured; see jp help tools."
      : `${close === null ? "" : `Did you mean ${close}? `}There are ${names.join(", ")}.`,
  });
}
