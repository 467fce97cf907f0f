import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import { JoinedDeltas } from "../../../../src/services/providers/joined_deltas.ts";
import { anthropicGrowing, compatibleGrowing } from "../../../../src/services/providers/growing.ts";
import { claude, plain } from "./wires.ts";

const chunk = (delta: JsonObject, choice: JsonObject = {}, more: JsonObject = {}): string =>
  plain({ id: "c1", choices: [{ index: 0, delta, finish_reason: null, ...choice }], ...more });

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom("a", "", '"', "\\", '\\"content":"', "\n\n", "\ud83d", "\ude00", "\u2028", " }"),
);

/** Events that may be joined, events that look as if, and whatever else is in a stream. */
const compatible = fc.oneof(
  { weight: 6, arbitrary: text.map((content) => chunk({ content })) },
  { weight: 3, arbitrary: text.map((reasoning) => chunk({ content: "", reasoning })) },
  text.map((content) => chunk({ role: "assistant", content, refusal: null, tool_calls: [] })),
  text.map((reasoning_content) => chunk({ content: null, reasoning_content })),
  fc.tuple(text, text).map(([content, reasoning]) => chunk({ content, reasoning })),
  fc.constantFrom("stop", "length").map((finish_reason) =>
    chunk({ content: "x" }, { finish_reason })
  ),
  fc.nat(3).map((total_tokens) => chunk({ content: "x" }, {}, { usage: { total_tokens } })),
  text.map((content) => chunk({ content }, { logprobs: { content: [{ token: content }] } })),
  text.map((obfuscation) => chunk({ content: "x" }, {}, { obfuscation })),
  text.map((value) => chunk({ content: "x", tool_calls: [{ index: 0, id: value }] })),
  text.map((value) => chunk({ tool_calls: [{ index: 0, function: { arguments: value } }] })),
  text.map((content) => chunk({ content }).replace('"content":"', '"content": "')),
  text.map((content) => plain({ choices: [], message: { content } })),
  text.map((content) => plain({ error: { content } })),
  text.map((content) => chunk({ content }).replaceAll("\n", "\r\n")),
  fc.constantFrom(": keep-alive\n\n", "data: [DONE]\n\n", "\n", 'data: {"content":"x"\n\n'),
  fc.constantFrom('data: {"choices":[{"index":0,"delta":{"content":"a\\x"}}]}\n\n', "id: 4\n"),
);

const anthropic = fc.oneof(
  { weight: 6, arbitrary: text.map((text) => claude.blockDelta(0, { type: "text_delta", text })) },
  {
    weight: 2,
    arbitrary: fc.tuple(text, fc.nat(9)).map(([text, blanks]) =>
      claude.blockDelta(0, { type: "text_delta", text })
        .replace(/\}\n\n$/, `${" ".repeat(blanks)}}\n\n`)
    ),
  },
  text.map((thinking) => claude.blockDelta(1, { type: "thinking_delta", thinking })),
  text.map((signature) => claude.blockDelta(1, { type: "signature_delta", signature })),
  text.map((partial_json) => claude.blockDelta(2, { type: "input_json_delta", partial_json })),
  fc.constantFrom(claude.ping, claude.messageStart(), claude.blockStop(0), claude.end("end_turn")),
);

const kinds = [
  { growing: compatibleGrowing, event: compatible },
  { growing: anthropicGrowing, event: anthropic },
];

/**
 * What a stream says: events that only add to a text as that text, joined; all others as they are.
 * Written without the code under test, but for the question what adds to a text.
 */
function said(stream: string, { growing }: (typeof kinds)[number]): string[] {
  const all: { member: string; text: string }[] = [];
  const parts = stream.split(/(?<=\n\n)/);
  for (const part of parts) {
    const data = /^(?:event: .*\n)?data: ([^\n\r]*)\n\n$/.exec(part)?.[1];
    let added: { member: string; text: string } | null = null;
    for (const member of data === undefined ? [] : growing.members) {
      try {
        const text = growing.textOf(JSON.parse(data ?? ""), member);
        if (text !== null && (added?.text ?? "") === "") added = { member, text };
      } catch {
        break;
      }
    }
    const last = all.at(-1);
    if (added === null) all.push({ member: "", text: part });
    else if (added.text === "") continue;
    else if (last?.member === added.member) last.text += added.text;
    else all.push(added);
  }
  return all.map(({ member, text }) => `${member}:${text}`);
}

Deno.test("joined, events say the same after each piece of the stream, cut anywhere", () => {
  for (const kind of kinds) {
    fc.assert(
      fc.property(
        fc.array(kind.event, { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }),
        (events, sizes) => {
          const stream = events.join("");
          const deltas = new JoinedDeltas(kind.growing);
          let output = "";
          for (let at = 0, n = 0; at < stream.length; n++) {
            const end = at + (sizes[n % sizes.length] ?? 1);
            output += deltas.push(stream.slice(at, end));
            at = end;
            assert.deepEqual(said(output, kind), said(stream.slice(0, end), kind));
          }
        },
      ),
      { numRuns: 300 },
    );
  }
});

Deno.test("an event that says anything besides is none of those", () => {
  const also: [JsonObject, JsonObject?, JsonObject?][] = [
    [{ content: "x", reasoning: "y" }],
    [{ content: "x", refusal: "no" }],
    [{ content: "x", tool_calls: [{ index: 0 }] }],
    [{ content: "x", reasoning_details: [{ type: "reasoning.text" }] }],
    [{ content: "x" }, { finish_reason: "stop" }],
    [{ content: "x" }, { logprobs: { content: [] } }],
    [{ content: "x" }, {}, { usage: { total_tokens: 1 } }],
    [{ content: "x" }, {}, { error: { message: "busy" } }],
    [{ content: [{ type: "text", text: "x" }] }],
  ];
  for (const [delta, choice, more] of also) {
    const twice = chunk(delta, choice, more).repeat(2);
    assert.equal(new JoinedDeltas(compatibleGrowing).push(twice), twice);
  }
  const two = plain({
    choices: [{ index: 0, delta: { content: "x" } }, { index: 1, delta: {} }],
  }).repeat(2);
  assert.equal(new JoinedDeltas(compatibleGrowing).push(two), two);
  for (
    const event of [
      claude.blockDelta(0, { type: "text_delta", text: "x", citation: "y" }),
      claude.blockDelta(0, { type: "citations_delta", text: "x" }),
      claude.blockStart(0, { type: "text", text: "x" }),
      claude.blockDelta(0, { type: "text_delta", text: "x" }) +
      claude.blockDelta(1, { type: "text_delta", text: "x" }),
    ]
  ) assert.equal(new JoinedDeltas(anthropicGrowing).push(event + event), event + event);
});

Deno.test("what is there together is one event, as long as it is not too long", () => {
  const words = Array.from({ length: 1000 }, (_, index) => `w${index} "\\`);
  const stream = (make: (text: string) => string): string => words.map(make).join("");
  const [compatible, anthropic] = kinds;
  for (
    const [kind, events] of [
      [compatible, stream((content) => chunk({ content }))],
      [compatible, stream((reasoning) => chunk({ content: "", reasoning }))],
      [anthropic, stream((text) => claude.blockDelta(0, { type: "text_delta", text }))],
    ] as const
  ) {
    assert.ok(kind !== undefined);
    const joined = new JoinedDeltas(kind.growing).push(events);
    const count = joined.split("\n\n").length - 1;
    assert.ok(count <= 3, `${count} events`);
    assert.deepEqual(said(joined, kind), said(events, kind));
  }
});
