/** `--replay`: the last answer is dropped and its request sent again. */
import assert from "node:assert/strict";
import { answer } from "../../support/mod.ts";
import { said, type World, world } from "./world.ts";

const lastSaid = (w: World): string[] => said(w.provider.requests.at(-1)?.body ?? {}).slice(1);

Deno.test("the last request goes out again, and its first answer no longer counts", async () => {
  await using w = await world({
    scripts: [answer("one"), answer("two"), answer("three"), answer("four")],
  });
  await w.run("binary", ["q", "first"]);
  await w.run("binary", ["q", "second"]);
  const again = await w.run("binary", ["q", "--replay"]);
  assert.deepEqual([again.code, again.stdout], [0, "three\n"]);
  assert.deepEqual(lastSaid(w), ["user: first", "assistant: one", "user: second"]);
  // The log is only ever added to.
  assert.deepEqual((await w.events()).map(({ type }) => type).slice(4), [
    ...["turn_start", "chat_request", "chat_response", "turn_end", "discard"],
    ...["turn_start", "chat_request", "chat_response", "turn_end"],
  ]);
  const printed = await w.run("binary", ["c", "print"]);
  assert.ok(printed.stdout.includes("three") && !printed.stdout.includes("two"));
  await w.run("binary", ["q", "next"]);
  assert.deepEqual(lastSaid(w).slice(-3), ["user: second", "assistant: three", "user: next"]);
});

Deno.test("words and piped text stand before what is sent again", async () => {
  await using w = await world({ scripts: [answer("one"), answer("two")] });
  await w.run("binary", ["q", "before"]);
  await w.run("binary", ["q", "--replay", "In", "French:"], { stdin: { text: "piped\n" } });
  assert.deepEqual(lastSaid(w), ["user: In French:\n\npiped\n\nbefore"]);
});

Deno.test("a reply inside a turn is what is sent again, with what came before it", async () => {
  await using w = await world({ scripts: [answer("two")] });
  await w.run("binary", ["q", "-c", "assistant.model.id=demo/chat", "-p", "words=2", "hi"]);
  const path = `${await w.conversation()}/events.jsonl`;
  const timestamp = "2026-04-10T17:04:20.531Z";
  const more = [
    { type: "turn_start", timestamp },
    { type: "chat_request", timestamp, content: "tell me" },
    { type: "chat_response", timestamp, message: "Well", interrupted: true },
    { type: "chat_request", timestamp, content: "shorter" },
    { type: "chat_response", timestamp, message: "No." },
    { type: "turn_end", timestamp, reason: "complete" },
  ].map((event) => `${JSON.stringify(event)}\n`).join("");
  await Deno.writeTextFile(path, more, { append: true });
  const { code } = await w.run("binary", ["q", "--replay", "-m", "local/test"]);
  assert.equal(code, 0);
  assert.deepEqual(lastSaid(w).slice(-3), ["user: tell me", "assistant: Well", "user: shorter"]);
});

Deno.test("in a fork the original keeps its answer", async () => {
  await using w = await world({ scripts: [answer("one"), answer("two")] });
  await w.run("binary", ["q", "hi"]);
  const original = await w.conversation();
  const before = await Deno.readTextFile(`${original}/events.jsonl`);
  const forked = await w.run("binary", ["q", "--fork", "--replay"]);
  assert.deepEqual([forked.code, forked.stdout], [0, "two\n"]);
  assert.deepEqual(lastSaid(w), ["user: hi"]);
  assert.equal(await Deno.readTextFile(`${original}/events.jsonl`), before);
  assert.equal((await w.conversations()).length, 2);
});

Deno.test("nothing is dropped for a request that cannot be sent", async () => {
  await using w = await world({ scripts: [answer("one")] });
  await w.run("binary", ["q", "hi"]);
  const before = await w.events();
  const { code } = await w.run("binary", ["q", "--replay"], { env: { LOCAL_KEY: "" } });
  assert.equal(code, 1);
  assert.deepEqual(await w.events(), before);
});

Deno.test("without a request to send again that is said, and nothing is made", async () => {
  await using w = await world();
  const { code, stderr } = await w.run("binary", ["q", "--replay"]);
  assert.equal(code, 1);
  assert.match(stderr, /^jp: there is no request to send again\n[^\n]+\n$/);
  assert.deepEqual(await w.conversations(), []);
  assert.equal((await w.run("binary", ["q", "-n", "--replay"])).code, 2);
});

Deno.test("a request with a schema is sent again with it", async () => {
  await using w = await world({ scripts: [answer('{"a": 1}'), answer('{"a": 2}')] });
  await w.run("binary", ["q", "-s", "a int", "hi"]);
  const { stdout } = await w.run("binary", ["q", "--replay"]);
  assert.deepEqual(JSON.parse(stdout), { a: 2 });
  const [first, second] = w.provider.requests.map(({ body }) => body["response_format"]);
  assert.deepEqual(second, first);
});
