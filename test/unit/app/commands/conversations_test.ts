import assert from "node:assert/strict";
import { Bed, type BedOptions, programTest, USER_DIR, WORKSPACE } from "./bed.ts";

const ONE = 17758406001;
const TWO = 17758406002;
const OLD = 17758405000;

function bed(options: BedOptions = {}): Bed {
  const bed = new Bed(options);
  bed.store(
    {
      number: ONE,
      slug: "segmenters",
      turns: [["why segment", "Because\nof clusters\nand width"], ["and CJK?", "Two cells each"]],
      metadata: { title: "Segmenters", labels: { project: "jp" }, pinned_at: null },
    },
    { number: TWO, slug: "walks", turns: [["where to walk", "Uphill"]] },
    { number: OLD, slug: "old", turns: [["gone by", "Indeed"]], archived: true },
  );
  return bed;
}

const ids = (records: readonly Readonly<Record<string, unknown>>[]) => records.map(({ id }) => id);

programTest("show: everything known, one whole record each", async () => {
  const { code, records, stderr } = await bed().json(["c", "show", `jp-c${ONE}`, "archived"]);
  assert.deepEqual([code, stderr], [0, ""]);
  const [one, old] = records;
  assert.deepEqual(ids(records), [`jp-c${ONE}`, `jp-c${OLD}`]);
  assert.equal(one?.["title"], "Segmenters");
  assert.equal(one?.["turns"], 2);
  assert.equal(one?.["events"], 8);
  assert.deepEqual(one?.["labels"], { project: "jp" });
  assert.deepEqual(one?.["models"], ["demo/chat"]);
  assert.equal(one?.["path"], `${WORKSPACE}/.jp/conversations/${ONE}-segmenters`);
  assert.equal(one?.["archived"], false);
  assert.equal(old?.["archived"], true);
});

programTest("show: text names what there is, and a broken line is told", async () => {
  const machine = bed();
  const file = `${WORKSPACE}/.jp/conversations/${TWO}-walks/events.jsonl`;
  machine.fs.put(file, `${machine.fs.text(file)}not json\n`);
  const { stdout } = await machine.jp(["c", "s", `jp-c${TWO}`]);
  assert.match(stdout, /^id {13}jp-c17758406002\ntitle {10}where to walk\n/);
  assert.match(stdout, /^events {9}4, and 1 unreadable line$/m);
  assert.doesNotMatch(stdout, /pinned|archived|expires|labels/);
});

programTest("targets: each conversation once, in the order named", async () => {
  const { records } = await bed().json(["c", "show", `jp-c${ONE}`, "+live", "newest"]);
  assert.deepEqual(ids(records), [`jp-c${ONE}`, `jp-c${TWO}`]);
});

programTest("targets: none named is the active one, then conversation.default_id", async () => {
  const machine = bed();
  const none = await machine.jp(["c", "show"]);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /^jp: no conversation is active in this session\n/);
  const last = await machine.json(["-c", "conversation.default_id=last-created", "c", "show"]);
  assert.deepEqual(ids(last.records), [`jp-c${TWO}`]);
  await machine.jp(["c", "use", `jp-c${ONE}`]);
  assert.deepEqual(ids((await machine.json(["c", "show"])).records), [`jp-c${ONE}`]);
});

programTest("what is told of a conversation names it by the title it has now", async () => {
  const machine = bed();
  const id = `jp-c${ONE}`;
  await machine.jp(["c", "edit", "--title", "Other words", id]);
  for (const words of [["use"], ["archive"], ["unarchive"]]) {
    const { stderr } = await machine.jp(["c", ...words, id]);
    assert.match(stderr, new RegExp(`${id} \\(Other words\\)`), words.join(" "));
  }
});

