/**
 * Nobody to ask: the policy says what happens, a refusal has a status of its own, and nothing waits.
 */
import assert from "node:assert/strict";
import { answer, toolCalls } from "../../support/mod.ts";
import { askingTool, exists, results, RUNTIMES, toolWorld, write } from "./support.ts";

const NOBODY = 3;

for (const target of RUNTIMES) {
  Deno.test(`${target}: without a terminal a call is denied, told, and the status says so`, async () => {
    await using world = await toolWorld([write("a.txt", "x"), answer("Fine.")]);
    const result = await world.run(target, ["q", "-t=fs_write", "do it"]);
    assert.equal(result.code, NOBODY);
    assert.match(result.stdout, /Fine\./);
    assert.match(result.stderr, /fs_write was not run: it needs permission/);
    assert.match(result.stderr, /there was nobody to ask\n.*detached\.run = "auto"/);
    assert.equal(await exists(`${world.fixture.workspace}/a.txt`), false);
    const events = await world.events();
    assert.match(results(events)[0] ?? "", /nobody to ask/);
    assert.equal(events.at(-1)?.["reason"], "complete");
  });
}

Deno.test("--non-interactive on a terminal is nobody, too", async () => {
  await using world = await toolWorld([write("a.txt", "x"), answer("Fine.")]);
  await using pty = world.pty("binary", ["q", "--non-interactive", "-t=fs_write", "do it"]);
  assert.deepEqual(await pty.expectExit(), { code: NOBODY, signal: null });
  assert.ok(!pty.raw.includes("[y,Y,n,N"));
});

Deno.test("a policy that says so runs it, and answers with a default", async () => {
  await using world = await toolWorld(
    [
      toolCalls(
        { id: "a", name: "fs_write", args: { path: "a.txt", content: "x" } },
        { id: "b", name: "one", args: {} },
        { id: "c", name: "two", args: {} },
      ),
      answer("Fine."),
    ],
    '[conversation.tools.fs_write]\ndetached = "auto"\n' +
      askingTool("one", "Go?", '"Boolean","default":true', 'detached = "defaults"') +
      askingTool("two", "Go?"),
  );
  const result = await world.run("binary", ["q", "-t=fs_write", "-F", "json", "do it"]);
  assert.equal(result.code, NOBODY, "one of them was refused");
  assert.equal(await Deno.readTextFile(`${world.fixture.workspace}/a.txt`), "x");
  const told = results(await world.events());
  assert.match(told.find((line) => line.startsWith("b")) ?? "", /"q": true/);
  assert.match(told.find((line) => line.startsWith("c")) ?? "", /there is nobody to ask: Go\?/);
  const last = result.stdout.trimEnd().split("\n").at(-1) ?? "";
  assert.equal(JSON.parse(last).type, "turn_end");
});

Deno.test("a model answers where the policy says so, on the record; never what only a person may", async () => {
  await using world = await toolWorld(
    [
      toolCalls({ id: "a", name: "one", args: {} }),
      answer('{"answer": true}'),
      toolCalls({ id: "b", name: "two", args: {} }),
      answer("Fine."),
    ],
    askingTool("one", "Go?", '"Boolean"', 'detached = "auto"') +
      askingTool(
        "two",
        "Go?",
        '"Boolean"',
        'detached = "auto"\nquestions.q.exclusive = true',
      ),
  );
  const result = await world.run("binary", ["q", "do it"]);
  assert.equal(result.code, NOBODY, "the second one was refused");
  assert.match(result.stderr, /one asked: Go\? local\/test answered: true/);
  const events = await world.events();
  const inquiry = events.filter(({ type }) => String(type).startsWith("inquiry"));
  assert.deepEqual(inquiry.map(({ timestamp: _, ...event }) => event), [
    { type: "inquiry_request", id: "a.q", question: "Go?" },
    { type: "inquiry_response", id: "a.q", answer: true },
  ]);
  assert.match(results(events)[0] ?? "", /"q": true/);
  assert.match(results(events)[1] ?? "", /there is nobody to ask/);
  assert.equal(world.provider.requests.length, 4);
  for (const number of [3, 4]) {
    const { messages } = (await world.provider.request(number)).body as { messages: unknown };
    assert.ok(!JSON.stringify(messages).includes("inquiry"), "the model reads nothing of it");
  }
});
