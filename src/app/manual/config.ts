/**
 * `jp help config`, generated from the table of keys.
 *
 * @module
 */

import { describeKeys } from "../../services/config/mod.ts";

const COLUMNS = 80;

/** The page. */
export function configPage(): string {
  const keys = describeKeys().map(({ path, type, default: fallback, description, needsConsent }) =>
    [
      path,
      ...wrap(description),
      ...wrap(`Takes ${type}${fallback === null ? "" : `; default ${fallback}`}.`),
      ...(needsConsent ? wrap("A workspace may set it only with your consent.") : []),
    ].join("\n")
  );
  return `${HEAD}\n${keys.join("\n\n")}\n`;
}

const HEAD = `Configuring jp

To choose a model, put this into ~/.config/jp/config.toml:

  [providers.llm.work]
  kind = "openai-compatible"
  base_url = "https://models.example.com/v1"
  api_key_env = "WORK_API_KEY"

  [assistant.model]
  id = "work/some-model"

anthropic, openai, google, openrouter, ollama and llamacpp are known by name
and need no such table: with a key in ANTHROPIC_API_KEY, OPENAI_API_KEY,
GEMINI_API_KEY or OPENROUTER_API_KEY, or a local Ollama, jp asks one of their
models by itself. Keys are read from the environment and never written.

  jp query -m anthropic/NAME     for this conversation, from here on
  providers.llm.aliases.fast = "openai/NAME"            then: -m fast
  -p temperature=0 -p seed=7     parameters; -r low, -R how much it thinks

What counts, each over the one before: defaults; the user's config.toml; the
workspace's .jp/config.toml; .jp.toml from the workspace down to the current
directory; the user's config.toml for this workspace; JP_CFG_NAME variables
(JP_CFG_INTERRUPT_ESCALATION_COOLDOWN_SECS=5); what the conversation has
recorded; --cfg in order; flags. jp config path lists the files, jp config show
each value with where it comes from. jp config set KEY=VALUE changes a file and
keeps its comments; jp config schema is for editors that complete TOML.

  --cfg KEY=VALUE     typed by the key; += adds, := and :+= take JSON
  --cfg '{...}'       several at once, as JSON
  --cfg @PATH, NAME   a file; a name is looked up in config_load_paths

Keys:
`;

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "   ";
  for (const word of text.split(/\s+/)) {
    if (line.length + 1 + word.length > COLUMNS && line.trim() !== "") {
      lines.push(line);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
