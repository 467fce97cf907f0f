/** Faults below HTTP, with the runtimes whose words for them differ; and a server that never gets well. */
import assert from "node:assert/strict";
import { RUNTIMES } from "../../support/mod.ts";
import { type Wire, WIRES } from "../../unit/services/providers/wires.ts";
import { ask } from "./faults_world.ts";
import { world } from "./world.ts";

const wire = WIRES.find(({ provider }) => provider === "anthropic") as Wire;

async function nobodyThere(): Promise<string> {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  return await Promise.resolve(`http://127.0.0.1:${port}/v1`);
}

const PLACES: readonly [
  what: string,
  url: () => Promise<string>,
  retries: number,
  words: RegExp,
  help: RegExp,
][] = [
  [
    "a name that does not resolve",
    () => Promise.resolve("http://no-such-host.invalid/v1"),
    0, // it takes a resolver seconds to say so where there is no network
    /no-such-host\.invalid\) cannot be found/,
    /online.*base_url/,
  ],
  ["nobody there", nobodyThere, 1, /refused the connection/, /server runs.*base_url/],
  [
    "a network that leads nowhere",
    () => Promise.resolve("http://[100::1]/v1"),
    0,
    /cannot be reached|No answer from|refused/,
    /online|network|server/,
  ],
];

for (const target of RUNTIMES) {
  Deno.test(`${target}: no network, no name, no server: told, and repeated before`, async () => {
    await Promise.all(PLACES.map(async ([what, url, retries, words, help]) => {
      const { code, stdout, stderr, events } = await ask(target, wire, [], {
        retries,
        url: await url(),
      });
      assert.deepEqual([code, stdout], [1, ""], what);
      const told = /^(?:([^\n]+) [Rr]etrying \(1[^\n]*\n)?jp: ([^\n]+)\n([^\n]+)\n$/.exec(stderr);
      assert.ok(told !== null, `${what}: ${stderr}`);
      assert.equal(told[1] !== undefined, retries > 0, `${what}: ${stderr}`);
      assert.match(told[2] ?? "", words, what);
      assert.match(told[3] ?? "", help, what);
      assert.equal(events.at(-1)?.["reason"], "error", what);
    }));
  });

  Deno.test(`${target}: a connection reset in the middle of the answer`, async () => {
    await using w = await world({
      user: "assistant.request.max_retries = 0",
      scripts: [[{ text: "Hel" }, { stall: true }, { reset: true }]],
    });
    await using jp = w.spawn(target, ["q", "hi"]);
    await jp.stdout.expect("Hel");
    (await w.provider.request(1)).release();
    const { code, stdout, stderr } = await jp.result();
    assert.deepEqual([code, stdout], [1, "Hel\n"], stderr);
    assert.match(stderr, /^jp: [^\n]*lost in the middle[^\n]*\n[^\n]+\n$/);
    const [, , answer] = await w.events();
    assert.deepEqual([answer?.["message"], answer?.["interrupted"]], ["Hel", true]);
  });
}

Deno.test("a server that breaks off every answer is given up in the end", async () => {
  const { code, stdout, stderr, requests, events } = await ask("binary", wire, [(response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(wire.start + wire.word("a") + wire.word("b"));
  }], { retries: 2 });
  assert.deepEqual([code, requests], [1, 11], stderr);
  assert.equal(stdout, `${"ab".repeat(11)}\n`);
  assert.equal(events.filter(({ interrupted }) => interrupted === true).length, 11);
  assert.match(stderr, /\njp: [^\n]+\n[^\n]+\n$/);
});