programTest("targets: an archived active one does not bring back the one before it", async () => {
  const machine = bed();
  await machine.jp(["c", "use", `jp-c${ONE}`]);
  await machine.jp(["c", "use", `jp-c${TWO}`]);
  assert.equal((await machine.jp(["c", "archive"])).code, 0);
  assert.match((await machine.jp(["c", "path"])).stderr, /no conversation is active/);
  assert.equal((await machine.jp(["c", "unarchive", "archived"])).code, 0);
  assert.deepEqual(ids((await machine.json(["c", "path"])).records), [`jp-c${TWO}`]);
});

programTest("targets: ids on stdin, one a line", async () => {
  const machine = bed();
  const { records } = await machine.json(["c", "path", "-"], `jp-c${TWO}\n\njp-c${ONE}`);
  assert.deepEqual(ids(records), [`jp-c${TWO}`, `jp-c${ONE}`]);
  const wrong = await machine.jp(["c", "path", "-"], "walks\n");
  assert.deepEqual([wrong.code, wrong.stdout], [1, ""]);
  assert.match(wrong.stderr, /"walks" is not a conversation id/);
});

programTest("targets: what needs a picker, or a person, is a clear error", async () => {
  for (const target of ["?", "?a", ""]) {
    const { code, stderr } = await bed().jp(["c", "show", target]);
    assert.equal(code, 1);
    assert.match(stderr, /which conversation is meant has to be said/, target);
  }
  const { stderr } = await bed().jp(["c", "archive", "no such"]);
  assert.match(stderr, /no conversation is named "no such"/);
  assert.match((await bed().jp(["c", "fork", "+live"])).stderr, /"\+live" means 2 conversations/);
});

programTest("targets: help prints the keywords and changes nothing", async () => {
  const machine = bed();
  const { code, stdout } = await machine.jp(["c", "rm", "--yes", "+live", "help"]);
  assert.equal(code, 0);
  assert.match(stdout, /^\+live, \+l {7}all that are not archived$/m);
  assert.equal(machine.conversations().length, 3);
  const { records } = await machine.json(["c", "show", "help"]);
  assert.deepEqual(records[0]?.["words"], ["active", "."]);
});

programTest("print and use: the same targets, one conversation each", async () => {
  const machine = bed();
  const many = await machine.jp(["c", "print", "+live"]);
  assert.deepEqual([many.code, many.stdout], [1, ""]);
  assert.match(many.stderr, /"\+live" means 2 conversations, not one/);
  assert.match((await machine.jp(["c", "print", "help"])).stdout, /^active, \. {7}/);
  assert.match((await machine.jp(["c", "use"])).stderr, /which conversation is meant/);
  assert.match((await machine.jp(["c", "print"])).stderr, /no conversation is active/);
  assert.equal((await machine.jp(["c", "use", "-"], `jp-c${TWO}\n`)).code, 0);
  assert.match((await machine.jp(["c", "print"])).stdout, /where to walk/);
});

programTest("print: who speaks is named as the configuration has it", async () => {
  const machine = bed();
  const plain = (await machine.jp(["c", "print", `jp-c${ONE}`])).stdout;
  assert.match(plain, /^── you ──$/m);
  const names = ["--cfg", "user.name=Ada", "--cfg", "assistant.name=Max"];
  const { stdout } = await machine.jp([...names, "c", "print", `jp-c${ONE}`]);
  assert.match(stdout, /^── Ada ──$/m);
  assert.match(stdout, /^── Max( \(\S+\))? ──$/m);
  assert.doesNotMatch(stdout, /── you ──/);
});

programTest("fork: a copy of all, its id alone on stdout", async () => {
  const machine = bed();
  const one = await machine.jp(["c", "fork", "--last", "1", `jp-c${ONE}`]);
  assert.match(one.stderr, /^Copied 1 turn of /);
  const { code, stdout, stderr } = await machine.jp(["c", "fork", `jp-c${ONE}`]);
  assert.equal(code, 0);
  const id = stdout.trim();
  assert.match(stdout, /^jp-c\d+\n$/);
  assert.match(stderr, /^Copied 2 turns of jp-c17758406001 \(Segmenters\)\.\n$/);
  const [copy] = (await machine.json(["c", "show", id])).records;
  assert.deepEqual([copy?.["title"], copy?.["turns"]], ["Segmenters", 2]);
  assert.deepEqual(copy?.["labels"], { project: "jp" });
  assert.match((await machine.jp(["c", "path"])).stderr, /no conversation is active/);
});

