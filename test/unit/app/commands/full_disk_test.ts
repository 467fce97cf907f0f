import assert from "node:assert/strict";
import { Bed, programTest, type Ran, WORKSPACE } from "./bed.ts";
import { type Failure, FaultyFileSystem } from "./faulty_fs.ts";

const WORDS = ["-m", "demo/chat", "-p", "words=6", "-p", "interval_ms=0"];
const NEW = ["q", "-n", ...WORDS, "hello there"];
const AGAIN = ["q", ...WORDS, "and again"];
const NONE: Failure = { at: Infinity, code: "", short: false, lasting: false };

const KINDS = [
  { code: "ENOSPC", short: false, lasting: false },
  { code: "ENOSPC", short: true, lasting: false },
  { code: "ENOSPC", short: true, lasting: true },
  { code: "EACCES", short: false, lasting: true },
] as const;

interface Faulty {
  readonly bed: Bed;
  readonly disk: FaultyFileSystem;
  readonly ran: Ran;
}

/** A query of which one change of the disk fails; `again` goes on with a conversation. */
async function faulty(failure: Failure, again: boolean, json: boolean): Promise<Faulty> {
  let disk: FaultyFileSystem | undefined;
  const bed = new Bed({ over: (fs) => disk ?? fs });
  if (again) await bed.jp(NEW);
  const over = disk = new FaultyFileSystem(bed.fs, failure);
  const ran = await bed.jp([...json ? ["-F", "json"] : [], ...again ? AGAIN : NEW]);
  disk = undefined;
  return { bed, disk: over, ran };
}

/** Whether the disk has the whole turn about `text`. */
function isKept(bed: Bed, text: string): boolean {
  return bed.conversations().some((name) => {
    const file = bed.fs.text(`${WORKSPACE}/.jp/conversations/${name}/events.jsonl`) ?? "";
    const events = file.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
    const asked = events.findIndex(({ content }) => content === text);
    const types = events.slice(asked).map(({ type }) => type);
    return asked >= 0 && types.includes("chat_response") && types.at(-1) === "turn_end";
  });
}

async function mustHold(failure: Failure, again: boolean): Promise<void> {
  const text = again ? "and again" : "hello there";
  const { bed, disk, ran } = await faulty(failure, again, false);
  const where = `${JSON.stringify(failure)}: ${disk.changes[failure.at]}\n${ran.stderr}`;
  assert.equal(ran.stdout, "I am jp's built-in demo, not\n", where);
  assert.equal(ran.code, 0, where);
  assert.doesNotMatch(ran.stderr, /(?<!not )\bsaved\b|something went wrong/i, where);
  // What has not reached the disk is told also where a later write might still bring it there.
  const isLog = /^(append|sync|open) .*events\.jsonl$/.test(disk.changes[failure.at] ?? "");
  if (isLog || !isKept(bed, text)) assert.match(ran.stderr, /^jp: cannot [^]*\(.*\)\n/, where);
  // Whatever was left behind, the next run works with it.
  const next = await bed.jp(["q", ...WORDS, "after all"]);
  assert.deepEqual([next.code, next.stdout], [0, "I am jp's built-in demo, not\n"], where);
  assert(isKept(bed, "after all"), where);
  const list = await bed.json(["c", "ls"]);
  assert.equal(list.code, 0, where);
  for (const { id } of list.records) {
    assert.equal((await bed.jp(["c", "print", String(id)])).code, 0, where);
  }
}

for (const again of [false, true]) {
  const name = again ? "a further turn" : "a first turn";
  programTest(`full disk: ${name} shows its answer and tells what is not kept`, async () => {
    const { disk, bed } = await faulty(NONE, again, false);
    assert(isKept(bed, again ? "and again" : "hello there"));
    assert(disk.changes.length >= 8, disk.changes.join("\n"));
    for (let at = 0; at < disk.changes.length; at++) {
      for (const kind of KINDS) await mustHold({ at, ...kind }, again);
    }
  });
}

programTest("full disk: in JSON too, and no conversation is named that keeps nothing", async () => {
  const { disk } = await faulty(NONE, false, true);
  for (let at = 0; at < disk.changes.length; at++) {
    const { bed, ran } = await faulty(
      { at, code: "ENOSPC", short: false, lasting: true },
      false,
      true,
    );
    const where = `${disk.changes[at]}\n${ran.stdout}${ran.stderr}`;
    const records = ran.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert(records.some(({ type }) => type === "chat_response"), where);
    const end = records.at(-1);
    assert.deepEqual([end.type, end.reason], ["turn_end", "complete"], where);
    if (end.conversation !== null) {
      const number = end.conversation.slice(4);
      assert(bed.conversations().some((each) => each.startsWith(`${number}-`)), where);
    }
    const told = ran.stderr.trimEnd().split("\n").filter((line) => line !== "")
      .map((line) => JSON.parse(line).message);
    if (!isKept(bed, "hello there")) assert(told.some((line) => /cannot /.test(line)), where);
  }
});
