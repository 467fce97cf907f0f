import assert from "node:assert/strict";
import { requestText } from "../../../../../src/app/commands/query/request_text.ts";

const NOTHING = { words: "", piped: null, noEdit: false, unanswered: null, replayed: null };

Deno.test("words, a blank line, piped text; one newline of each is removed", () => {
  assert.deepEqual(requestText({ ...NOTHING, words: "hi\n", piped: "a\n\n" }), {
    kind: "text",
    text: "hi\n\na\n",
    source: "words",
  });
});

Deno.test("piped text alone is sent", () => {
  assert.deepEqual(requestText({ ...NOTHING, piped: "a\r\n" }), {
    kind: "text",
    text: "a",
    source: "pipe",
  });
});

Deno.test("white space is nothing", () => {
  assert.deepEqual(requestText({ ...NOTHING, words: " ", piped: "\n\n" }), { kind: "nothing" });
  assert.deepEqual(requestText({ ...NOTHING, unanswered: "before" }), { kind: "nothing" });
});

Deno.test("with -E the unanswered request is asked again, else the word continue", () => {
  assert.deepEqual(requestText({ ...NOTHING, noEdit: true, unanswered: "before" }), {
    kind: "text",
    text: "before",
    source: "unanswered",
  });
  assert.deepEqual(requestText({ ...NOTHING, noEdit: true }), {
    kind: "text",
    text: "continue",
    source: "synthesized",
  });
  const asked = requestText({ ...NOTHING, noEdit: true, unanswered: "before", words: "hi" });
  assert.deepEqual(asked, { kind: "text", text: "hi", source: "words" });
});

Deno.test("what is sent again comes last", () => {
  assert.deepEqual(requestText({ ...NOTHING, words: "now", piped: "data\n", replayed: "before" }), {
    kind: "text",
    text: "now\n\ndata\n\nbefore",
    source: "replayed",
  });
  assert.deepEqual(requestText({ ...NOTHING, noEdit: true, replayed: "before" }), {
    kind: "text",
    text: "before",
    source: "replayed",
  });
});
