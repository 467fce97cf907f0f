import assert from "node:assert/strict";
import type { ConversationSummary, Store } from "../../../../src/services/workspace/mod.ts";
import { ask, fakeHost, NOW, say, start, storeErrorOf, storeOf } from "./fixture.ts";
import { encodeEvents } from "../../../../src/core/conversation/mod.ts";

const DIR = "/w/.jp/conversations";
const INDEX = "/home/u/.local/share/jp/workspace/ab12z/listing.json";
const MANY = 120;

const log = (...words: string[]): string =>
  new TextDecoder().decode(encodeEvents(words.flatMap((each) => [start, ask(each), say("ok")])));

/** A workspace with many conversations, long untouched. */
async function world(count = MANY) {
  const files: Record<string, string> = {};
  for (let number = 1; number <= count; number++) {
    files[`${DIR}/${number}-c/metadata.json`] = `{"title":"t${number}"}`;
    files[`${DIR}/${number}-c/events.jsonl`] = log("one", "two");
  }
  const host = fakeHost({ files });
  host.time = NOW;
  return { host, store: await storeOf(host) };
}

async function listing(store: Store, archived = false): Promise<ConversationSummary[]> {
  return await store.conversations.summaries(await store.conversations.list({ archived }));
}

/** The paths below the conversations that are read while `work` runs. */
async function readsOf(host: ReturnType<typeof fakeHost>, work: () => Promise<unknown>) {
  const reads: string[] = [];
  const { fs } = host;
  const { readText, readBytes } = fs;
  fs.readText = (path) => (reads.push(path), readText.call(fs, path));
  fs.readBytes = (path) => (reads.push(path), readBytes.call(fs, path));
  await work();
  Object.assign(fs, { readText, readBytes });
  return reads.filter((path) => path.startsWith(DIR));
}

Deno.test("a second listing reads no conversation, and says the same", async () => {
  const { host, store } = await world();
  const first = await listing(store);
  assert.equal(first.length, MANY);
  assert.equal(first[0]?.turns, 2);
  assert.equal(host.fs.mode(INDEX), 0o600);
  let second: ConversationSummary[] = [];
  const again = await storeOf(host);
  assert.deepEqual(await readsOf(host, async () => second = await listing(again)), []);
  assert.deepEqual(second, first);
});

Deno.test("whatever changed is read again, and only that", async () => {
  const { host, store } = await world();
  await listing(store);
  host.time += 60_000;
  const one = `${DIR}/7-c/events.jsonl`;
  const two = `${DIR}/9-c/metadata.json`;
  host.fs.put(one, log("one", "two", "three"));
  // Of the same length: only its identity and its time tell.
  host.fs.put(two, `{"title":"T9"}`);
  await host.fs.remove(`${DIR}/11-c/events.jsonl`);
  let listed: ConversationSummary[] = [];
  const reads = await readsOf(host, async () => listed = await listing(store));
  assert.deepEqual(
    new Set(reads.map((path) => path.split("/").at(-2))),
    new Set(["7-c", "9-c", "11-c"]),
  );
  const of = (id: string) => listed.find(({ ref }) => ref.id === id);
  assert.equal(of("jp-c7")?.turns, 3);
  assert.equal(of("jp-c9")?.title, "T9");
  assert.equal(of("jp-c11")?.turns, 0);
});

Deno.test("a change that may have left no trace in the file's times is not trusted", async () => {
  const { host } = await world(0);
  for (let number = 1; number <= MANY; number++) {
    host.fs.put(`${DIR}/${number}-c/events.jsonl`, log("one"));
  }
  // The files' clock stands still: as old as the first listing.
  const store = await storeOf({ ...host, clock: { now: () => 1000 } });
  await listing(store);
  const reads = await readsOf(host, () => listing(store));
  assert.equal(new Set(reads.filter((path) => path.endsWith("events.jsonl"))).size, MANY);
});

Deno.test("a memory that is broken, another's or of another version is no memory", async () => {
  const { host, store } = await world();
  const first = await listing(store);
  const whole = host.fs.text(INDEX) ?? "";
  const entry = (change: (row: unknown[]) => void): string => {
    const value = JSON.parse(whole);
    change(value.entries["7-c"]);
    return JSON.stringify(value);
  };
  const broken = [
    "",
    "{",
    "null",
    '{"version":1,"entries":[]}',
    '{"version":2,"entries":null}',
    whole.slice(0, -20),
    whole.replace('"version":2', '"version":99'),
    entry((row) => row[2] = 7),
    entry((row) => row[11] = "3"),
    entry((row) => row.length = 5),
    entry((row) => row[8] = null),
  ];
  for (const text of broken) {
    host.fs.put(INDEX, text);
    assert.deepEqual(await listing(store), first, text.slice(0, 60));
  }
});

Deno.test("a conversation removed for good is remembered nowhere", async () => {
  const { host, store } = await world();
  await listing(store);
  assert.match(host.fs.text(INDEX) ?? "", /"t7"/);
  const ref = await store.conversations.find("jp-c7");
  assert.ok(ref);
  const attempt = await store.locks.tryLock(ref.id);
  assert.equal(attempt.kind, "acquired");
  if (attempt.kind === "acquired") await store.conversations.remove(ref, attempt.lock);
  assert.doesNotMatch(host.fs.text(INDEX) ?? "", /"t7"/);
  assert.equal((await listing(store)).length, MANY - 1);
});

Deno.test("a listing needs no place to remember in, and says what it cannot read", async () => {
  const { host, store } = await world();
  for (const operation of ["replace", "makeDir"] as const) {
    using _fault = host.fs.inject({ operation, code: "EROFS" });
    assert.equal((await listing(store)).length, MANY);
  }
  await listing(store);
  using _look = host.fs.inject({ operation: "readBytes", code: "EACCES", path: /\/7-c\// });
  host.fs.put(`${DIR}/7-c/events.jsonl`, log("other"));
  await assert.rejects(listing(store), storeErrorOf("denied"));
});

Deno.test("few conversations are read, and nothing is remembered of them", async () => {
  const { host, store } = await world(20);
  assert.equal((await listing(store)).length, 20);
  assert.equal(host.fs.text(INDEX), undefined);
});

Deno.test("with --no-persist nothing is remembered on the disk", async () => {
  const { host } = await world();
  const store = await storeOf(host, false);
  assert.equal((await listing(store)).length, MANY);
  assert.equal(host.fs.text(INDEX), undefined);
});

Deno.test("the archive's listing leaves what is remembered of the others", async () => {
  const { host, store } = await world();
  await listing(store);
  for (let number = 1001; number <= 1000 + MANY; number++) {
    host.fs.put(`${DIR}/.archive/${number}-a/events.jsonl`, log("old"));
  }
  host.time += 60_000;
  assert.equal((await listing(store, true)).length, MANY);
  assert.deepEqual(await readsOf(host, () => listing(store)), []);
  const old = await readsOf(host, () => listing(store, true));
  assert.deepEqual(old.filter((path) => path.endsWith("events.jsonl")), []);
});
