/**
 * When the editor opens, when it does not, and what becomes of what was written when nothing could
 * be sent.
 */
import assert from "node:assert/strict";
import { answer, jpCommand, shell } from "../../support/mod.ts";
import { said, type World } from "../query/world.ts";
import { DONE, drafts, editing, IGNORED, jp, sed, types, useEditor } from "./support.ts";

const FAILED = { code: 1, signal: null } as const;

async function lastSaid(w: World, number: number): Promise<string | undefined> {
  return said((await w.provider.request(number)).body).at(-1);
}

Deno.test("-e starts from the text, words and pipe; -E never opens the editor", async () => {
  await using w = await editing(sed("1s/^/please: /"), {
    scripts: [answer("One."), answer("Two."), answer("Three.")],
  });
  await w.fixture.file("in.txt", "the piped part\n");
  const runs = [
    [["q", "-e", "the words"], "", "user: please: the words"],
    [["q", "-e", "the words"], "<in.txt", "user: please: the words\n\nthe piped part"],
    [["q", "-E"], "", "user: continue"],
  ] as const;
  for (const [index, [args, redirect, wanted]] of runs.entries()) {
    await using pty = jp(w, "deno", args, { redirect });
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.equal(await lastSaid(w, index + 1), wanted);
  }
});

Deno.test("words and piped text alone are sent without an editor", async () => {
  await using w = await editing("touch opened; exit 1", {
    scripts: [answer("One."), answer("Two.")],
  });
  await w.fixture.file("in.txt", "piped\n");
  for (const [args, redirect] of [[["q", "words"], ""], [["q"], "<in.txt"]] as const) {
    await using pty = jp(w, "binary", args, { redirect });
    assert.deepEqual(await pty.expectExit(), DONE);
  }
  assert.deepEqual([await lastSaid(w, 1), await lastSaid(w, 2)], ["user: words", "user: piped"]);
  await assert.rejects(Deno.stat(`${w.fixture.workspace}/opened`), Deno.errors.NotFound);
});

Deno.test("--no-stdin leaves the pipe alone and composes", async () => {
  await using w = await editing(types("hello"));
  await w.fixture.file("in.txt", "piped\n");
  await using pty = jp(w, "binary", ["q", "--no-stdin"], { redirect: "<in.txt" });
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal(await lastSaid(w, 1), "user: hello");
});

Deno.test("with nobody there nothing is opened: text is sent as it is, without text that is said", async () => {
  await using w = await editing("touch opened; exit 1");
  const env = { EDITOR: `${w.fixture.root}/ed` };
  const empty = await w.run("binary", ["q"], { env });
  assert.deepEqual([empty.code, empty.stdout], [2, ""]);
  assert.match(empty.stderr, /^jp: there is nothing to ask\n/);
  const text = await w.run("binary", ["q", "-e", "hi"], { env });
  assert.deepEqual([text.code, text.stdout], [0, "Fine.\n"]);
  assert.match(text.stderr, /^jp: nobody is there to use an editor; the query is sent as it is\n/);
  await using pty = jp(w, "binary", ["q", "--non-interactive"]);
  await pty.expect("jp: there is nothing to ask");
  assert.deepEqual(await pty.expectExit(), { code: 2, signal: null });
  await assert.rejects(Deno.stat(`${w.fixture.workspace}/opened`), Deno.errors.NotFound);
});

Deno.test("with -e, text and no editor the text is sent as it is", async () => {
  await using w = await editing("");
  await using pty = jp(w, "binary", ["q", "-e", "hi"], { env: { EDITOR: "" } });
  await pty.expect("jp: there is no editor; the query is sent as it is");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal(await lastSaid(w, 1), "user: hi");
});

Deno.test("an editor that does not wait is pointed out, and its file stays", async () => {
  await using w = await editing("exit 0");
  {
    await using pty = jp(w, "binary", ["q"]);
    await pty.expect(IGNORED);
    await pty.expect("code --wait");
    assert.deepEqual(await pty.expectExit(), DONE);
  }
  assert.equal((await drafts(w)).length, 1);
  await using pty = jp(w, "binary", ["q", "-e", "some words"]);
  await pty.expect("jp: nothing is sent: ");
  await pty.expect("code --wait");
  assert.deepEqual(await pty.expectExit(), FAILED);
  const [[, text] = ["", ""]] = await drafts(w);
  assert.match(text, /^some words\n/);
  assert.equal(w.provider.requests.length, 0);
});

Deno.test("a document without its cut marker is kept whole, and shown again", async () => {
  await using w = await editing(`${types("hello")}; ${sed("/8<\\|>8\\|EVERYTHING/d")}`);
  {
    await using pty = jp(w, "binary", ["q"]);
    await pty.expect("jp: nothing is sent: the line between");
    assert.deepEqual(await pty.expectExit(), FAILED);
    const [[, text] = ["", ""]] = await drafts(w);
    assert.match(text, /^hello\n[^]*CONVERSATION_MARKER/);
  }
  await useEditor(w, sed("1,/CONVERSATION_MARKER/{2,/CONVERSATION_MARKER/d}"));
  await using pty = jp(w, "binary", ["q"]);
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.match(await lastSaid(w, 1) ?? "", /^user: hello\n/);
});

