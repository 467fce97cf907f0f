import assert from "node:assert/strict";
import {
  parseDefaultId,
  parseIdLines,
  parseTarget,
  pickCandidates,
  type Resolution,
  resolveIds,
  resolveTarget,
  StoreError,
  TARGET_KEYWORDS,
  unknownTarget,
} from "../../../../src/services/workspace/mod.ts";
import { fakeHost, storeErrorOf, storeOf } from "./fixture.ts";

const DIR = "/w/.jp/conversations";
const meta = (title: string, activated: number, more = {}) =>
  JSON.stringify({ title, last_activated_at: `2026-04-0${activated}T00:00:00.000Z`, ...more });
const files = {
  [`${DIR}/10-fix-build/metadata.json`]: meta("Fix the build", 3),
  [`${DIR}/20-write-docs/metadata.json`]: meta("Write docs", 5, { pinned_at: "2026-04-01" }),
  [`${DIR}/30-plan-party/metadata.json`]: meta("Plan a party", 1, { pinned_at: "2026-04-02" }),
  [`${DIR}/.archive/5-old/metadata.json`]: meta("Old", 1, { archived_at: "2026-04-02" }),
  [`${DIR}/.archive/6-older/metadata.json`]: meta("Older", 1, { archived_at: "2026-04-01" }),
};

async function scoped() {
  const store = await storeOf(fakeHost({ files }));
  const [plan, , fix] = await store.conversations.list();
  for (const ref of [fix, plan]) await store.sessions.activate(ref!);
  return store;
}

function ids(resolution: Resolution): string[] {
  assert.equal(resolution.kind, "conversations");
  return resolution.kind === "conversations" ? resolution.refs.map(({ id }) => id) : [];
}

Deno.test("words are read as the table says", () => {
  assert.deepEqual(parseTarget("."), { kind: "one", of: "active" });
  assert.deepEqual(parseTarget("session"), { kind: "one", of: "previous" });
  assert.deepEqual(parseTarget("+l"), { kind: "many", of: "live" });
  assert.deepEqual(parseTarget("?p"), { kind: "pick", from: "pinned", filter: "" });
  assert.deepEqual(parseTarget(""), { kind: "pick", from: "all", filter: "" });
  assert.deepEqual(parseTarget("-"), { kind: "stdin" });
  assert.deepEqual(parseTarget("help"), { kind: "help" });
  assert.deepEqual(parseTarget("jp-c17"), { kind: "id", id: "jp-c17" });
  assert.deepEqual(parseTarget(" the build "), { kind: "pick", from: "all", filter: "the build" });
});

Deno.test("no keyword means two things", () => {
  const words = TARGET_KEYWORDS.flatMap((row) => row.words);
  assert.equal(new Set(words).size, words.length);
});

Deno.test("the configured default is read", () => {
  assert.deepEqual(parseDefaultId("ask"), { kind: "pick", from: "all", filter: "" });
  assert.deepEqual(parseDefaultId("last"), { kind: "one", of: "recent" });
  assert.deepEqual(parseDefaultId("last-created"), { kind: "one", of: "newest" });
  assert.deepEqual(parseDefaultId("prev"), { kind: "one", of: "previous" });
  assert.deepEqual(parseDefaultId("jp-c1"), { kind: "id", id: "jp-c1" });
  assert.throws(() => parseDefaultId("first"), storeErrorOf("invalid"));
});

Deno.test("ids on lines", () => {
  assert.deepEqual(parseIdLines("jp-c1\r\n\n jp-c2\n"), ["jp-c1", "jp-c2"]);
  assert.throws(() => parseIdLines("jp-c1\nfoo"), storeErrorOf("invalid"));
});

Deno.test("single keywords find their conversation", async () => {
  const scope = await scoped();
  const found = async (text: string) => ids(await resolveTarget(parseTarget(text), scope));
  assert.deepEqual(await found("active"), ["jp-c30"]);
  assert.deepEqual(await found("session"), ["jp-c10"]);
  assert.deepEqual(await found("recent"), ["jp-c20"]);
  assert.deepEqual(await found("newest"), ["jp-c30"]);
  assert.deepEqual(await found("pinned"), ["jp-c30"]);
  assert.deepEqual(await found("archived"), ["jp-c5"]);
  assert.deepEqual(await found("jp-c6"), ["jp-c6"]);
});

Deno.test("keywords for many find all of theirs", async () => {
  const scope = await scoped();
  const found = async (text: string) => ids(await resolveTarget(parseTarget(text), scope));
  assert.deepEqual(await found("+live"), ["jp-c30", "jp-c20", "jp-c10"]);
  assert.deepEqual(await found("+session"), ["jp-c30", "jp-c10"]);
  assert.deepEqual(await found("+pinned"), ["jp-c30", "jp-c20"]);
  assert.deepEqual(await found("+archived"), ["jp-c5", "jp-c6"]);
});

Deno.test("what a person decides is handed back", async () => {
  const scope = await scoped();
  for (const text of ["?", "?s", "build", "-", "help"]) {
    assert.deepEqual(await resolveTarget(parseTarget(text), scope), parseTarget(text));
  }
  const titles = async (from: "all" | "session" | "archived") =>
    (await pickCandidates(from, scope)).map(({ metadata }) => metadata.title);
  assert.deepEqual(await titles("all"), ["Write docs", "Fix the build", "Plan a party"]);
  assert.deepEqual(await titles("session"), ["Plan a party", "Fix the build"]);
  assert.deepEqual((await titles("archived")).sort(), ["Old", "Older"]);
});

Deno.test("keywords that mean nothing here say so", async () => {
  const store = await storeOf(fakeHost());
  for (const text of [".", "s", "r", "n", "p", "a"]) {
    await assert.rejects(resolveTarget(parseTarget(text), store), storeErrorOf("not_found"), text);
  }
  assert.deepEqual(ids(await resolveTarget(parseTarget("+live"), store)), []);
});

Deno.test("an id that is not there is answered with the nearest", async () => {
  const scope = await scoped();
  const help = async (work: Promise<unknown>) => {
    const error = await work.then(() => null, (error) => error);
    assert.ok(error instanceof StoreError);
    assert.equal(error.code, "not_found");
    return error.help;
  };
  assert.match(
    await help(resolveTarget(parseTarget("jp-c21"), scope)),
    /^Did you mean jp-c20 \(Write docs\), /,
  );
  assert.match(await help(resolveIds(["jp-c10", "jp-c31"], scope)), /^Did you mean jp-c30 /);
  const empty = await storeOf(fakeHost());
  assert.equal(
    await help(resolveTarget(parseTarget("jp-c1"), empty)),
    "List them with: jp conversation ls",
  );
});

Deno.test("text that nobody can be asked about is answered with what it may mean", async () => {
  const scope = await scoped();
  const build = await unknownTarget("Build it", scope);
  assert.match(build.message, /no conversation is named "Build it"/);
  assert.equal(build.help, "Did you mean jp-c10 (Fix the build)?");
  assert.equal((await unknownTarget("zzz", scope)).help, "List them with: jp conversation ls");
});
