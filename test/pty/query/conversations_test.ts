/** Which conversation a query goes to, who may write to it, and what is left when it is cut short. */
import assert from "node:assert/strict";
import { answer, elapse, jpCommand, shell } from "../../support/mod.ts";
import { answering, asked, types, WHOLE_TURN } from "./answering.ts";
import { world } from "./world.ts";

Deno.test("a conversation that stays locked is told, with who has it; exit 1", async () => {
  await using w = await world({
    user: "style.lock_wait.timeout_secs = 0",
    scripts: [[{ text: "Hel" }, { stall: true }, { text: "lo" }, { finish: "stop" }]],
  });
  await using first = w.spawn("binary", ["q", "first"]);
  await first.stdout.expect("Hel");
  const { code, stdout, stderr } = await w.run("binary", ["q", "second"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, new RegExp(`jp: conversation jp-c\\d+ is locked [^\n]*pid: ${first.pid}`));
  assert.match(stderr, /--new/);
  (await w.provider.request(1)).release();
  assert.equal((await first.result()).code, 0);
  assert.deepEqual(await types(w), WHOLE_TURN);
});

Deno.test("a wait for the lock is told at once, and SIGINT ends it", async () => {
  await using w = await world({ scripts: [[{ text: "Hel" }, { stall: true }]] });
  await using first = w.spawn("binary", ["q", "first"]);
  await first.stdout.expect("Hel");
  await using second = w.spawn("binary", ["q", "second"]);
  await second.stderr.expect(`pid: ${first.pid}`);
  second.kill("SIGINT");
  assert.deepEqual(await second.expectExit(), { code: null, signal: "SIGINT" });
  assert.equal(first.survivors().length > 0, true, "the holder was left alone");
  assert.deepEqual(await types(w), ["turn_start", "chat_request"]);
});

Deno.test("on a terminal the wait is a line that goes away, and the turn follows", async () => {
  await using w = await world({
    user: "style.lock_wait.delay_secs = 0",
    scripts: [
      [{ text: "Hel" }, { stall: true }, { text: "lo" }, { finish: "stop" }],
      answer("second answer"),
    ],
  });
  await using first = w.spawn("binary", ["q", "first"]);
  await first.stdout.expect("Hel");
  await using second = w.pty("binary", ["q", "second"]);
  await second.expectScreen(
    new RegExp(
      `Pending conversation lock \\(pid: ${first.pid}, session: a-session\\) \\(\\d+\\.\\ds\\)`,
    ),
  );
  (await w.provider.request(1)).release();
  assert.deepEqual(await second.expectExit(), { code: 0, signal: null });
  assert.equal((await second.screen()).text, "second answer");
  assert.deepEqual(asked(w)[1], ["user: first", "assistant: Hello", "user: second"]);
});

Deno.test("lock files that are empty or garbage hold nobody up (PR-042)", async () => {
  await using w = await answering();
  await w.run("binary", ["q", "first"]);
  const lock = [...(await w.files()).keys()].find((path) => path.endsWith(".lock"));
  assert.ok(lock);
  for (const text of ["", "garbage\0{", '{"pid":1,"session":"other"}\n']) {
    await Deno.writeTextFile(lock, text);
    const { code, stderr } = await w.run("binary", ["q", "again"]);
    assert.deepEqual([code, stderr], [0, ""]);
  }
});

Deno.test("the next query of a session goes on; another session begins its own", async () => {
  await using w = await answering();
  await w.run("binary", ["q", "one"]);
  await w.run("binary", ["q", "two"]);
  await w.run("binary", ["q", "three"], { env: { JP_SESSION: "another" } });
  await w.run("binary", ["q", "four"]);
  assert.deepEqual(asked(w), [
    ["user: one"],
    ["user: one", "assistant: answer 1", "user: two"],
    ["user: three"],
    ["user: one", "assistant: answer 1", "user: two", "assistant: answer 2", "user: four"],
  ]);
  assert.equal((await w.conversations()).length, 2);
});

Deno.test("without JP_SESSION the session leader tells sessions apart", async () => {
  await using w = await answering();
  const { cmd, args } = jpCommand("binary", "q", "hi");
  await using sh = shell('"$@"; "$@"', {
    args: [cmd, ...args],
    cwd: w.fixture.workspace,
    env: Object.fromEntries(
      Object.entries(w.fixture.env).filter(([name]) => name !== "JP_SESSION"),
    ),
  });
  assert.equal((await sh.result()).stdout, "answer 1\nanswer 2\n");
  await w.run("binary", ["q", "hi"], { env: { JP_SESSION: "" } });
  assert.deepEqual(asked(w).map(({ length }) => length), [1, 3, 1]);
});

Deno.test("--new, --id, --fork and --title", async () => {
  await using w = await answering();
  await w.run("binary", ["q", "one"]);
  await w.run("binary", ["q", "--title", "My Title", "-n", "two"]);
  const [first, second, ...more] = await w.conversations();
  assert.ok(first && second);
  assert.deepEqual(more, []);
  assert.match(second, /-my-title$/);
  assert.equal(JSON.parse(await Deno.readTextFile(`${second}/metadata.json`)).title, "My Title");

  const id = `jp-c${first.replace(/.*\/(\d+)-.*/, "$1")}`;
  await w.run("binary", ["q", "--id", id, "three"]);
  assert.deepEqual(asked(w)[2], ["user: one", "assistant: answer 1", "user: three"]);
  assert.equal((await types(w, first)).length, 8);

  const before = await Deno.readTextFile(`${first}/events.jsonl`);
  await w.run("binary", ["q", "--fork", "--id", id, "four"]);
  assert.equal(asked(w)[3]?.length, 5);
  await w.run("binary", ["q", "--fork=1", "--id", id, "five"]);
  assert.deepEqual(asked(w)[4], ["user: three", "assistant: answer 3", "user: five"]);
  assert.equal(await Deno.readTextFile(`${first}/events.jsonl`), before, "only read");
  assert.equal((await w.conversations()).length, 4);
  // The fork is what the session goes on with.
  await w.run("binary", ["q", "six"]);
  assert.equal(asked(w)[5]?.length, 5);
});

Deno.test("what cannot be asked makes no conversation and changes none", async () => {
  await using w = await answering();
  await w.run("binary", ["q", "one"]);
  const before = await w.events();
  const wrong = [
    ["q", "-n", "-m", "nope/x", "hi"],
    ["q", "-n", "-m", "nope", "hi"],
    ["q", "--fork", "-m", "nope/x", "hi"],
    ["q", "-m", "nope/x", "hi"],
    ["q", "--fork"],
    ["q", "-n"],
    ["q"],
    ["q", "--id", "jp-c1", "hi"],
    ["q", "--id", "no such thing", "hi"],
    ["q", "-c", "assistant.model.parameters.temperature=hot", "hi"],
  ];
  for (const args of wrong) {
    const { code, stdout } = await w.run("binary", args);
    assert.notEqual(code, 0, args.join(" "));
    assert.equal(stdout, "");
  }
  assert.equal((await w.conversations()).length, 1);
  assert.deepEqual(await w.events(), before);
  assert.equal(w.provider.requests.length, 1);
});

Deno.test("c ls, c print and c use", async () => {
  await using w = await answering();
  await w.run("binary", ["q", "one"]);
  await w.run("binary", ["q", "one more"]);
  await w.run("binary", ["q", "-n", "two"]);
  const rows = (await w.run("binary", ["c", "ls"])).stdout.trimEnd().split("\n");
  assert.equal(rows.length, 2);
  assert.match(rows[0] ?? "", /^\* jp-c\d+ .* two$/);
  assert.match(rows[1] ?? "", /^ {2}jp-c\d+ .* one$/);
  const id = rows[1]?.split(/\s+/)[1] ?? "";

  assert.match(
    (await w.run("binary", ["c", "print", id])).stdout,
    /one\n[^]*answer 1\n[^]*one more\n[^]*answer 2\n/,
  );
  const used = await w.run("binary", ["c", "use", id]);
  assert.deepEqual([used.code, used.stdout], [0, ""]);
  assert.match((await w.run("binary", ["c", "print"])).stdout, /one more\n/);
  await w.run("binary", ["q", "again"]);
  assert.equal(asked(w).at(-1)?.length, 5);

  const sorted = async (...args: string[]): Promise<(string | undefined)[]> =>
    (await w.run("binary", ["c", "ls", "-F", "json", ...args])).stdout.trimEnd().split("\n")
      .map((line) => JSON.parse(line).title);
  assert.deepEqual(await sorted(), ["one", "two"]);
  assert.deepEqual(await sorted("--sort", "turns"), ["two", "one"]);
  assert.deepEqual(await sorted("--sort", "turns", "--descending"), ["one", "two"]);
  assert.deepEqual(await sorted("--sort", "created"), ["one", "two"]);
  assert.deepEqual(await sorted("--sort", "created", "--descending"), ["two", "one"]);
  assert.deepEqual(await sorted("--limit", "1"), ["one"]);
});

Deno.test("c print shows an answer that broke off and went on as one, and one that was cut as cut", async () => {
  await using w = await world({
    scripts: [
      [{ text: "Hel" }, { stall: true }, { end: true }],
      answer("lo"),
      [{ text: "An\x1b[31m" }, { stall: true }],
    ],
  });
  {
    await using jp = w.spawn("binary", ["q", "first"]);
    await jp.stdout.expect("Hel");
    (await w.provider.request(1)).release();
    assert.equal((await jp.result()).code, 0);
  }
  {
    await using jp = w.spawn("binary", ["q", "second"]);
    await jp.stdout.expect("An");
    jp.kill("SIGINT");
    await jp.expectExit();
  }
  const { stdout } = await w.run("binary", ["c", "print"]);
  assert.equal(
    stdout,
    "── you ──\nfirst\n\n── local/test ──\nHello\n\n" +
      "── you ──\nsecond\n\n── local/test ──\nAn\n[interrupted]\n",
  );
  const records = (await w.run("binary", ["c", "print", "-F", "json"])).stdout.trimEnd().split(
    "\n",
  );
  assert.deepEqual(
    records.map((line) => JSON.parse(line)).map(({ message, content }) => message ?? content),
    ["first", "Hel", "lo", "second", "An\x1b[31m"],
  );
});

Deno.test("a torn last line is set aside and told; the conversation goes on", async () => {
  await using w = await answering();
  await w.run("binary", ["q", "one"]);
  const log = `${await w.conversation()}/events.jsonl`;
  await Deno.writeTextFile(log, '{"type":"chat_requ', { append: true });
  const { code, stdout, stderr } = await w.run("binary", ["q", "two"]);
  assert.deepEqual([code, stdout], [0, "answer 2\n"]);
  assert.match(stderr, /^jp: the end of the conversation was cut off \(18 bytes\)[^\n]*\n$/);
  assert.deepEqual(await types(w), [...WHOLE_TURN, ...WHOLE_TURN]);
  assert.deepEqual(asked(w)[1], ["user: one", "assistant: answer 1", "user: two"]);
});

Deno.test("outside of a workspace the user's default one serves", async () => {
  await using w = await answering();
  await Deno.remove(`${w.fixture.workspace}/.jp`, { recursive: true });
  assert.equal((await w.run("binary", ["q", "one"])).code, 0);
  await w.run("binary", ["q", "two"], { cwd: w.fixture.home });
  assert.equal(asked(w)[1]?.length, 3);
  assert.deepEqual([...Deno.readDirSync(w.fixture.workspace)], []);
  const logs = [...(await w.files()).keys()].filter((path) => path.endsWith("events.jsonl"));
  assert.equal(logs.length, 1);
  assert.ok(logs[0]?.startsWith(`${w.fixture.dataHome}/jp/`));
});

// PR-044: the user interrupts as quickly as can be.
for (const signal of ["SIGINT", "SIGTERM", "SIGKILL", "SIGQUIT"] as const) {
  Deno.test(`${signal} right after the request is out: its text is there`, async () => {
    await using w = await world({ scripts: () => [{ stall: true }] });
    await using jp = w.spawn("binary", ["q", "my words"]);
    await w.provider.request(1);
    jp.kill(signal);
    await jp.expectExit();
    assert.equal((await w.events())[1]?.["content"], "my words");
    assert.match((await w.run("binary", ["c", "print"])).stdout, /my words/);
  });
}

Deno.test("an interrupt at any moment: what was sent is kept, what was shown is kept", async () => {
  const words = Array.from({ length: 200 }, (_, nth) => ({ text: `w${nth} ` }));
  await using w = await world({
    scripts: () => words.flatMap((word) => [word, { delayMs: 1 }]),
  });
  for (let moment = 0; moment < 10; moment++) {
    await using jp = w.spawn("binary", ["q", "-n", `question ${moment}`]);
    // Not a wait for something: a moment like any other.
    await elapse(moment * 25);
    jp.kill("SIGINT");
    const { signal, stdout } = await jp.result();
    // The first lines of the program, before it listens, count as well.
    assert.equal(signal, "SIGINT");
    const sent = w.provider.requests.some(({ text }) => text.includes(`question ${moment}`));
    const kept = (await Promise.all((await w.conversations()).map((each) => w.events(each))))
      .find((events) => events[1]?.["content"] === `question ${moment}`);
    if (sent) assert.ok(kept, "what was sent is kept");
    if (stdout === "") continue;
    assert.equal(`${kept?.[2]?.["message"]}\n`, stdout);
    assert.equal(kept?.at(-1)?.["reason"], "interrupted");
  }
});

Deno.test("two queries that make the first conversation at once make two", async () => {
  await using w = await answering();
  const runs = [0, 1, 2].map((nth) =>
    w.run("binary", ["q", `hi ${nth}`], { env: { JP_SESSION: `s${nth}` } })
  );
  for (const { code } of await Promise.all(runs)) assert.equal(code, 0);
  assert.equal((await w.conversations()).length, 3);
  for (const directory of await w.conversations()) {
    assert.deepEqual(await types(w, directory), WHOLE_TURN);
  }
});
