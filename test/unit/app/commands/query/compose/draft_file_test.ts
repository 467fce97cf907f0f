import assert from "node:assert/strict";
import { DraftFile } from "../../../../../../src/app/commands/query/compose/draft_file.ts";
import {
  draftPlace,
  passingPlace,
} from "../../../../../../src/app/commands/query/compose/place.ts";
import type { EditorBackend, FileEdit } from "../../../../../../src/interaction/editor/mod.ts";
import { ScriptedEditor } from "../../../../../../src/interaction/editor/mod.ts";
import {
  type FakeHost,
  fakeHost,
  FIRST_ID,
  storeOf,
} from "../../../../services/workspace/fixture.ts";

const SIGNAL = new AbortController().signal;
const HOME = "/home/u/.local/share/jp/workspace/ab12z/conversations";
const OWN = `${HOME}/${FIRST_ID}/QUERY_MESSAGE.md`;

/** Opens the draft of the one conversation, does something with it, and lets go of it. */
async function during(host: FakeHost, work: (file: DraftFile) => Promise<unknown>): Promise<void> {
  await using file = await DraftFile.open(host.fs, await storeOf(host), FIRST_ID);
  await work(file);
}

/** An editor that writes, takes its time or not, and ends well or not. */
function writer(host: FakeHost, text: string | null, ends: "saved" | "cancelled", ms = 1000) {
  const editFile = ({ paths }: FileEdit) => {
    host.time += ms;
    if (text !== null) { for (const path of paths) host.fs.put(path, text); }
    return Promise.resolve({ kind: ends });
  };
  return { name: "ed", editText: () => Promise.reject(), editFile } satisfies EditorBackend;
}

Deno.test("what was written is taken back, with the folders that were made for it", async () => {
  const host = fakeHost();
  await during(host, async (file) => {
    assert.equal(file.earlier, null);
    assert.equal(await file.write("ours"), OWN);
    assert.equal(host.fs.text(OWN), "ours");
  });
  assert.equal(host.fs.text(OWN), undefined);
  assert.equal(await host.fs.info(HOME), null);
});

Deno.test("a draft that was there is put back", async () => {
  const host = fakeHost({ files: { [OWN]: "earlier" } });
  await during(host, async (file) => {
    assert.equal(file.earlier, "earlier");
    await file.write("ours");
    await file.write("ours again");
  });
  assert.equal(host.fs.text(OWN), "earlier");
});

Deno.test("what somebody else wrote is never taken back", async () => {
  const host = fakeHost({ files: { [OWN]: "earlier" } });
  await during(host, async (file) => {
    await file.write("ours");
    host.fs.put(OWN, "theirs");
  });
  assert.equal(host.fs.text(OWN), "theirs");
});

Deno.test("what is kept stays, what is removed goes", async () => {
  const host = fakeHost({ files: { [OWN]: "earlier" } });
  await during(host, async (file) => {
    await file.write("ours");
    file.keep();
  });
  assert.equal(host.fs.text(OWN), "ours");
  await during(host, (file) => file.remove());
  assert.equal(host.fs.text(OWN), undefined);
});

Deno.test("an editor's own file beside it stays", async () => {
  const host = fakeHost();
  const backup = `${OWN}~`;
  await during(host, async (file) => {
    await file.write("ours");
    host.fs.put(backup, "a backup");
  });
  assert.deepEqual([host.fs.text(OWN), host.fs.text(backup)], [undefined, "a backup"]);
});

Deno.test("the draft of a new conversation becomes its own", async () => {
  const host = fakeHost();
  {
    await using file = await DraftFile.open(host.fs, await storeOf(host), null);
    assert.equal(await file.write("ours"), `${HOME}/new/QUERY_MESSAGE.md`);
    file.keep();
    await file.moveTo(FIRST_ID);
    assert.equal(file.path, OWN);
  }
  assert.equal(host.fs.text(OWN), "ours");
  assert.equal(await host.fs.info(`${HOME}/new`), null);
});

Deno.test("two new ones at once have a file each; the next one gets the first's again", async () => {
  const host = fakeHost();
  const store = await storeOf(host);
  {
    await using first = await DraftFile.open(host.fs, store, null);
    await using second = await DraftFile.open(host.fs, store, null);
    assert.notEqual(await first.write("one"), await second.write("two"));
    first.keep();
  }
  await using third = await DraftFile.open(host.fs, store, null);
  assert.equal(third.earlier, "one");
});

Deno.test("a place tells saved, hasty and cancelled apart", async () => {
  const host = fakeHost();
  const file = await DraftFile.open(host.fs, await storeOf(host), FIRST_ID);
  await using place = draftPlace(file, host);
  const edit = (...how: Parameters<typeof writer> extends [unknown, ...infer R] ? R : never) =>
    place.edit("shown", writer(host, ...how), SIGNAL);
  const saved = { kind: "saved", hasty: false };
  assert.deepEqual(await edit("new", "saved"), { ...saved, text: "new" });
  assert.deepEqual(await edit(null, "saved"), { ...saved, text: "shown" });
  assert.deepEqual(await edit("new", "saved", 10), { ...saved, text: "new" });
  assert.deepEqual(await edit(null, "saved", 10), { ...saved, text: "shown", hasty: true });
  assert.deepEqual(await edit(null, "cancelled"), { kind: "cancelled", changed: false });
  assert.deepEqual(await edit("new", "cancelled"), { kind: "cancelled", changed: true });
});

Deno.test("on a disk that does not take the document, it is composed all the same", async () => {
  const host = fakeHost();
  using _full = host.fs.inject({ operation: "replace", code: "ENOSPC" });
  const file = await DraftFile.open(host.fs, await storeOf(host), FIRST_ID);
  await using place = draftPlace(file, host);
  const editor = new ScriptedEditor([{ saves: "new" }, { cancels: true, keptAt: "/tmp/x" }]);
  assert.deepEqual(await place.edit("shown", editor, SIGNAL), {
    kind: "saved",
    text: "new",
    hasty: false,
  });
  assert.deepEqual(editor.opened, [{ content: "shown", suffix: ".md" }]);
  assert.deepEqual(await place.edit("shown", editor, SIGNAL), { kind: "cancelled", changed: true });
  assert.equal(await place.keep(), "/tmp/x");
});

Deno.test("what cannot be sent is kept even where nothing else is", async () => {
  const host = fakeHost({ files: { "/t/here": "" }, vars: { TMPDIR: "/t/" } });
  const place = passingPlace(host);
  await place.edit("shown", new ScriptedEditor([{ saves: "words" }]), SIGNAL);
  const path = await place.keep();
  assert.match(path ?? "", /^\/t\/jp-.*-QUERY_MESSAGE\.md$/);
  assert.equal(host.fs.text(path ?? ""), "words");
  assert.equal(await place.keep(), path);
  const hasty = passingPlace(host);
  const edited = await hasty.edit("shown", new ScriptedEditor([{ hastyAt: "/t/h" }]), SIGNAL);
  assert.deepEqual(edited, { kind: "saved", text: "shown", hasty: true });
  assert.equal(await hasty.keep(), "/t/h");
});
