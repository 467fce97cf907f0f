import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeMessage, parseMessage } from "../../../../src/services/plugins/protocol.ts";

function message(line: object): unknown {
  const parsed = parseMessage(JSON.stringify(line));
  assert.ok(parsed.kind === "message", JSON.stringify(parsed));
  return parsed.message;
}

function complaint(line: string): unknown {
  const parsed = parseMessage(line);
  assert.ok(parsed.kind === "malformed", JSON.stringify(parsed));
  const { id, request, message } = parsed.complaint;
  return [id, request, message];
}

Deno.test("every message, with what it leaves out filled in", () => {
  assert.deepEqual(message({ type: "ready" }), { type: "ready", id: null });
  assert.deepEqual(message({ type: "print", text: "x", id: 0 }), {
    type: "print",
    id: 0,
    print: { text: "x", channel: "content", format: "plain", language: null },
  });
  assert.deepEqual(message({ type: "log", message: "m", level: "warn" }), {
    type: "log",
    id: null,
    level: "warning",
    message: "m",
    fields: {},
  });
  assert.deepEqual(message({ type: "exit" }), { type: "exit", id: null, code: 0, reason: null });
  assert.deepEqual(message({ type: "read_config", id: "a", path: null }), {
    type: "read_config",
    id: "a",
    path: null,
  });
  assert.deepEqual(message({ type: "describe", name: "n" }), {
    type: "describe",
    id: null,
    description: {
      name: "n",
      version: "",
      description: "",
      command: [],
      author: null,
      help: null,
      repository: null,
    },
  });
  assert.deepEqual(
    message({
      type: "compose",
      kind: "select",
      message: "m",
      options: ["a", { value: "b", key: "k" }],
    }),
    {
      type: "compose",
      id: null,
      compose: {
        kind: "select",
        message: "m",
        preamble: [],
        text: "",
        options: [
          { value: "a", label: "a", key: null },
          { value: "b", label: "b", key: "k" },
        ],
      },
    },
  );
});

Deno.test("what is wrong is said, with the id and the type as far as there are any", () => {
  const cases: [string, unknown][] = [
    ["nonsense", [null, null, "not a line of JSON"]],
    ['{"type":', [null, null, "not a line of JSON"]],
    ["[1]", [null, null, "not a JSON object"]],
    ["null", [null, null, "not a JSON object"]],
    ['{"id":3}', [3, null, "type is missing"]],
    ['{"type":"dance","id":3}', [3, "dance", "there is no message of that type in protocol 1"]],
    ['{"type":"print","id":"x"}', ["x", "print", "text has to be a string"]],
    ['{"type":"ready","id":{}}', [null, "ready", "id has to be a string or a number"]],
    [
      '{"type":"exit","code":256}',
      [null, "exit", "code has to be a whole number from 0 to 255"],
    ],
    [
      '{"type":"terminal","action":"take"}',
      [null, "terminal", "action has to be one of acquire, release"],
    ],
    [
      '{"type":"print","text":"x","channel":"tty"}',
      [null, "print", "channel has to be one of content, chrome"],
    ],
  ];
  for (const [line, wanted] of cases) assert.deepEqual(complaint(line), wanted, line);
});

Deno.test("no line is more than it can take", () => {
  fc.assert(fc.property(fc.string(), (line) => void parseMessage(line)));
  const types = ["ready", "print", "log", "compose", "exit", "terminal", "describe", "read_events"];
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.dictionary(
        fc.constantFrom("id", "text", "kind", "options", "code", "fields", "message", "command"),
        fc.jsonValue(),
      ),
      (type, fields) => void parseMessage(JSON.stringify({ ...fields, type })),
    ),
  );
});

Deno.test("a message is one line, whatever it holds", () => {
  const bytes = encodeMessage({ type: "config", data: "a\nb\r\u2028c" });
  const text = new TextDecoder().decode(bytes);
  assert.equal(text.indexOf("\n"), text.length - 1);
  assert.deepEqual(JSON.parse(text), { type: "config", data: "a\nb\r\u2028c" });
});