programTest("fork: some turns, a title, and made active", async () => {
  const machine = bed();
  const { records } = await machine.json([
    ...["c", "f", "-a", "--last", "1", "-t", "Wide", `jp-c${ONE}`],
  ]);
  const [made] = records;
  assert.equal(made?.["forked_from"], `jp-c${ONE}`);
  assert.deepEqual([made?.["turns"], made?.["title"], made?.["active"]], [1, "Wide", true]);
  const shown = await machine.jp(["c", "print"]);
  assert.match(shown.stdout, /and CJK/);
  assert.doesNotMatch(shown.stdout, /why segment/);
  const first = await machine.json(["c", "fork", "-f1", `jp-c${ONE}`]);
  assert.equal(first.records[0]?.["turns"], 1);
  const nothing = await machine.json(["c", "fork", "-f0", `jp-c${ONE}`]);
  assert.equal(nothing.records[0]?.["turns"], 0);
});

programTest("fork: turns by time", async () => {
  const machine = bed();
  const late = ["c", "fork", "--from", "2026-04-10T10:02", `jp-c${ONE}`];
  assert.equal((await machine.json(late)).records[0]?.["turns"], 1);
  const early = ["c", "fork", "--until", "2026-04-10T12:01:30+02:00", `jp-c${ONE}`];
  assert.equal((await machine.json(early)).records[0]?.["turns"], 1);
  const before = machine.conversations();
  const none = await machine.jp(["c", "fork", "--from", "1h", `jp-c${ONE}`]);
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /no turn began in that time/);
  const wrong = await machine.jp(["c", "fork", "--from", "yesterday", `jp-c${ONE}`]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /"yesterday" is not a time/);
  assert.deepEqual(machine.conversations(), before);
});

programTest("rm: with nobody to ask nothing is removed but by --yes", async () => {
  const machine = bed();
  const refused = await machine.jp(["c", "rm", "newest"]);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.equal(
    refused.stderr,
    "jp: nothing was removed: there is nobody to ask\nAdd --yes to remove without asking.\n",
  );
  assert.equal(machine.conversations().length, 3);
  const { code, records } = await machine.json(["c", "rm", "-y", "+live"]);
  assert.equal(code, 0);
  assert.deepEqual(records, [
    { id: `jp-c${TWO}`, title: "walks", removed: true },
    { id: `jp-c${ONE}`, title: "Segmenters", removed: true },
  ]);
  assert.deepEqual(machine.conversations(), [`.archive/${OLD}-old`]);
  assert.deepEqual(
    machine.fs.paths().filter((path) => /\.(gone|new)-|\.lock$/.test(path)),
    [],
  );
});

programTest("rm: what was being written for it goes as well", async () => {
  const machine = bed();
  const drafts = [
    `${USER_DIR}/conversations/jp-c${ONE}/QUERY_MESSAGE.md`,
    `${USER_DIR}/conversations/jp-c${ONE}/QUERY_MESSAGE.md~`,
    `${USER_DIR}/drafts/jp-c${ONE}.json`,
  ];
  const other = `${USER_DIR}/conversations/jp-c${TWO}/QUERY_MESSAGE.md`;
  for (const path of [...drafts, other]) machine.fs.put(path, "half a question");
  assert.equal((await machine.jp(["c", "rm", "-y", `jp-c${ONE}`])).code, 0);
  assert.deepEqual(machine.fs.paths().filter((path) => path.includes(`jp-c${ONE}`)), []);
  assert.equal(machine.fs.text(other), "half a question");
});

