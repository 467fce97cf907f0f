import assert from "node:assert/strict";
import { encodeEvents } from "../../../../src/core/conversation/mod.ts";
import { FakeFileSystem, type FakeFsOperation } from "../../../../src/host/platform/fake_fs.ts";
import { ConversationLog } from "../../../../src/services/workspace/mod.ts";
import { ask, say, start, storeErrorOf } from "./fixture.ts";

const DIR = "/c/1-x";
const FILE = `${DIR}/events.jsonl`;
const line = (...events: Parameters<typeof encodeEvents>[0]) =>
  new TextDecoder().decode(encodeEvents(events));
const filesWith = (events: string) =>
  new FakeFileSystem({ [`${DIR}/metadata.json`]: "{}", [FILE]: events });
const emptyFiles = () => new FakeFileSystem({ [`${DIR}/metadata.json`]: "{}" });

Deno.test("events are in the file once append resolves, and read back in order", async () => {
  const fs = emptyFiles();
  await using log = await ConversationLog.open(fs, DIR);
  assert.deepEqual(log.events, []);
  assert.deepEqual(log.damage, { torn: null, problems: [] });
  await log.append([start, ask("a")]);
  assert.equal(fs.text(FILE), line(start, ask("a")));
  await log.append([say("b")]);
  await log.sync();
  assert.equal(fs.text(FILE), line(start, ask("a"), say("b")));
  assert.deepEqual(log.events, [start, ask("a"), say("b")]);
  assert.equal(log.unsaved, 0);
  await using again = await ConversationLog.open(fs, DIR);
  assert.deepEqual(again.events, log.events);
});

Deno.test("opening alone changes nothing, and nothing to append writes nothing", async () => {
  const fs = emptyFiles();
  await using log = await ConversationLog.open(fs, DIR);
  await log.append([]);
  await log.sync();
  assert.equal(fs.text(FILE), undefined);
});

Deno.test("appends that are not waited for keep their order", async () => {
  const fs = emptyFiles();
  await using log = await ConversationLog.open(fs, DIR);
  await Promise.all([
    log.append([ask("1")]),
    log.append([ask("2")]),
    log.sync(),
    log.append([ask("3")]),
  ]);
  assert.equal(fs.text(FILE), line(ask("1"), ask("2"), ask("3")));
});

Deno.test("a torn end is set aside, and what follows is whole", async () => {
  const fs = filesWith(line(ask("a")) + '{"type":"chat_resp');
  fs.put(`${DIR}/events.torn-1.jsonl`, "older");
  await using log = await ConversationLog.open(fs, DIR);
  assert.deepEqual(log.damage.torn, { bytes: 18, setAside: `${DIR}/events.torn-2.jsonl` });
  assert.equal(fs.text(`${DIR}/events.torn-1.jsonl`), "older");
  assert.equal(fs.text(`${DIR}/events.torn-2.jsonl`), '{"type":"chat_resp');
  await log.append([say("b")]);
  assert.equal(fs.text(FILE), line(ask("a"), say("b")));
});

Deno.test("a tail of zeros is cut off; there is nothing in it to set aside", async () => {
  const fs = filesWith(line(ask("a")) + "\0".repeat(100));
  await using log = await ConversationLog.open(fs, DIR);
  assert.deepEqual(log.damage.torn, { bytes: 100, setAside: null });
  await log.append([say("b")]);
  assert.equal(fs.text(FILE), line(ask("a"), say("b")));
  assert.ok(!fs.paths().some((path) => path.includes("torn")));
});

