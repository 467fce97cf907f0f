/**
 * Entries that are there without being configured: the lowest layer. Every value is in the one form
 * its key brings values into, since this layer alone is not read through the checks at run time (a
 * test does it). Keys of providers are never part of it, only the names of their variables.
 *
 * @module
 */

import type { Node } from "./field.ts";
import type { Origin } from "./problem.ts";
import { fieldOf } from "./read_layer.ts";
import { SCHEMA } from "./schema.ts";
import type { Tree } from "./tree.ts";

const OFFERED_ON_DEMAND = {
  source: "builtin",
  enable: { state: "off", allow_toggle: "any" },
} as const;

/** The entries as a partial configuration. */
export const BUILT_IN = {
  providers: {
    llm: {
      anthropic: { kind: "anthropic", api_key_env: "ANTHROPIC_API_KEY" },
      openai: { kind: "openai", api_key_env: "OPENAI_API_KEY" },
      google: { kind: "google", api_key_env: "GEMINI_API_KEY" },
      openrouter: { kind: "openrouter", api_key_env: "OPENROUTER_API_KEY" },
      ollama: { kind: "ollama", base_url: "http://localhost:11434" },
      llamacpp: { kind: "llamacpp", base_url: "http://127.0.0.1:8080" },
      demo: { kind: "demo" },
    },
  },
  conversation: {
    tools: {
      describe_tools: {
        source: "builtin",
        enable: { state: "on", allow_toggle: "never" },
        run: "unattended",
        style: { hidden: true },
      },
      // Offered when they are asked for: a question that needs none is then never held up by one.
      fs_list: OFFERED_ON_DEMAND,
      fs_read: OFFERED_ON_DEMAND,
      fs_search: OFFERED_ON_DEMAND,
      fs_write: OFFERED_ON_DEMAND,
      fs_edit: OFFERED_ON_DEMAND,
      // What a model wants to know of the user no other model can tell.
      ask_user: { ...OFFERED_ON_DEMAND, questions: { answer: { exclusive: true } } },
      shell: OFFERED_ON_DEMAND,
    },
  },
} as const;

/** The entries as a tree. */
export function builtInTree(): Tree {
  return treeOf(SCHEMA, BUILT_IN);
}

const LAYER = { originOf: (): Origin => ({ kind: "default" }) };

function treeOf(node: Node, raw: unknown): Tree {
  if (node.node !== "table" || typeof raw !== "object" || raw === null) {
    return { kind: "leaf", by: LAYER, value: raw };
  }
  const children = new Map<string, Tree>();
  for (const [name, value] of Object.entries(raw)) {
    const child = fieldOf(node.fields, name) ?? node.rest;
    if (child !== null) children.set(name, treeOf(child, value));
  }
  return { kind: "branch", by: LAYER, cleared: false, children };
}
