/** What is kept of a turn and when: layout, order of writes, one writer, kills, disks that fail. */
import assert from "node:assert/strict";
import { answer, jpCommand, type Result, shell, type Target, TARGETS } from "../../support/mod.ts";
import { answering, asked, types, WHOLE_TURN } from "./answering.ts";
import { type World, world } from "./world.ts";

for (const target of TARGETS) {
  Deno.test(`${target}: the layout of a conversation`, async () => {
    await using w = await answering();
    await w.run(target, ["q", "What is", "a `Tree`?"]);
    const directory = await w.conversation();
    assert.match(directory, /\/\d{11}-what-is-a-tree$/);
    const names = [...Deno.readDirSync(directory)].map(({ name }) => name).sort();
    assert.deepEqual(names, ["base_config.json", "events.jsonl", "metadata.json"]);
    const metadata = JSON.parse(await Deno.readTextFile(`${directory}/metadata.json`));
    assert.equal(metadata.title, null);
    assert.deepEqual(await types(w), WHOLE_TURN);
    // The log is readable by anybody's tool: no encoding, one event a line.
    const text = await Deno.readTextFile(`${directory}/events.jsonl`);
    assert.ok(text.includes('"content":"What is a `Tree`?"'));
  });

  Deno.test(`${target}: the request is on disk before it is sent; the log only grows`, async () => {
    await using w = await world({
      scripts: () => [{ text: "Hel" }, { stall: true }, { text: "lo" }, { finish: "stop" }],
    });
    const log: string[] = [];
    const look = async (): Promise<void> => {
      const text = await Deno.readTextFile(`${await w.conversation()}/events.jsonl`);
      assert.ok(text.startsWith(log.at(-1) ?? ""), "what was there is as it was");
      log.push(text);
    };
    for (const nth of [1, 2]) {
      await using jp = w.spawn(target, ["q", `question ${nth}`]);
      const request = await w.provider.request(nth);
      await look();
      assert.match(log.at(-1) ?? "", new RegExp(`"content":"question ${nth}"\\}\n$`));
      await request.stalled();
      await jp.stdout.expect("Hel");
      await look();
      request.release();
      assert.equal((await jp.result()).code, 0);
      await look();
    }
    assert.deepEqual(await types(w), [...WHOLE_TURN, ...WHOLE_TURN]);
  });

  Deno.test(`${target}: several at once on one conversation: whole turns, one after the other`, async () => {
    await using w = await answering();
    await w.run(target, ["q", "first"]);
    const runs = Array.from({ length: 4 }, (_, nth) => w.run(target, ["q", `at once ${nth}`]));
    for (const { code, stdout } of await Promise.all(runs)) {
      assert.equal(code, 0);
      assert.match(stdout, /^answer \d\n$/);
    }
    assert.deepEqual(await types(w), Array.from({ length: 5 }, () => WHOLE_TURN).flat());
    // Each has read what the one before it wrote.
    for (const [nth, messages] of asked(w).entries()) {
      assert.equal(messages.length, 2 * nth + 1);
      const before = asked(w)[nth - 1];
      if (before === undefined) continue;
      assert.deepEqual(messages.slice(0, -1), [...before, `assistant: answer ${nth}`]);
    }
  });

  Deno.test(`${target}: after SIGKILL in mid-stream the conversation goes on, unlocked`, async () => {
    await using w = await world({
      scripts: [[{ text: "Hel" }, { stall: true }], answer("fine")],
    });
    {
      await using jp = w.spawn(target, ["q", "first"]);
      await jp.stdout.expect("Hel");
      jp.kill("SIGKILL");
      assert.deepEqual(await jp.expectExit(), { code: null, signal: "SIGKILL" });
    }
    assert.deepEqual(await types(w), ["turn_start", "chat_request"]);
    const { code, stdout, stderr } = await w.run(target, ["q", "second"]);
    assert.deepEqual([code, stdout, stderr], [0, "fine\n", ""]);
    assert.deepEqual(asked(w)[1], ["user: first\n\nsecond"]);
  });

  Deno.test(`${target}: a disk that fills up during the turn is told once; the answer is whole`, async () => {
    await using w = await world({ scripts: [answer("x".repeat(3000), "!")] });
    // A kilobyte a file: the request fits, the answer does not.
    const { code, stdout, stderr } = await limited(w, target, "ulimit -f 1", "q", "hi");
    assert.deepEqual([code, stdout.length], [0, 3002]);
    assert.match(
      stderr,
      /^jp: cannot save the conversation: the file may not grow any more[^\n]*\n[^\n]+\n$/,
    );
    assert.doesNotMatch(stderr, /\bsaved\b/);
    // What is there is whole.
    assert.deepEqual(await types(w), ["turn_start", "chat_request"]);
  });

  Deno.test(`${target}: a conversation taken away in mid-turn is told, and written elsewhere`, async () => {
    await using w = await world({
      scripts: [[{ text: "Hel" }, { stall: true }, { text: "lo" }, { finish: "stop" }]],
    });
    await using jp = w.spawn(target, ["q", "first"]);
    await jp.stdout.expect("Hel");
    await Deno.remove(await w.conversation(), { recursive: true });
    (await w.provider.request(1)).release();
    const { code, stdout, stderr } = await jp.result();
    assert.deepEqual([code, stdout], [0, "Hello\n"]);
    assert.match(stderr, /^jp: cannot save the conversation: its file was removed/);
    const [, path = ""] = /^jp: what was said is in (\S+)$/m.exec(stderr) ?? [];
    const said = (await Deno.readTextFile(path)).trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(said.map(({ type }) => type), WHOLE_TURN);
    assert.equal(said[2].message, "Hello");
  });

  Deno.test(`${target}: a disk that takes nothing is told; the answer is shown all the same`, async () => {
    await using w = await world({ scripts: () => answer("Hello") });
    const plain = await limited(w, target, "ulimit -f 0", "q", "hi");
    assert.deepEqual([plain.code, plain.stdout], [0, "Hello\n"]);
    assert.match(
      plain.stderr,
      /^jp: cannot create the conversation: [^\n]*\n[^\n]+\n[^\n]*nothing is kept\.\n$/,
    );
    const json = await limited(w, target, "ulimit -f 0", "q", "-F", "json", "hi");
    assert.equal(json.code, 0);
    assert.match(json.stdout, /\{"type":"turn_end","reason":"complete","conversation":null\}\n$/);
    assert.deepEqual(await w.conversations(), [], "no half-made conversation is left");
  });

  Deno.test(`${target}: --no-persist shows the answer and touches nothing`, async () => {
    await using w = await answering();
    await w.run(target, ["q", "first"]);
    const before = await w.files();
    const { code, stdout } = await w.run(target, ["q", "--no-persist", "second"]);
    assert.deepEqual([code, stdout], [0, "answer 2\n"]);
    assert.deepEqual(asked(w)[1], ["user: first", "assistant: answer 1", "user: second"]);
    const kept = (files: Map<string, string>) =>
      [...files].filter(([path]) => !path.includes("/cache/")).sort();
    assert.deepEqual(kept(await w.files()), kept(before));
  });
}