programTest("a stdout that takes nothing is told, and only what is kept is called so", async () => {
  const machine = bed({ stdoutFails: "EFBIG" });
  const listed = await machine.jp(["c", "ls"]);
  assert.equal(listed.code, 1);
  assert.equal(
    listed.stderr,
    "cannot write to stdout: EFBIG\nNothing of it is kept; run it again where it can be written.\n",
  );
  const words = ["-m", "demo/chat", "-p", "words=6", "-p", "interval_ms=0", "hi"];
  const asked = await machine.jp(["q", "-n", ...words]);
  assert.equal(asked.code, 1);
  assert.match(
    asked.stderr,
    /: EFBIG\nWhat was said is kept in the conversation; jp c print shows/,
  );
  const passing = await machine.jp(["--no-persist", "q", "-n", ...words]);
  assert.match(passing.stderr, /: EFBIG\nNothing of it is kept/);
});

programTest("rm: a target is needed, and a keyword that means none is no fault", async () => {
  const machine = bed();
  assert.equal((await machine.jp(["c", "rm", "--yes"])).code, 2);
  const { code, stderr } = await machine.jp(["c", "rm", "--yes", "+pinned"]);
  assert.deepEqual([code, stderr], [0, "There is no conversation in +pinned.\n"]);
  assert.equal(machine.conversations().length, 3);
});

programTest("rm and archive: a stretch of time, of all or of what is named", async () => {
  const machine = bed();
  // ONE was made at 17:03:20.1 of 2026-04-10, TWO a tenth of a second later.
  const gone = await machine.json(["c", "rm", "-y", "--until", "2026-04-10T17:03:20.200"]);
  assert.deepEqual(ids(gone.records), [`jp-c${ONE}`]);
  const none = await machine.jp(["c", "rm", "-y", "--from", "2026-04-11"]);
  assert.deepEqual([none.code, none.stderr], [0, "There is no conversation in that time.\n"]);
  const idle = await machine.json(["c", "archive", "--inactive-since", "2026-04-11"]);
  assert.deepEqual(ids(idle.records), [`jp-c${TWO}`]);
  const busy = await machine.json(["c", "rm", "-y", "--inactive-since", "2026-04-10", "+archived"]);
  assert.deepEqual(busy.records, []);
  const wrong = await machine.jp(["c", "archive", "--from", "tomorrow"]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /"tomorrow" is not a time/);
  assert.deepEqual(machine.conversations(), [`.archive/${OLD}-old`, `.archive/${TWO}-walks`]);
});

programTest("rm: one that is locked stays, the others go, and the status says so", async () => {
  const machine = bed();
  const path = `/home/u/.local/share/jp/workspace/ab12z/locks/jp-c${TWO}.lock`;
  machine.fs.put(path, "");
  using other = machine.fs.openLock(path);
  other.tryLock();
  other.describe('{"pid":99,"session":"elsewhere"}');
  const { code, records, stderr } = await machine.json(["c", "rm", "-y", "+live"]);
  assert.equal(code, 1);
  assert.deepEqual(ids(records), [`jp-c${ONE}`]);
  assert.deepEqual(JSON.parse(stderr), {
    message: `conversation jp-c${TWO} is locked by another jp (pid: 99, session: elsewhere)`,
    metadata: { help: "Nothing of it was changed; try again when that one has ended." },
    code: 1,
  });
  assert.deepEqual(machine.conversations(), [`.archive/${OLD}-old`, `${TWO}-walks`]);
  for (const line of ["archive", "label add -i", "label rm --all -i"]) {
    const words = line.startsWith("label add") ? [`jp-c${TWO}`, ":x"] : [`jp-c${TWO}`];
    const held = await machine.jp(["c", ...line.split(" "), ...words]);
    assert.equal(held.code, 1, line);
    assert.match(held.stderr, /is locked by another jp/, line);
  }
});

