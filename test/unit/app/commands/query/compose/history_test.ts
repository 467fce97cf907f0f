import assert from "node:assert/strict";
import { historySection } from "../../../../../../src/app/commands/query/compose/history.ts";
import type { ConversationEvent } from "../../../../../../src/core/conversation/mod.ts";

const timestamp = "2026-04-10T17:04:20.531Z";
const TIME = "2026-04-10 17:04:20 UTC";

Deno.test("nothing was said: only the heading", () => {
  assert.equal(historySection([]), "# Conversation History (last 10 entries)");
});

Deno.test("newest first, an answer with all that belongs to it", () => {
  const events: ConversationEvent[] = [
    { timestamp, type: "turn_start" },
    { timestamp, type: "chat_request", content: "look\n" },
    { timestamp, type: "chat_response", reasoning: "I should look.", model: "a/b" },
    { timestamp, type: "tool_call_request", id: "1", name: "fs_read", arguments: { path: "x" } },
    { timestamp, type: "tool_call_response", id: "1", content: "a ``` fence\n", is_error: true },
    { timestamp, type: "chat_response", message: "It is", interrupted: true, model: "a/b" },
    { timestamp, type: "turn_end", reason: "stopped" },
    { timestamp, type: "turn_start" },
    { timestamp, type: "chat_request", content: "and as data?" },
    { timestamp, type: "chat_response", data: [1] },
  ];
  assert.equal(
    historySection(events),
    `# Conversation History (last 10 entries)

## Assistant on ${TIME}

### Structured data

\`\`\`json
[
  1
]
\`\`\`

## You on ${TIME}

and as data?

## Assistant (a/b) on ${TIME}

### Reasoning

I should look.

### Tool call: fs_read

\`\`\`json
{
  "path": "x"
}
\`\`\`

### Tool error

\`\`\`\`
a \`\`\` fence
\`\`\`\`

It is

(interrupted)

## You on ${TIME}

look`,
  );
});

Deno.test("ten entries, none that were discarded, none of unknown kinds", () => {
  const events: ConversationEvent[] = [];
  for (let number = 1; number <= 12; number++) {
    events.push({ timestamp, type: "chat_request", content: `question ${number}` });
    if (number === 12) continue;
    events.push({ timestamp, type: "chat_response", message: `answer ${number}` });
  }
  events.push({ timestamp, type: "chat_response", message: "taken back" });
  events.push({ timestamp, type: "discard", events: 1 });
  events.push({ timestamp, type: "something_new" });
  const said = historySection(events).split("\n").filter((line) =>
    /^(question|answer|taken)/.test(line)
  );
  assert.deepEqual(said, [
    "question 12",
    "answer 11",
    "question 11",
    "answer 10",
    "question 10",
    "answer 9",
    "question 9",
    "answer 8",
    "question 8",
    "answer 7",
  ]);
});
