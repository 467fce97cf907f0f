import assert from "node:assert/strict";
import { type ConversationId, numberOf } from "../../../../src/core/conversation/mod.ts";
import { type ConversationRef, sessionIdentity } from "../../../../src/services/workspace/mod.ts";
import { fakeHost, lockOf, NOW, storeErrorOf, storeOf } from "./fixture.ts";

const DIR = "/home/u/.local/share/jp/workspace/ab12z/sessions";
const CONVERSATIONS = "/w/.jp/conversations";
const three = {
  [`${CONVERSATIONS}/1-a/metadata.json`]: "{}",
  [`${CONVERSATIONS}/2-b/metadata.json`]: "{}",
  [`${CONVERSATIONS}/3-c/metadata.json`]: "{}",
};
const ref = (id: ConversationId, slug: string): ConversationRef => ({
  id,
  slug,
  directory: `${CONVERSATIONS}/${numberOf(id)}-${slug}`,
  archived: false,
});
const refs = {
  "jp-c1": ref("jp-c1", "a"),
  "jp-c2": ref("jp-c2", "b"),
  "jp-c9": ref("jp-c9", "gone"),
};
const stat = (start: number) =>
  `77 (b) (sh) S 1 77 77 34816 77 4194304 1 2 3 4 5 6 7 8 20 0 1 0 ${start} 99 5\n`;

Deno.test("a session is told by JP_SESSION, else its leader, else the terminal", async () => {
  const host = fakeHost({ files: { "/proc/77/stat": stat(4711) } });
  assert.deepEqual(await sessionIdentity(host), {
    id: "77",
    source: { type: "getsid" },
    leaderStarted: "4711",
    fileName: "getsid-77.json",
  });
  host.vars.JP_SESSION = "mine";
  host.vars.TMUX_PANE = "%1";
  assert.deepEqual(await sessionIdentity(host), {
    id: "mine",
    source: { type: "env", key: "JP_SESSION" },
    leaderStarted: null,
    fileName: "env-JP_SESSION-3fd30542fe3f61b1.json",
  });
  host.vars.JP_SESSION = "";
  for (const none of [-1, 0]) {
    host.sid = none;
    assert.equal((await sessionIdentity(host))?.fileName.slice(0, 14), "env-TMUX_PANE-");
  }
  host.vars.TMUX_PANE = undefined;
  assert.equal(await sessionIdentity(host), null);
  host.vars.ITERM_SESSION_ID = "w0";
  host.vars.TERM_SESSION_ID = "t0";
  assert.deepEqual((await sessionIdentity(host))?.source, { type: "env", key: "TERM_SESSION_ID" });
});

Deno.test("a leader whose start is not told is a session all the same", async () => {
  const host = fakeHost();
  assert.equal((await sessionIdentity(host))?.leaderStarted, null);
  host.fs.put("/proc/77/stat", "garbage");
  assert.equal((await sessionIdentity(host))?.leaderStarted, null);
  using _ = host.fs.inject({ operation: "readText", code: "EACCES" });
  assert.equal((await sessionIdentity(host))?.leaderStarted, null);
});

Deno.test("activating writes the session's file, newest first, each once", async () => {
  const host = fakeHost({ files: { ...three, "/proc/77/stat": stat(4711) } });
  const { sessions, conversations } = await storeOf(host);
  assert.equal(await sessions.active(conversations), null);
  await sessions.activate(refs["jp-c1"]);
  host.time = NOW + 1000;
  await sessions.activate(refs["jp-c2"]);
  await sessions.activate(refs["jp-c1"]);
  assert.deepEqual(JSON.parse(host.fs.text(`${DIR}/getsid-77.json`) ?? ""), {
    history: [
      { id: "jp-c1", activated_at: "2026-04-10T17:04:21.500Z", directory: "1-a" },
      { id: "jp-c2", activated_at: "2026-04-10T17:04:21.500Z", directory: "2-b" },
    ],
    id: "77",
    source: { type: "getsid" },
    leader_started: "4711",
  });
  assert.equal((await sessions.active(conversations))?.id, "jp-c1");
  assert.equal((await sessions.previous(conversations))?.id, "jp-c2");
});