programTest("rm: a disk that refuses is told, and the conversation is still whole", async () => {
  const machine = bed();
  using _fault = machine.fs.inject({ operation: "rename", code: "EROFS" });
  const { code, stdout, stderr } = await machine.jp(["c", "rm", "-y", "newest"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /cannot remove the conversation: the file system is read-only/);
  assert.equal(machine.conversations().length, 3);
});

programTest("path: the directory or one of its files", async () => {
  const machine = bed();
  const directory = `${WORKSPACE}/.jp/conversations/${ONE}-segmenters`;
  for (
    const [flag, name] of [
      [[], ""],
      [["--events"], "/events.jsonl"],
      [["--metadata"], "/metadata.json"],
      [["--base-config"], "/base_config.json"],
    ] as const
  ) {
    const { stdout } = await machine.jp(["c", "path", ...flag, `jp-c${ONE}`]);
    assert.equal(stdout, `${directory}${name}\n`);
  }
  const archived = await machine.jp(["c", "path", "archived"]);
  assert.equal(archived.stdout, `${WORKSPACE}/.jp/conversations/.archive/${OLD}-old\n`);
});

programTest("grep: hits as grep prints them, newest conversation first", async () => {
  const machine = bed();
  const { code, stdout } = await machine.jp(["c", "grep", "w"]);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `jp-c${TWO}:1:you:where to walk\n` +
      `jp-c${ONE}:1:you:why segment\n` +
      `jp-c${ONE}:1:assistant:and width\n` +
      `jp-c${ONE}:2:assistant:Two cells each\n`,
  );
});

programTest("grep: words are one text, case counts unless told otherwise", async () => {
  const machine = bed();
  assert.equal((await machine.jp(["c", "g", "OF", "clusters"])).code, 1);
  const { records } = await machine.json(["c", "g", "-i", "OF", "clusters"]);
  assert.deepEqual(records, [{
    id: `jp-c${ONE}`,
    turn: 1,
    from: "assistant",
    timestamp: "2026-04-10T10:01:00.000Z",
    line: "of clusters",
    before: [],
    after: [],
  }]);
});

programTest("grep: context, limit, the archive, and status 1 for nothing", async () => {
  const machine = bed();
  const near = await machine.jp(["c", "grep", "-C", "1", "clusters"]);
  assert.equal(
    near.stdout,
    `jp-c${ONE}-1-assistant-Because\n` +
      `jp-c${ONE}:1:assistant:of clusters\n` +
      `jp-c${ONE}-1-assistant-and width\n`,
  );
  assert.equal((await machine.json(["c", "grep", "--limit", "2", "w"])).records.length, 2);
  assert.equal((await machine.jp(["c", "grep", "gone"])).code, 1);
  assert.equal((await machine.jp(["c", "grep", "--archived", "gone"])).code, 0);
  const nothing = await machine.json(["c", "grep", "xyzzy"]);
  assert.deepEqual([nothing.code, nothing.stdout, nothing.stderr], [1, "", ""]);
});

programTest("archive: there and back, and again changes nothing", async () => {
  const machine = bed();
  const there = await machine.json(["c", "archive", `jp-c${ONE}`, `jp-c${OLD}`]);
  assert.equal(there.code, 0);
  assert.deepEqual(there.records.map(({ archived, changed }) => [archived, changed]), [
    [true, true],
    [true, false],
  ]);
  assert.deepEqual(machine.conversations(), [
    `.archive/${OLD}-old`,
    `.archive/${ONE}-segmenters`,
    `${TWO}-walks`,
  ]);
  const back = await machine.jp(["c", "ua", "+archived"]);
  assert.equal(back.code, 0);
  assert.match(back.stderr, /jp-c17758406001 \(Segmenters\) is out of the archive\.\n/);
  assert.equal(machine.conversations().filter((name) => name.startsWith(".")).length, 0);
});