Deno.test("a torn end that cannot be set aside stays, on a line of its own", async () => {
  for (const operation of ["createNew", "truncate"] as const) {
    const fs = filesWith(line(ask("a")) + "{half");
    using _ = fs.inject({ operation, code: "ENOSPC" });
    await using log = await ConversationLog.open(fs, DIR);
    assert.deepEqual(log.damage.torn, { bytes: 5, setAside: null });
    await log.append([say("b")]);
    assert.equal(fs.text(FILE), line(ask("a")) + "{half\n" + line(say("b")), operation);
    await using again = await ConversationLog.open(fs, DIR);
    assert.deepEqual(again.events, [ask("a"), say("b")]);
    assert.deepEqual(again.damage.problems.map((problem) => problem.line), [2]);
  }
});

Deno.test("half a copy of a torn end does not stay behind", async () => {
  const fs = filesWith("{half");
  using _ = fs.inject({ operation: "createNew", code: "ENOSPC", written: 2 });
  await using log = await ConversationLog.open(fs, DIR);
  assert.equal(log.damage.torn?.setAside, null);
  assert.deepEqual(fs.paths().filter((path) => path.includes("torn")), []);
  assert.equal(fs.text(FILE), "{half");
});

Deno.test("a last event without a newline gets one before the next", async () => {
  const fs = filesWith(line(ask("a")).trimEnd());
  await using log = await ConversationLog.open(fs, DIR);
  await log.append([say("b")]);
  await log.append([say("c")]);
  assert.equal(fs.text(FILE), line(ask("a"), say("b"), say("c")));
});

Deno.test("a write that ran short is taken back and made good by the next", async () => {
  for (const written of [0, 1, 30, line(say("b")).length]) {
    const fs = filesWith(line(ask("a")));
    await using log = await ConversationLog.open(fs, DIR);
    using _ = fs.inject({ operation: "append", code: "ENOSPC", written, times: 1 });
    await assert.rejects(log.append([say("b"), say("c")]), storeErrorOf("no_space"));
    assert.equal(fs.text(FILE), line(ask("a")));
    assert.equal(log.unsaved, 2);
    assert.deepEqual(log.events, [ask("a"), say("b"), say("c")]);
    await log.append([say("d")]);
    assert.equal(fs.text(FILE), line(ask("a"), say("b"), say("c"), say("d")));
    assert.equal(log.unsaved, 0);
  }
});

Deno.test("while a short write cannot be taken back, nothing is written behind it", async () => {
  const fs = filesWith(line(ask("a")));
  await using log = await ConversationLog.open(fs, DIR);
  const whole = line(say("b")).length;
  using _ = fs.inject({ operation: "append", code: "EIO", written: whole, times: 1 });
  {
    using _ = fs.inject({ operation: "truncate", code: "EIO" });
    await assert.rejects(log.append([say("b"), say("c")]), storeErrorOf("io"));
    await assert.rejects(log.append([say("d")]), storeErrorOf("io"));
    await assert.rejects(log.sync(), storeErrorOf("io"));
    assert.equal(fs.text(FILE), line(ask("a"), say("b")));
    assert.equal(log.unsaved, 3);
  }
  await log.sync();
  assert.equal(fs.text(FILE), line(ask("a"), say("b"), say("c"), say("d")));
});

Deno.test("sync saves what an append could not, and does not claim what it could not", async () => {
  const fs = emptyFiles();
  await using log = await ConversationLog.open(fs, DIR);
  {
    using _ = fs.inject({ operation: "openAppend", code: "EACCES" });
    await assert.rejects(log.append([ask("a")]), storeErrorOf("denied"));
  }
  {
    using _ = fs.inject({ operation: "sync", code: "EIO", times: 1 });
    await assert.rejects(log.sync(), storeErrorOf("io"));
  }
  await log.sync();
  assert.equal(fs.text(FILE), line(ask("a")));
});

Deno.test("the names are synced once, and a file system that cannot is no fault", async () => {
  const fs = emptyFiles();
  await using log = await ConversationLog.open(fs, DIR);
  await log.append([ask("a")]);
  {
    using _ = fs.inject({ operation: "syncDir", code: "EIO" });
    await assert.rejects(log.sync(), storeErrorOf("io"));
  }
  {
    using _ = fs.inject({ operation: "syncDir", code: "EINVAL" });
    await log.sync();
  }
  using _ = fs.inject({ operation: "syncDir", code: "EIO" });
  await log.append([say("b")]);
  await log.sync();
});

