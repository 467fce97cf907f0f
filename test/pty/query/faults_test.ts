/** Every provider and every fault of a server, with the real program: what is said, kept, repeated. */
import assert from "node:assert/strict";
import { PARTIAL, type ServerFault, serverFaults } from "../../support/fault_table.ts";
import type { Target } from "../../support/mod.ts";
import type { Wire } from "../../unit/services/providers/wires.ts";
import { ask, type Outcome, PROVIDERS, SECRET } from "./faults_world.ts";

const FAULTS = serverFaults(`the server's words\nwith ${SECRET}`);

/** One line that says what happened, one that says what to do, and nothing else. */
function twoLines(stderr: string): { what: string; help: string } {
  const [, what, help] = /^jp: ([^\n]+)\n([^\n]+)\n$/.exec(stderr) ?? [];
  assert.ok(what !== undefined && help !== undefined, JSON.stringify(stderr));
  return { what, help };
}

async function ends(target: Target, wire: Wire, fault: ServerFault): Promise<void> {
  const where = `${wire.provider}, ${fault.name}`;
  const { code, stdout, stderr, requests, events, stored } = await ask(
    target,
    wire,
    [fault.play],
    { retries: 0 },
  );
  assert.deepEqual([code, requests], [1, 1], `${where}: ${stderr}`);
  assert.equal(stdout, fault.partial === "" ? "" : `${fault.partial}\n`, where);
  const { what, help } = twoLines(stderr);
  assert.match(what, fault.words, where);
  assert.match(help, fault.help, where);
  for (const text of [stdout, stderr, stored]) assert.ok(!text.includes(SECRET), where);
  const kept = events.slice(2).map(({ type, message, interrupted, reason }) => [
    ...[type, message ?? reason],
    ...(interrupted === undefined ? [] : [interrupted]),
  ]);
  assert.deepEqual(kept, [
    ...(fault.partial === "" ? [] : [["chat_response", fault.partial, true]]),
    ["turn_end", "error"],
  ], where);
}

/** The fault once, then a server that is well. */
async function isRepeated(target: Target, wire: Wire, fault: ServerFault): Promise<Outcome> {
  const where = `${wire.provider}, ${fault.name}`;
  const outcome = await ask(target, wire, [
    fault.play,
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(wire.start + wire.word("lo") + wire.end);
    },
  ], { retries: 1 });
  const { code, stdout, stderr, requests, events } = outcome;
  assert.deepEqual([code, requests], [0, 2], `${where}: ${stderr}`);
  assert.equal(stdout, `${fault.partial}lo\n`, where);
  assert.match(stderr, /^[^\n]+ [Rr]etrying \(1[^\n]*\n$/, where);
  assert.match(stderr, fault.words, where);
  assert.equal(events.at(-1)?.["reason"], "complete", where);
  return outcome;
}

/** As many at once as use the machine without crowding it. */
async function few<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await run(one);
  };
  await Promise.all([worker(), worker(), worker()]);
}

for (const wire of PROVIDERS) {
  Deno.test(`${wire.provider}: each fault is one clear line, the rest of the answer kept, exit 1`, async () => {
    await few(FAULTS, (fault) => ends("binary", wire, fault));
  });
}

Deno.test("faults that pass are repeated, with each provider in turn", async () => {
  const passing = FAULTS.filter(({ retried }) => retried);
  await few([...passing.entries()], async ([index, fault]) => {
    const wire = PROVIDERS[index % PROVIDERS.length];
    assert.ok(wire !== undefined);
    await isRepeated("binary", wire, fault);
  });
});

Deno.test("faults that stay are not repeated", async () => {
  const staying = FAULTS.filter(({ retried }) => !retried);
  await few([...staying.entries()], async ([index, fault]) => {
    const wire = PROVIDERS[index % PROVIDERS.length];
    assert.ok(wire !== undefined);
    const { code, requests } = await ask("binary", wire, [fault.play], { retries: 3 });
    assert.deepEqual([code, requests], [1, 1], `${wire.provider}, ${fault.name}`);
  });
});

Deno.test("an answer that broke off is gone on with, in a form each provider accepts", async () => {
  const early = FAULTS.find(({ name }) => name === "a stream that ends too early");
  assert.ok(early !== undefined);
  await few(PROVIDERS, async (wire) => {
    const { bodies } = await isRepeated("binary", wire, early);
    const second = bodies[1] ?? {};
    // None of these models takes a prompt that ends in an answer.
    assert.equal(wire.lastRole(second), "user", wire.provider);
    const text = JSON.stringify(second);
    const [asked, partial, rest] = ['"hi"', `"${PARTIAL}"`, "was cut off"].map((words) =>
      text.indexOf(words)
    );
    assert.ok(asked !== undefined && partial !== undefined && rest !== undefined);
    assert.ok(0 < asked && asked < partial && partial < rest, `${wire.provider}: ${text}`);
  });
});
