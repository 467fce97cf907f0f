import assert from "node:assert/strict";
import fc from "fast-check";
import {
  parseDocument,
  renderDocument,
} from "../../../../../../src/app/commands/query/compose/document.ts";

const SETTINGS = 'assistant.model.id = "a/b"';
const PARTS = { query: "why?", settings: SETTINGS, errors: [], history: "# History" };

Deno.test("the parts stand in their order, the marker is three lines of 80 columns", () => {
  const lines = renderDocument(PARTS).split("\n");
  assert.deepEqual([lines[0], lines[1]], ["why?", ""]);
  assert.match(lines[2] ?? "", /^-+ 8< -+$/);
  assert.match(lines[3] ?? "", /^ +EVERYTHING BELOW THIS LINE IS IGNORED$/);
  assert.match(lines[4] ?? "", /^-+ >8 -+$/);
  assert.deepEqual([lines[2]?.length, lines[4]?.length], [80, 80]);
  assert.deepEqual(lines.slice(5), [
    "",
    "# Active Configuration",
    "",
    "> Except for this block: what is changed in it holds from this query on.",
    "",
    "```toml",
    SETTINGS,
    "```",
    "",
    "<!-- CONVERSATION_MARKER -->",
    "",
    "# History",
    "",
  ]);
});

Deno.test("errors stand in place of the note", () => {
  const text = renderDocument({ ...PARTS, errors: ["one", "two"] });
  assert.match(text, /# Active Configuration\n\n> ERROR: one\n> ERROR: two\n\n```toml/);
  assert.doesNotMatch(text, /Except for/);
});

Deno.test("whatever the query, the settings and the history are, they are read back", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "```",
      "```toml",
      "# Active Configuration",
      "<!-- CONVERSATION_MARKER -->",
      ...renderDocument(PARTS).split("\n"),
    ),
  );
  const text = fc.array(line.filter((each) => !/[\r\n\ufeff]/.test(each))).map((all) =>
    all.join("\n")
  );
  fc.assert(
    fc.property(text, text, (query, history) => {
      const parsed = parseDocument(renderDocument({ ...PARTS, query, history }));
      assert.deepEqual(parsed, {
        kind: "document",
        query: query.trim(),
        settings: SETTINGS,
        unclosed: false,
      });
    }),
  );
});

Deno.test("CRLF, a byte order mark and trailing blanks change nothing", () => {
  const text = `\ufeff${renderDocument(PARTS).replaceAll("\n", " \r\n")}`;
  const parsed = parseDocument(text);
  assert.equal(parsed.kind === "document" && parsed.query, "why?");
  assert.equal(parsed.kind === "document" && parsed.settings?.trimEnd(), SETTINGS);
});

Deno.test("text in which nothing of ours is left is the query", () => {
  const parsed = { kind: "document", settings: null, unclosed: false };
  assert.deepEqual(parseDocument("only\nwords\n"), { ...parsed, query: "only\nwords" });
  assert.deepEqual(parseDocument(""), { ...parsed, query: "" });
  assert.deepEqual(parseDocument(" \n\n"), { ...parsed, query: "" });
});

Deno.test("one line of the marker is enough to tell where it was", () => {
  const lines = renderDocument(PARTS).split("\n");
  for (const left of [2, 3, 4]) {
    const text = lines.filter((_, index) => index === left || index < 2 || index > 4).join("\n");
    const parsed = parseDocument(text);
    assert.deepEqual(parsed, {
      kind: "document",
      query: "why?",
      settings: SETTINGS,
      unclosed: false,
    });
  }
});

Deno.test("without the marker, but with what was below it, the document is broken", () => {
  const lines = renderDocument(PARTS).split("\n");
  assert.deepEqual(parseDocument([...lines.slice(0, 2), ...lines.slice(5)].join("\n")), {
    kind: "broken",
  });
  assert.deepEqual(parseDocument("why?\n\n<!-- CONVERSATION_MARKER -->\n"), { kind: "broken" });
});

Deno.test("a block that is gone has no settings, one without its end is said to be so", () => {
  const text = renderDocument(PARTS);
  const gone = parseDocument(text.replace(/```toml[^]*?```\n/, ""));
  assert.deepEqual(gone, { kind: "document", query: "why?", settings: null, unclosed: false });
  const open = parseDocument(text.replace(`${SETTINGS}\n\`\`\`\n`, `${SETTINGS}\n`));
  assert.equal(open.kind === "document" && open.unclosed, true);
  assert.equal(open.kind === "document" && open.settings?.trim(), SETTINGS);
});
