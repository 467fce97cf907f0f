/**
 * What the built-in demo knows: prepared sections about jp, chosen by the words of the question.
 * Must stay true: a section changes when the program does, and none claims to be a language model.
 *
 * @module
 */

interface Topic {
  /** As it is named to the user. */
  readonly name: string;
  readonly keywords: RegExp;
  readonly section: string;
}

/** Sections in the order in which they are given when several match equally well. */
const TOPICS: readonly Topic[] = [
  {
    name: "Ctrl-C",
    keywords:
      /\b(ctrl-?\+?c|control-c|\^c|interrupt\w*|sigint|sigterm|signals?|ladder|cancel\w*|abort\w*|stop\w*|kill\w*|quit\w*|exit\w*|escape|press\w*)\b|\^c/gi,
    section: `## Ctrl-C

One press asks, two leave cleanly, three leave now:

1. The **first** press opens a one-line menu, wherever jp happens to be. While an answer streams it
   reads \`Interrupted [c,r,s,a,?]\`: continue, reply, stop and save, or abort and discard. ESC means
   continue, and \`?\` explains the keys.
2. The **second** press begins a graceful shutdown: everything received so far is saved, and a
   watchdog makes sure that it takes no longer than ten seconds.
3. The **third** press ends the process at once and takes its children along.

Presses add up only within two seconds of each other, and an answered menu starts the count anew.
A key such as \`interrupt.streaming.action = "stop"\` replaces a menu by an action. Try it now: press
Ctrl-C while this text is still arriving.`,
  },
  {
    name: "the editor",
    keywords:
      /\b(editors?|ctrl-?\+?x|vim?|emacs|nano|compos\w*|draft\w*|visual|jp_editor|inline|multi-?line|paste\w*)\b/gi,
    section: `## Writing, inline or in your editor

- \`jp query\` without any text opens your editor: \`editor.cmd\`, else the first of \`JP_EDITOR\`,
  \`VISUAL\` and \`EDITOR\` that names a program.
- A reply is written inline. Enter sends it, Alt-Enter begins a new line, and **Ctrl-X** carries the
  text so far into the editor and back.
- \`editor.inline.edit_mode = "vi"\` gives the inline line vi keys; \`emacs\` is the default.
- \`interrupt.streaming.compose_in_editor = true\` starts replies in the editor right away.

While an editor is in front, Ctrl-C belongs to the editor. \`jp doctor\` says which one would open,
and why.`,
  },
  {
    name: "models",
    keywords:
      /\b(models?|providers?|llms?|api|keys?|openai|openrouter|ollama|llama\w*|anthropic|claude|gpt\w*|gemini|google|real|connect\w*|offline)\b/gi,
    section: `## A real model

A model is named \`provider/name\`. The quickest ways away from this demo:

\`\`\`sh
export ANTHROPIC_API_KEY=…        # or OPENAI_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY
jp query -m anthropic/claude-sonnet-5 "Hello"

ollama pull llama3.2              # local, no key
jp query -m ollama/llama3.2 "Hello"
\`\`\`

To keep a choice, put it into \`.jp/config.toml\`, here with a server of your own:

\`\`\`toml
[assistant.model]
id = "work/large"

[providers.llm.work]
kind = "openai-compatible"
base_url = "https://llm.example.com/v1"
api_key_env = "WORK_LLM_KEY"
\`\`\`

Keys are read from the environment only and are never written anywhere. When nothing is chosen, jp
takes a provider whose key is set, then a local Ollama, then me.`,
  },
  {
    name: "conversations",
    keywords:
      /\b(conversations?|stor(e|ed|age|es)|sav(e|ed|es|ing)|histor\w+|where|files?|disk|folders?|director\w+|jsonl|fork\w*|archiv\w+|lost|lose|remember\w*)\b/gi,
    section: `## Where conversations live

A conversation is a directory, \`.jp/conversations/ID-SLUG/\`, in the workspace: the nearest
directory upwards that has a \`.jp/\` in it. Without one, a workspace of your own in the user data
directory is used.

| file | holds |
| --- | --- |
| \`events.jsonl\` | one event a line, appended as it happens |
| \`metadata.json\` | title and times |
| \`base_config.json\` | the settings it began with |

Your message is on disk before the request goes out, and a partial answer is kept when you stop it.
\`jp c ls\` lists, \`jp c use\` switches, \`jp c fork\` copies, \`jp c print\` shows, and \`jp c path\` tells
where the files are.`,
  },
  {
    name: "configuration",
    keywords: /\b(config\w*|settings?|toml|options?|defaults?|preferences?|--?cfg|init|setup)\b/gi,
    section: `## Configuration

TOML files, from weak to strong: \`~/.config/jp/config.toml\`, the workspace's \`.jp/config.toml\`,
\`.jp.toml\` on the way down to the current directory; then \`JP_CFG_…\` variables, the conversation's
own settings, and \`--cfg KEY=VALUE\`.

- \`jp config show\` prints every value together with where it came from.
- \`jp config set style.markdown.wrap_width=100\` writes one.
- \`jp config schema\` prints a JSON Schema for your editor.
- \`jp init\` makes a directory a workspace.`,
  },
  {
    name: "tools",
    keywords:
      /\b(tools?|permissions?|approv\w+|allow\w*|shell|mcp|fs_\w+|describe_tools|unattended|sandbox\w*)\b/gi,
    section: `## Tools and permissions

Models may ask for \`fs_list\`, \`fs_read\`, \`fs_search\`, \`fs_write\`, \`fs_edit\`, \`ask_user\` and \`shell\`, for tools of
your own (\`[conversation.tools.NAME]\`), and for those of MCP servers. Nothing runs unseen: jp asks

    Run local word_count tool? [y,Y,n,N,p,r,e,?]

and shows the command line or a coloured diff first. \`y\` runs it once and \`Y\` for the rest of the
turn, \`n\` and \`N\` skip, \`r\` skips and says why, \`e\` edits the arguments. With nobody there to ask,
the answer is no. The model \`demo/tools\` lets you try all of it without a key.`,
  },
  {
    name: "scripting",
    keywords:
      /\b(scripts?|scripting|pipes?|piped|pipelines?|json|ndjson|jq|stdout|stderr|stdin|formats?|output|ci|automat\w+|exit (status|code)s?)\b/gi,
    section: `## In pipelines and scripts

- stdout carries the answer and nothing else; everything jp says about itself goes to stderr, and
  prompts go to the terminal itself. So \`jp query "…" | less\` still has its menus.
- \`-F json\` prints one JSON object a line and ends with a \`turn_end\` record.
- \`git diff | jp query "Review this"\` takes what is piped in as context.
- \`--non-interactive\` never asks. A press that ends jp ends it *by SIGINT*, so loops around it stop;
  a normal failure is exit status 1, wrong usage 2.`,
  },
  {
    name: "plugins",
    keywords: /\b(plug-?ins?|extensions?|extend\w*)\b/gi,
    section: `## Plugins

Any program called \`jp-NAME\` on your PATH becomes \`jp NAME\`, in any language. It talks to jp in
JSON lines over stdin and stdout and can list conversations, read the configuration, print in order,
and have jp ask questions for it. Before its first run jp asks you, and it remembers the file by its
SHA-256. \`jp plugin ls\` lists what is there; \`jp help plugins\` has the protocol.`,
  },
  {
    name: "the library",
    keywords: /\b(librar\w+|mod\.ts|embed\w*|typescript|deno|bun|import)\b/gi,
    section: `## As a library

jp's own parts can be imported by other Deno and Bun programs: the interrupt router and its ladder,
the printer, prompts, the line editor and the editor backends, all re-exported by \`mod.ts\`. The
README has a ladder in ten lines that runs.`,
  },
];