Deno.test("each session has its own active conversation", async () => {
  const host = fakeHost({ files: three });
  const one = await storeOf(host);
  await one.sessions.activate(refs["jp-c1"]);
  host.sid = 78;
  const two = await storeOf(host);
  assert.equal(await two.sessions.active(two.conversations), null);
  await two.sessions.activate(refs["jp-c2"]);
  assert.equal((await one.sessions.active(one.conversations))?.id, "jp-c1");
});

Deno.test("a pid given out again does not inherit the session", async () => {
  const host = fakeHost({ files: { ...three, "/proc/77/stat": stat(4711) } });
  const before = await storeOf(host);
  await before.sessions.activate(refs["jp-c1"]);
  host.fs.put("/proc/77/stat", stat(9000));
  const after = await storeOf(host);
  assert.equal(await after.sessions.active(after.conversations), null);
  await after.sessions.activate(refs["jp-c2"]);
  assert.deepEqual((await after.sessions.history()).map(({ id }) => id), ["jp-c2"]);
});

Deno.test("the active one is the first that exists; an archived one ends the search", async () => {
  const host = fakeHost({ files: three });
  const store = await storeOf(host);
  const { sessions, conversations } = store;
  for (const id of ["jp-c1", "jp-c2", "jp-c9"] as const) await sessions.activate(refs[id]);
  const second = await sessions.active(conversations);
  assert.equal(second?.id, "jp-c2");
  using lock = await lockOf(store, "jp-c2");
  await conversations.archive(second!, lock);
  assert.equal(await sessions.active(conversations), null);
  assert.equal((await sessions.previous(conversations))?.id, "jp-c1");
});

Deno.test("a session file nobody can make sense of is a new session", async () => {
  for (
    const text of ["", "{", "[]", '{"history":7}', '{"history":[1,{"id":"x"},null]}', '{"id":"78"}']
  ) {
    const host = fakeHost({ files: { ...three, [`${DIR}/getsid-77.json`]: text } });
    const { sessions } = await storeOf(host);
    assert.deepEqual(await sessions.history(), [], text);
    await sessions.activate(refs["jp-c1"]);
    assert.equal((await sessions.history()).length, 1);
  }
});

Deno.test("without a session nothing is active, and activating is no error", async () => {
  const host = fakeHost({ files: three });
  host.sid = -1;
  const { sessions, conversations } = await storeOf(host);
  await sessions.activate(refs["jp-c1"]);
  assert.equal(await sessions.active(conversations), null);
  assert.equal(host.fs.text(`${DIR}/getsid--1.json`), undefined);
});

Deno.test("an activation that cannot be noted is told, and the old one stays", async () => {
  const host = fakeHost({ files: three });
  const { sessions, conversations } = await storeOf(host);
  await sessions.activate(refs["jp-c1"]);
  using _ = host.fs.inject({ operation: "replace", code: "ENOSPC" });
  await assert.rejects(sessions.activate(refs["jp-c2"]), storeErrorOf("no_space"));
  assert.equal((await sessions.active(conversations))?.id, "jp-c1");
});

Deno.test("the active one is found by one look, also after its directory was renamed", async () => {
  const host = fakeHost({ files: three });
  const { sessions, conversations } = await storeOf(host);
  await sessions.activate(refs["jp-c1"]);
  {
    using _ = host.fs.inject({ operation: "list", code: "EIO" });
    assert.deepEqual(await sessions.active(conversations), refs["jp-c1"]);
  }
  await host.fs.rename(`${CONVERSATIONS}/1-a`, `${CONVERSATIONS}/1-other`);
  assert.equal((await sessions.active(conversations))?.slug, "other");
});

Deno.test("a noted directory leads nowhere but to its conversation", async () => {
  for (const directory of ["2-b", "1-x/../../..", "../1-a", "1-"]) {
    const history = [{ id: "jp-c1", activated_at: "", directory }];
    const host = fakeHost({
      files: { ...three, [`${DIR}/getsid-77.json`]: JSON.stringify({ history }) },
    });
    const { sessions, conversations } = await storeOf(host);
    assert.deepEqual(await sessions.active(conversations), refs["jp-c1"], directory);
  }
});
