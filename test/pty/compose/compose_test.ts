/**
 * A query composed in the editor, on a real terminal: what is sent, what is shown, what is left.
 */
import assert from "node:assert/strict";
import { answer, termiosChanges } from "../../support/mod.ts";
import { said } from "../query/world.ts";
import { DONE, drafts, editing, IGNORED, jp, RUNTIMES, sed, types, useEditor } from "./support.ts";

for (const target of RUNTIMES) {
  Deno.test(`${target}: what is saved is sent and shown, and its draft is gone`, async () => {
    await using w = await editing(types("what is up?"));
    await using pty = jp(w, target, ["q"]);
    await pty.expect("── you ──");
    await pty.expect("what is up?");
    await pty.expect("Fine.");
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
    assert.deepEqual(said((await w.provider.request(1)).body).at(-1), "user: what is up?");
    const request = (await w.events()).find(({ type }) => type === "chat_request");
    assert.equal(request?.["content"], "what is up?");
    assert.match(await w.conversation(), /-what-is-up$/);
    assert.deepEqual(await drafts(w), []);
  });

  Deno.test(`${target}: an emptied document and a cancelled editor send nothing`, async () => {
    await using w = await editing("");
    const endings = [
      ': > "$1"',
      'rm "$1"',
      sed("s/^/ /; 1q"),
      "exit 1",
      "kill -TERM $$",
      'exec /bin/sh -c "kill -INT \\$\\$"',
    ];
    for (const script of endings) {
      await useEditor(w, script);
      await using pty = jp(w, target, ["q"]);
      await pty.expect(IGNORED);
      assert.deepEqual(await pty.expectExit(), DONE, script);
      assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
    }
    assert.deepEqual(await w.conversations(), []);
    assert.deepEqual(await drafts(w), []);
    assert.equal(w.provider.requests.length, 0);
  });

  Deno.test(`${target}: what was written before the editor failed is kept, named, and offered again`, async () => {
    await using w = await editing(`${types("precious words")}; exit 1`);
    {
      await using pty = jp(w, target, ["q"]);
      await pty.expect(`${IGNORED}; what was written is kept in `);
      assert.deepEqual(await pty.expectExit(), DONE);
      const [[path, text] = ["", ""]] = await drafts(w);
      assert.match(text, /^precious words\n/);
      assert.ok(pty.raw.replaceAll(/\r\n/g, "").includes(path), pty.raw);
    }
    await useEditor(w, sed("1s/$/ indeed/"));
    await using pty = jp(w, target, ["q"]);
    await pty.expect("Fine.");
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.deepEqual(
      said((await w.provider.request(1)).body).at(-1),
      "user: precious words indeed",
    );
    assert.deepEqual(await drafts(w), []);
  });

  Deno.test(`${target}: an editor that is not there, or does not start, is said to be so`, async () => {
    await using w = await editing("");
    const runs = [
      [["q"], { EDITOR: "/no/such/editor" }, "EDITOR names /no/such/editor, which is not found."],
      [["q", "-c", "editor.cmd=no-such-editor -w"], {}, "jp: no-such-editor: there is no such pro"],
    ] as const;
    for (const [args, env, words] of runs) {
      await using pty = jp(w, target, args, { env });
      await pty.expect(words);
      assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
    }
    assert.deepEqual(await w.conversations(), []);
    assert.deepEqual(await drafts(w), []);
  });

  Deno.test(`${target}: the settings in the document hold for this query and the next ones`, async () => {
    await using w = await editing(
      `${types("hello")}; ${
        sed(
          's|^assistant.model.id.*|assistant.model.id = "local/other"|; s|^# \\(.*reasoning\\)|\\1|',
        )
      }`,
      { scripts: [answer("One."), answer("Two.")] },
    );
    await using pty = jp(w, target, ["q"]);
    await pty.expect("One.");
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.equal((await w.provider.request(1)).body["model"], "other");
    const delta = (await w.events()).find(({ type }) => type === "config_delta")?.["delta"];
    assert.deepEqual(delta, {
      assistant: { model: { id: "local/other", parameters: { reasoning: "auto" } } },
    });
    const later = await w.run(target, ["q", "again"]);
    assert.equal(later.code, 0, later.stderr);
    assert.equal((await w.provider.request(2)).body["model"], "other");
  });

  Deno.test(`${target}: settings that cannot be read open the editor again, with the reason on top`, async () => {
    await using w = await editing([
      `if grep -q "^> ERROR: line 1 of the block: not valid TOML" "$1"; then`,
      sed('s|^assistant.model.id =$|assistant.model.id = "local/fixed"|'),
      "else",
      types("hello"),
      sed("s|^assistant.model.id =.*|assistant.model.id =|"),
      "fi",
    ].join("\n"));
    await using pty = jp(w, target, ["q"]);
    await pty.expect("Fine.");
    assert.deepEqual(await pty.expectExit(), DONE);
    const { body } = await w.provider.request(1);
    assert.deepEqual([body["model"], said(body).at(-1)], ["fixed", "user: hello"]);
    assert.deepEqual(await drafts(w), []);
  });

  Deno.test(`${target}: with stdout redirected the editor has the terminal on all three streams`, async () => {
    await using w = await editing(
      `[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo "in the editor" && ${types("hello")}`,
    );
    await using pty = jp(w, target, ["q"], { redirect: ">out.txt" });
    await pty.expect("in the editor");
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.equal(await Deno.readTextFile(`${w.fixture.workspace}/out.txt`), "Fine.\n");
  });

  Deno.test(`${target}: with all three redirected, too, and the pipe stays jp's`, async () => {
    await using w = await editing(
      `[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo "in the editor" && ${types("hello")}`,
    );
    await w.fixture.file("in.txt", "from the pipe\n");
    const redirect = "<in.txt >out.txt 2>err.txt";
    await using pty = jp(w, target, ["q", "-e"], { redirect });
    await pty.expect("in the editor");
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.equal(await Deno.readTextFile(`${w.fixture.workspace}/out.txt`), "Fine.\n");
    const { body } = await w.provider.request(1);
    assert.equal(said(body).at(-1), "user: hello\nfrom the pipe");
  });

  Deno.test(`${target}: presses in the editor are the editor's; the next one is a first press`, async () => {
    await using w = await editing(
      `trap '' INT; echo "in the editor"; read -r line; ${types("hello")}`,
      { scripts: [[{ text: "One" }, { text: " two" }, { stall: true }]] },
    );
    await using pty = jp(w, target, ["q"]);
    await pty.expect("in the editor");
    pty.press("C-c", "C-c", "C-c", "C-c", "C-c", "Enter");
    await pty.expect("One two");
    pty.press("C-c");
    await pty.expect("Interrupted [c,r,s,a,?] ");
    pty.press("s");
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.ok(!pty.raw.includes("shutting down"), pty.raw);
    const { body } = await w.provider.request(1);
    assert.equal(said(body).at(-1), "user: hello");
  });

  Deno.test(`${target}: on SIGTERM the editor ends, and what it has saved is kept`, async () => {
    await using w = await editing(
      `${types("precious words")}; echo "in the editor"; exec sleep 60`,
    );
    await using pty = jp(w, target, ["q"]);
    await pty.expect("in the editor");
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(), { code: null, signal: "SIGINT" });
    assert.deepEqual(pty.survivors(), []);
    assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
    const [[, text] = ["", ""]] = await drafts(w);
    assert.match(text, /^precious words\n/);
    assert.deepEqual(await w.conversations(), []);
  });
}