Deno.test("a file removed under us is noticed, and everything can be saved elsewhere", async () => {
  const fs = filesWith(line(ask("a")));
  await using log = await ConversationLog.open(fs, DIR);
  await log.append([say("b")]);
  await fs.remove(DIR, { recursive: true });
  await log.append([say("c")]);
  await assert.rejects(log.sync(), storeErrorOf("vanished"));
  await assert.rejects(log.append([say("d")]), storeErrorOf("vanished"));
  assert.equal(log.unsaved, 4);
  await log.copyTo("/c/rescued.jsonl");
  assert.equal(fs.text("/c/rescued.jsonl"), line(ask("a"), say("b"), say("c"), say("d")));
  await assert.rejects(log.copyTo("/c/rescued.jsonl"), storeErrorOf("io"));
});

Deno.test("a file that somebody else wrote to, or put in place of ours, is noticed", async () => {
  const fs = filesWith(line(ask("a")));
  {
    await using log = await ConversationLog.open(fs, DIR);
    await log.append([say("b")]);
    fs.put(FILE, "something else");
    await assert.rejects(log.sync(), storeErrorOf("changed"));
    assert.equal(log.unsaved, 2);
  }
  await using log = await ConversationLog.open(fs, DIR);
  fs.put(FILE, line(ask("grown since")));
  await assert.rejects(log.append([say("b")]), storeErrorOf("changed"));
  assert.equal(fs.text(FILE), line(ask("grown since")));
});

Deno.test("a conversation that is not there, or points elsewhere, is not opened", async () => {
  const fs = new FakeFileSystem({ "/home/u/.profile": "mine" });
  await assert.rejects(ConversationLog.open(fs, DIR), storeErrorOf("vanished"));
  fs.link(FILE, "/home/u/.profile");
  await assert.rejects(ConversationLog.open(fs, DIR), storeErrorOf("invalid"));
  assert.equal(fs.text("/home/u/.profile"), "mine");
});

Deno.test("temporary files of a killed writer are swept up", async () => {
  const fs = filesWith("");
  fs.put(`${DIR}/metadata.json.0a1b2c3d.tmp`, "{");
  fs.put(`${DIR}/notes.tmp`, "mine");
  await using _ = await ConversationLog.open(fs, DIR);
  assert.deepEqual(fs.paths().filter((path) => path.endsWith("tmp")), [`${DIR}/notes.tmp`]);
});

Deno.test("whatever fails whenever, the file holds a beginning of the events and memory all", async () => {
  const operations: FakeFsOperation[] = [
    "openAppend",
    "append",
    "truncate",
    "sync",
    "syncDir",
    "info",
  ];
  const events = [start, ask("a"), say("b"), ask("c"), say("d")];
  for (const operation of operations) {
    for (const written of operation === "append" ? [0, 40, 500] : [0]) {
      for (let after = 0; after < 6; after++) {
        const fs = emptyFiles();
        await using log = await ConversationLog.open(fs, DIR);
        const fault = fs.inject({ operation, code: "ENOSPC", after, times: 2, written });
        for (const event of events) {
          const saved = await log.append([event]).then(() => log.sync()).then(
            () => true,
            (error) => {
              assert.ok(storeErrorOf("no_space")(error), String(error));
              return false;
            },
          );
          const known = events.slice(0, log.events.length);
          assert.deepEqual(log.events, known);
          const text = fs.text(FILE) ?? "";
          assert.ok(line(...known).startsWith(text), `${operation} ${after}`);
          if (saved) assert.equal(text, line(...known));
        }
        fault[Symbol.dispose]();
        await log.sync();
        assert.equal(fs.text(FILE), line(...events));
      }
    }
  }
});