programTest("label: add, change, remove, list", async () => {
  const machine = bed();
  const added = await machine.json([
    ...["c", "label", "add", "-i", "+live", "project=other", ":later"],
  ]);
  assert.deepEqual(added.records, [
    { id: `jp-c${TWO}`, labels: { project: "other", later: "" } },
    { id: `jp-c${ONE}`, labels: { project: "other", later: "" } },
  ]);
  const kept = await machine.json(["c", "l", "rm", "-i", `jp-c${ONE}`, "project=jp", ":later"]);
  assert.deepEqual(kept.records[0]?.["labels"], { project: "other" });
  const gone = await machine.json(["c", "l", "r", "-i", `jp-c${ONE}`, "project=other"]);
  assert.deepEqual(gone.records[0]?.["labels"], {});
  const cleared = await machine.json(["c", "l", "rm", "--all", "-i", `jp-c${TWO}`]);
  assert.deepEqual(cleared.records[0]?.["labels"], {});
  await machine.jp(["c", "l", "set", "-i", `jp-c${TWO}`, "a=b"]);
  assert.equal((await machine.jp(["c", "l", "ls", `jp-c${TWO}`])).stdout, "a=b\n");
  const all = await machine.jp(["c", "l", "ls", "+live"]);
  assert.equal(all.stdout, `jp-c${TWO}  a=b\n`);
});

programTest("label: what is no label changes nothing", async () => {
  const machine = bed();
  const { code, stderr } = await machine.jp(["c", "label", "add", "-i", "newest", "nope"]);
  assert.equal(code, 2);
  assert.match(stderr, /"nope" is not a label/);
  assert.equal((await machine.jp(["c", "label", "rm", "-i", "newest"])).code, 2);
  assert.equal((await machine.jp(["c", "label", "rm", "--all", "-i", "newest", "x"])).code, 2);
});

programTest("no-persist: a change that would not be kept is refused, looking is not", async () => {
  const machine = bed();
  for (
    const line of ["fork newest", "rm -y newest", "archive newest", "label add -i newest :x"]
  ) {
    const { code, stderr } = await machine.jp(["-P", "c", ...line.split(" ")]);
    assert.equal(code, 2, line);
    assert.match(stderr, /with --no-persist nothing that is kept can be changed/, line);
  }
  assert.equal(machine.conversations().length, 3);
  assert.equal((await machine.jp(["-P", "c", "show", "newest"])).code, 0);
});

programTest("edit: title and pin by flags", async () => {
  const machine = bed();
  const id = `jp-c${TWO}`;
  const set = await machine.json(["c", "edit", "--title", " Up the hill ", "--pin", id]);
  const [{ title, pinned_at } = {}] = set.records;
  assert.deepEqual([set.code, title], [0, "Up the hill"]);
  assert.match(String(pinned_at), /^2026-04-10T17:04:/);
  assert.deepEqual(ids((await machine.json(["c", "show", "pinned"])).records), [id]);
  const undone = await machine.json(["c", "edit", "--no-title", "--unpin", id]);
  assert.deepEqual(undone.records, [{ id, title: null, pinned_at: null }]);
  const words = await machine.jp(["c", "e", "-t", "Again", id]);
  assert.deepEqual([words.code, words.stderr], [0, `${id}: Again\n`]);
  assert.equal((await machine.jp(["c", "edit", "--title", "x", "--events", id])).code, 2);
  assert.equal((await machine.jp(["--no-persist", "c", "edit", "--pin", id])).code, 2);
});

programTest("a new conversation has the labels that are configured", async () => {
  const machine = bed();
  const words = ["-m", "demo/chat", "-p", "words=6", "-p", "interval_ms=0", "hi"];
  const labels = ["-c", "conversation.labels.project=jp", "-c", "conversation.labels.later="];
  assert.equal((await machine.jp(["q", "-n", ...labels, ...words])).code, 0);
  const { records } = await machine.json(["c", "label", "ls"]);
  assert.deepEqual(records[0]?.["labels"], { project: "jp", later: "" });
});

programTest("use: a record says what is active now", async () => {
  const machine = bed();
  const { code, records, stderr } = await machine.json(["c", "use", `jp-c${TWO}`]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(records.map(({ id, active }) => [id, active]), [[`jp-c${TWO}`, true]]);
});