Deno.test("settings that stay wrong end with the reason, and the draft stays", async () => {
  const wrong = sed('s|^assistant.model.id =.*|assistant.model.id = "no such"|');
  await using w = await editing(
    `[ -e "$0.once" ] || { ${types("hello")}; : > "$0.once"; }\n${wrong}`,
  );
  await using pty = jp(w, "binary", ["q"]);
  await pty.expect(/jp: nothing is sent: assistant\.model\.id: expected a model/);
  assert.deepEqual(await pty.expectExit(), FAILED);
  const [[, text] = ["", ""]] = await drafts(w);
  assert.match(text, /^hello\n[^]*> ERROR: assistant\.model\.id: expected a model/);
  assert.deepEqual(await w.conversations(), []);
});

Deno.test("a model that does not exist opens the editor again as well", async () => {
  await using w = await editing([
    'if grep -q "^> ERROR: .*nowhere" "$1"; then',
    sed('s|^assistant.model.id =.*|assistant.model.id = "local/test"|'),
    "else",
    types("hello"),
    sed('s|^assistant.model.id =.*|assistant.model.id = "nowhere/model"|'),
    "fi",
  ].join("\n"));
  await using pty = jp(w, "binary", ["q"]);
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal(await lastSaid(w, 1), "user: hello");
});

Deno.test("a turn that fails keeps the draft with its conversation; the next one starts from it", async () => {
  await using w = await editing(types("hello"), {
    scripts: [[{ status: 400, body: { error: { message: "no" } } }], answer("Fine.")],
  });
  {
    await using pty = jp(w, "binary", ["q"]);
    assert.deepEqual(await pty.expectExit(), FAILED);
    const [[path] = [""], ...others] = await drafts(w);
    assert.match(path, /\/conversations\/jp-c\d+\/QUERY_MESSAGE\.md$/);
    assert.deepEqual(others, []);
  }
  await useEditor(w, `cp "$1" ../seen.md; ${sed("1s/$/ again/")}`);
  await using pty = jp(w, "binary", ["q"]);
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal(await lastSaid(w, 2), "user: hello again");
  assert.match(await Deno.readTextFile(`${w.fixture.root}/seen.md`), /^hello\n[^]*## You on /);
  assert.deepEqual(await drafts(w), []);
});

Deno.test("a draft is not touched by an editor that is left, and emptied by one that empties it", async () => {
  await using w = await editing(`${types("precious")}; exit 1`);
  const run = async (): Promise<void> => {
    await using pty = jp(w, "binary", ["q"]);
    await pty.expect(IGNORED);
    assert.deepEqual(await pty.expectExit(), DONE);
  };
  await run();
  const before = await drafts(w);
  await useEditor(w, "exit 1");
  await run();
  assert.deepEqual(await drafts(w), before);
  await useEditor(w, sed("1s/.*//"));
  await run();
  assert.deepEqual(await drafts(w), []);
});

Deno.test("two that compose new conversations at once do not share a document", async () => {
  await using w = await editing(`echo "in $1."; read -r word; printf '%s\\n' "$word" > "$1"`, {
    scripts: [answer("Fine."), answer("Fine.")],
  });
  await using first = jp(w, "binary", ["q", "-n"], { cols: 200 });
  await first.expect("/conversations/new/QUERY_MESSAGE.md.");
  await using second = jp(w, "binary", ["q", "-n"], { cols: 200 });
  await second.expect("/conversations/new-2/QUERY_MESSAGE.md.");
  first.write("one\r");
  assert.deepEqual(await first.expectExit(), DONE);
  second.write("two\r");
  assert.deepEqual(await second.expectExit(), DONE);
  assert.deepEqual([await lastSaid(w, 1), await lastSaid(w, 2)], ["user: one", "user: two"]);
  assert.deepEqual(await drafts(w), []);
});

Deno.test("with --no-persist nothing is kept, and the document is a temporary file", async () => {
  await using w = await editing(types("hello"));
  await using pty = jp(w, "binary", ["q", "--no-persist"]);
  await pty.expect("Fine.");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal(await lastSaid(w, 1), "user: hello");
  assert.deepEqual(await drafts(w), []);
  assert.deepEqual([...Deno.readDirSync(`${w.fixture.root}/tmp`)], []);
});

Deno.test("in the JSON formats each ending is one object, and stdout has its last record", async () => {
  await using w = await editing("exit 1");
  {
    await using pty = jp(w, "binary", ["q", "-F", "json"], { env: { EDITOR: "" }, cols: 200 });
    // Two streams: which is on the terminal first is nobody's business.
    assert.deepEqual(await pty.expectExit(), FAILED);
    assert.ok(pty.raw.includes('"message":"there is no editor to compose the query in"'), pty.raw);
    assert.ok(pty.raw.includes('"reason":"error"'), pty.raw);
  }
  await using pty = jp(w, "binary", ["q", "-F", "json"], { cols: 200 });
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.deepEqual(pty.raw.trim().split(/\r?\n/).sort(), [
    `{"message":"${IGNORED}"}`,
    '{"type":"turn_end","reason":"stopped","conversation":null}',
  ]);
});

Deno.test("in the background, where an editor cannot be used, none is opened", async () => {
  await using w = await editing("touch opened; exit 1");
  const { cmd, args } = jpCommand("binary", "q");
  await using pty = shell('set -m; "$@" & wait $!; echo "status $?"', {
    pty: true,
    shell: "bash",
    args: [cmd, ...args],
    cwd: w.fixture.workspace,
    env: { ...w.fixture.env, EDITOR: `${w.fixture.root}/ed` },
  });
  await pty.expect("jp: there is nothing to ask");
  await pty.expect("status 2");
  await assert.rejects(Deno.stat(`${w.fixture.workspace}/opened`), Deno.errors.NotFound);
});
