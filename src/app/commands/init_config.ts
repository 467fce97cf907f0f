/**
 * The configuration a new workspace starts with.
 *
 * @module
 */

/** What was chosen. */
export interface InitChoices {
  /** Whether a tool call is shown before it runs. */
  readonly run: "ask" | "unattended";
  /** `provider/name`; null leaves it open. */
  readonly model: string | null;
}

/** Its text. */
export function initConfig({ run, model }: InitChoices): string {
  return `# The configuration of this workspace, for everybody who works in it.
# jp config show lists every key with its value and origin, jp config set KEY=VALUE changes this
# file, jp help config explains the others.

[assistant.model]
# provider/name, or an alias. Left open, jp takes a provider whose key is set.
${model === null ? '# id = "openai/gpt-5.2"' : `id = ${JSON.stringify(model)}`}

[conversation.tools.'*']
# "ask" shows each tool call before it runs; "unattended" runs it at once.
run = ${JSON.stringify(run)}
`;
}
