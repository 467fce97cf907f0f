import assert from "node:assert/strict";
import { command } from "./parsed.ts";

const query = (line: string | readonly string[]) => command("query", line);

Deno.test("query: without flags everything is off or absent", () => {
  assert.deepEqual(query("query"), {
    kind: "query",
    words: [],
    literalFrom: 0,
    new: false,
    id: null,
    fork: null,
    edit: false,
    noEdit: false,
    model: null,
    params: [],
    reasoning: null,
    tools: [],
    schema: null,
    replay: false,
    title: null,
    noTitle: false,
    hideReasoning: false,
    hideToolCalls: false,
    noStdin: false,
  });
});

Deno.test("query: every long flag reaches its member", () => {
  assert.deepEqual(
    query([
      "query",
      "--id=jp-c1",
      "--fork=3",
      "--edit",
      "--model=anthropic/claude",
      "--param=a=1",
      "--reasoning=high",
      "--tool=fs_read",
      "--schema={}",
      "--replay",
      "--title=A title",
      "--hide-reasoning",
      "--hide-tool-calls",
      "--no-stdin",
      "text",
    ]),
    {
      kind: "query",
      words: ["text"],
      literalFrom: 1,
      new: false,
      id: "jp-c1",
      fork: 3,
      edit: true,
      noEdit: false,
      model: "anthropic/claude",
      params: [["a", "1"]],
      reasoning: "high",
      tools: [{ enable: true, name: "fs_read" }],
      schema: "{}",
      replay: true,
      title: "A title",
      noTitle: false,
      hideReasoning: true,
      hideToolCalls: true,
      noStdin: true,
    },
  );
  const rest = query("query --new --no-edit --no-title");
  assert(rest.new && rest.noEdit && rest.noTitle);
});

Deno.test("query: every short flag means its long one", () => {
  const { new: fresh, edit, model, params, tools, schema } = query(
    "q -n -e -m ollama/x -p k=v -ta -Tb -s {}",
  );
  assert.deepEqual({ fresh, edit, model, params, tools, schema }, {
    fresh: true,
    edit: true,
    model: "ollama/x",
    params: [["k", "v"]],
    tools: [{ enable: true, name: "a" }, { enable: false, name: "b" }],
    schema: "{}",
  });
  assert.equal(query("q -E").noEdit, true);
  assert.equal(query("q -r low").reasoning, "low");
  assert.equal(query("q -R").reasoning, "off");
  assert.equal(query("q -i jp-c17").id, "jp-c17");
});

Deno.test("query: a value is attached, assigned or the next word", () => {
  for (const line of ["q -mM x", "q -m=M x", "q -m M x", "q --model M x", "q --model=M x"]) {
    const { model, words } = query(line);
    assert.deepEqual({ model, words }, { model: "M", words: ["x"] }, line);
  }
});

Deno.test("query: only the first = of a value is the flag's", () => {
  assert.equal(query(["q", "--model=a=b"]).model, "a=b");
  assert.equal(query(["q", '--schema={"a": "="}']).schema, '{"a": "="}');
  assert.deepEqual(query("q -p k=a=b").params, [["k", "a=b"]]);
  assert.deepEqual(query("q -p=k=a=b").params, [["k", "a=b"]]);
});

Deno.test("query: a parameter joined at = is the text that was typed", () => {
  for (const typed of ["a=1", 'stop:=["="]', "a+=", "a==", "reasoning.effort=high"]) {
    const [pair] = query(["q", "-p", typed]).params;
    assert.equal(pair?.join("="), typed);
  }
});

Deno.test("query: short flags may share a dash", () => {
  const { new: fresh, edit, model } = query("q -nem M");
  assert.deepEqual({ fresh, edit, model }, { fresh: true, edit: true, model: "M" });
  assert.equal(query("q -nemM").model, "M");
});

Deno.test("query: flags may stand between and after the words", () => {
  const { words, new: fresh, model } = query("q what -n is -m M it");
  assert.deepEqual({ words, fresh, model }, {
    words: ["what", "is", "it"],
    fresh: true,
    model: "M",
  });
});

Deno.test("query: the last use of a flag with one value holds, so that an alias can be overruled", () => {
  assert.equal(query("q -m A --model B").model, "B");
  assert.equal(query("q --title A --title B").title, "B");
  assert.equal(query("q --fork=2 --fork").fork, true);
  assert.equal(query("q --fork --fork=2").fork, 2);
});