const OVERVIEW = `## What jp does

jp is an assistant for the command line that stays under your control: one Ctrl-C always asks, two
always leave cleanly, three always leave now, and nothing that you or the model wrote gets lost.

\`\`\`sh
jp query "Why is the sky blue?"     # ask
jp query                            # write the question in your editor
git diff | jp query "Review this"   # with context
jp c ls                             # earlier conversations
jp help                             # the manual
\`\`\``;

const HONESTY = "I am jp's built-in demo, not a language model: I look for words I know in your " +
  "question and answer with prepared sections. Nothing leaves this machine.";

/** At most this many sections in one answer; the rest is only named. */
const MAX_SECTIONS = 3;

/** Asks what this is, in words that no topic has. */
const GENERAL = /\b(what|who) (can|do|does|are|is) (you|jp|this|it)\b|\b(help|jp|features?)\b/i;

/** The whole answer to `question`, as markdown. The same question gets the same answer. */
export function demoAnswer(question: string): string {
  const found = topicsOf(question);
  const general = found.length === 0 && GENERAL.test(question);
  const shown = found.slice(0, MAX_SECTIONS);
  const paragraphs = shown.length === 0
    ? [...general ? [] : [notRecognised(question)], OVERVIEW]
    : [`In your question I recognised ${list(found.map((topic) => `**${topic.name}**`))}.`];
  const rest = TOPICS.filter((topic) => !shown.includes(topic)).map((topic) => topic.name);
  return [
    HONESTY,
    ...paragraphs,
    ...shown.map((topic) => topic.section),
    `You can also ask me about ${list(rest)}, or set up a real model: \`jp help config\`.`,
  ].join("\n\n");
}

/** Topics of a question, the best match first. */
function topicsOf(question: string): Topic[] {
  return TOPICS
    .map((topic) => ({ topic, hits: question.match(topic.keywords)?.length ?? 0 }))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
    .map(({ topic }) => topic);
}

function notRecognised(question: string): string {
  return question.trim() === ""
    ? "There was no question, so here is what jp is for."
    : "I know none of the words in your question, and I will not make an answer up. " +
      "Here is what jp is for.";
}

function list(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
