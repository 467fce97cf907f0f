/** Titles a model gives: when it is asked, that nothing waits for it, and what it may not change. */
import assert from "node:assert/strict";
import { answer, type ProviderRequest, RUNTIMES, type Script } from "../../support/mod.ts";
import { DEAD_BY_SIGINT, pressCtrlC } from "../ladder/support.ts";
import { said, type World, world } from "./world.ts";

const DONE = { code: 0, signal: null } as const;

/** Whether it is the request for a title. */
const isTitle = ({ body }: ProviderRequest): boolean => said(body)[0]?.includes("titles") ?? false;

const titled = (script: Script): Promise<World> =>
  world({
    titles: true,
    scripts: (request) => isTitle(request) ? script : answer(`answer ${request.n}`),
  });

async function title(w: World): Promise<unknown> {
  return JSON.parse(await Deno.readTextFile(`${await w.conversation()}/metadata.json`)).title;
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: the first turn gets the conversation its title, and no later one`, async () => {
    await using w = await titled(answer('"Walks in the hills."'));
    const { code, stdout, stderr } = await w.run(target, ["q", "where to walk"]);
    assert.deepEqual([code, stdout, stderr], [0, "answer 1\n", ""]);
    assert.equal(await title(w), "Walks in the hills");
    assert.equal(w.provider.requests.length, 2);
    const [, asked = ""] = said(w.provider.requests[1]?.body ?? {});
    assert.match(asked, /where to walk[^]*answer 1/);
    assert.equal((await w.run(target, ["q", "and then"])).stdout, "answer 3\n");
    assert.equal(w.provider.requests.length, 3);
    assert.equal((await w.events()).length, 8);
  });
}

Deno.test("no title is asked for where it is not wanted, or is there", async () => {
  await using w = await titled(answer("Never"));
  for (
    const args of [
      ["--no-title", "one"],
      ["--title", "Mine", "two"],
      ["-c", "conversation.title.generate.auto=false", "three"],
      ["--no-persist", "four"],
      ["-c", "conversation.title.from_heading=true", "# Five\n\nand six"],
    ]
  ) assert.equal((await w.run("binary", ["q", "-n", ...args])).code, 0);
  assert.equal(w.provider.requests.filter(isTitle).length, 0);
  const listed = await w.run("binary", ["-F", "json", "c", "ls", "--sort", "created"]);
  const titles = listed.stdout.trim().split("\n").map((line) => JSON.parse(line).title);
  assert.deepEqual(titles, ["one", "Mine", "three", "Five"]);
});

Deno.test("a title that fails is no failure, and nothing is said of it", async () => {
  const scripts: readonly Script[] = [
    [{ status: 500, body: "no" }],
    answer(""),
    [{ text: "Half" }, { reset: true }],
  ];
  for (const script of scripts) {
    await using w = await titled(script);
    const { code, stdout, stderr } = await w.run("binary", ["q", "hi"]);
    assert.deepEqual([code, stdout, stderr], [0, "answer 1\n", ""], JSON.stringify(script));
    assert.equal(await title(w), null);
  }
});

Deno.test("the answer is there before the title is, and the end waits with a line that goes", async () => {
  await using w = await titled([{ stall: true }, { text: "Walks" }, { finish: "stop" }]);
  await using pty = w.pty("binary", ["q", "where to walk"]);
  await pty.expectScreen(/answer 1/);
  await pty.expect(/Finishing background tasks… \d+\.\ds/);
  // The conversation is nobody's meanwhile.
  assert.equal((await w.run("binary", ["q", "--no-title", "and then"])).code, 0);
  (await w.provider.request(2)).release();
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal((await pty.screen()).text, "answer 1");
  assert.equal(await title(w), "Walks");
});

Deno.test("a press meanwhile opens the fallback menu: on, or away", async () => {
  for (const key of ["c", "q"]) {
    await using w = await titled([{ stall: true }, { text: "Walks" }, { finish: "stop" }]);
    await using pty = w.pty("binary", ["q", "where to walk"]);
    const request = await w.provider.request(2);
    await pressCtrlC(pty);
    await pty.expect("Interrupted [c,q,?] ");
    pty.press(key);
    if (key === "c") request.release();
    assert.deepEqual(await pty.expectExit(), key === "c" ? DONE : DEAD_BY_SIGINT);
    assert.equal(await title(w), key === "c" ? "Walks" : null);
    assert.equal((await w.events()).at(-1)?.["reason"], "complete");
  }
});

Deno.test("after Stop no title is asked for", async () => {
  await using w = await world({
    titles: true,
    scripts: () => [{ text: "One" }, { stall: true }],
  });
  await using pty = w.pty("binary", ["q", "count"]);
  await pty.expect("One");
  await pressCtrlC(pty);
  await pty.expect("Interrupted [c,r,s,a,?] ");
  pty.press("s");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal(w.provider.requests.length, 1);
});