Deno.test("query: parameters add up in order, also twice the same", () => {
  assert.deepEqual(query("q -p a=1 -p b=2 x -p a=3").params, [["a", "1"], ["b", "2"], ["a", "3"]]);
});

Deno.test("query: -t and -T keep the order in which they were given", () => {
  assert.deepEqual(query("q -T -t=fs_read --no-tool=shell --tool -tfs_list").tools, [
    { enable: false, name: null },
    { enable: true, name: "fs_read" },
    { enable: false, name: "shell" },
    { enable: true, name: null },
    { enable: true, name: "fs_list" },
  ]);
  assert.deepEqual(query("q --tools=a --no-tools=b").tools, [
    { enable: true, name: "a" },
    { enable: false, name: "b" },
  ]);
});

Deno.test("query: the word behind -t is text, not a tool's name", () => {
  for (
    const [line, name, words] of [
      [["q", "-t", "fs_read", "go"], null, ["fs_read", "go"]],
      [["q", "-t", "explain"], null, ["explain"]],
      [["q", "-tfs_read", "go"], "fs_read", ["go"]],
      [["q", "--tool=server.tool-2"], "server.tool-2", []],
      [["q", "-t", "what is here?"], null, ["what is here?"]],
      [["q", "-t", "@file"], null, ["@file"]],
      [["q", "-t", "-"], null, ["-"]],
      [["q", "-t", "-n", "go"], null, ["go"]],
      [["q", "-t", "--", "fs_read"], null, ["fs_read"]],
      [["q", "-t", "7", "go"], null, ["7", "go"]],
      [["q", "go", "-t"], null, ["go"]],
      [["q", "--tool=", "go"], null, ["go"]],
      [["q", "-t=", "go"], null, ["go"]],
      [["q", "-t", "", "go"], null, ["", "go"]],
    ] as const
  ) {
    const parsed = query(line);
    assert.deepEqual(parsed.tools, [{ enable: true, name }], line.join(" "));
    assert.deepEqual(parsed.words, words, line.join(" "));
  }
});

Deno.test("query: the word behind --fork is text, also a number", () => {
  for (
    const [line, fork, words] of [
      ["q --fork", true, []],
      ["q --fork why", true, ["why"]],
      ["q --fork 3 why", true, ["3", "why"]],
      ["q --fork=3 4", 3, ["4"]],
      ["q --fork= 4", true, ["4"]],
      ["q --fork -1", true, ["-1"]],
    ] as const
  ) {
    const parsed = query(line);
    assert.deepEqual([parsed.fork, parsed.words], [fork, [...words]], line);
  }
});

Deno.test("query: words after -- are literal, also when they look like flags", () => {
  const { words, literalFrom, new: fresh } = query("q -n a - -- -m -h --version -- @b");
  assert.deepEqual(words, ["a", "-", "-m", "-h", "--version", "--", "@b"]);
  assert.equal(literalFrom, 2);
  assert.equal(fresh, true);
});

Deno.test("query: without -- no word is literal, with nothing behind it neither", () => {
  assert.equal(query("q a b").literalFrom, 2);
  assert.equal(query("q a b --").literalFrom, 2);
  assert.equal(query("q -- a b").literalFrom, 0);
});

Deno.test("query: a lone dash, a negative number and a list item are words", () => {
  assert.deepEqual(query("q add -5 and -0.25 -").words, ["add", "-5", "and", "-0.25", "-"]);
  assert.deepEqual(query(["q", "- one\n- two", "-\tthree"]).words, ["- one\n- two", "-\tthree"]);
});

Deno.test("query: words are handed on as they are", () => {
  const odd = ["", " ", "a  b", "\u001b[31m", "\ud800", "é", "👩‍👩‍👧", "a=b", "@path", "query", "c"];
  assert.deepEqual(query(["q", ...odd]).words, odd);
});

Deno.test("query: an empty target is kept, since it opens the picker", () => {
  assert.equal(query(["q", "-i", ""]).id, "");
  assert.equal(query("q --id=").id, "");
});

Deno.test("query: what -n excludes may be used together", () => {
  const { id, fork, replay } = query("q -i x --fork --replay");
  assert.deepEqual({ id, fork, replay }, { id: "x", fork: true, replay: true });
});