/** Runs `jp` under a limit of the shell's; Deno's own caches would die of its signal before us. */
async function limited(
  w: World,
  target: Target,
  limit: string,
  ...args: string[]
): Promise<Result> {
  const { cmd, args: own } = jpCommand(target, ...args);
  const ignored = target === "deno" ? "trap '' XFSZ; " : "";
  await using sh = shell(`${limit}; ${ignored}exec "$@"`, {
    shell: "bash",
    args: [cmd, ...own],
    cwd: w.fixture.workspace,
    env: w.fixture.env,
  });
  return await sh.result();
}

Deno.test("without a place for locks nothing is kept, and no empty conversation is left", async () => {
  await using w = await world({
    scripts: () => answer("Hello"),
    env: { HOME: "", XDG_DATA_HOME: "", JP_GLOBAL_CONFIG_DIR: "" },
  });
  for (const args of [["q", "hi"], ["q", "--title", "Named", "hi"]]) {
    const { code, stdout, stderr } = await w.run("binary", args);
    assert.deepEqual([code, stdout], [0, "Hello\n"]);
    assert.match(
      stderr,
      /no place for your sessions and locks\n[^\n]*HOME[^\n]*\n[^\n]*nothing is kept/,
    );
  }
  assert.deepEqual(await w.conversations(), []);
});
