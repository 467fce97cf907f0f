/**
 * Plugins that do not end as they should, or say more than anybody reads: jp ends all the same, says
 * why, and leaves nothing of them.
 */
import assert from "node:assert/strict";
import { UnreadPipe } from "../../support/mod.ts";
import { assertNoTrace } from "../ladder/support.ts";
import { assertNoneLeft, pluginWorld } from "./support.ts";

const ENDINGS: Record<string, { body: string; code: number; says: RegExp }> = {
  "in the middle of a line": {
    body: `printf '{"type":"exi'`,
    code: 1,
    says: /jp-ends ended with status 0 without saying exit/,
  },
  "with its last line unfinished": {
    body: `printf '{"type":"exit","code":9}'`,
    code: 9,
    says: /^$/,
  },
  "with a failure": {
    body: "echo first >&2; echo 'it broke' >&2; exit 3",
    code: 1,
    says: /ended with status 3 without saying exit\nIts last words: first \| it broke/,
  },
  "its output, and goes on": {
    body: "exec >&-; note closed; while IFS= read -r line; do :; done; note over",
    code: 1,
    says: /closed its output without saying exit/,
  },
  "leaving a child behind": {
    body: `sleep 100 & say '{"type":"exit","code":0}'`,
    code: 0,
    says: /^$/,
  },
  "leaving a child with its pipes in another session": {
    body: `setsid sh -c 'sleep 2' & sleep 0.2; say '{"type":"exit","code":0}'`,
    code: 0,
    says: /^$/,
  },
  "without a program to be": {
    body: "#!/no/such/interpreter\n",
    code: 1,
    says: /cannot be executed/,
  },
};

for (const [how, { body, code, says }] of Object.entries(ENDINGS)) {
  Deno.test(`a plugin that ends ${how}`, async () => {
    await using world = await pluginWorld({ plugins: { ends: body } });
    await using jp = world.detached(how.startsWith("with") ? "deno" : "binary", ["ends"]);
    const result = await jp.result();
    assert.equal(result.code, code, result.stderr);
    assert.match(result.stderr, says);
    assert.equal(result.stdout, "");
    assertNoTrace(result.stderr);
    if (!how.includes("session")) await assertNoneLeft(jp);
  });
}

Deno.test("a flood is read no faster than it is written, and can be stopped", async () => {
  const flood = `
line='{"type":"print","text":"${"x".repeat(1000)}\\n"}'
yes "$line"`;
  // It has no ear for a request to end: it gets no time for one.
  const config = "[plugins]\nshutdown_timeout_secs = 0\n";
  await using world = await pluginWorld({ plugins: { flood }, config });
  await using pipe = await UnreadPipe.make(world.bin);
  await using jp = world.detached("binary", ["flood"], { stdout: { file: pipe.path } });
  await pipe.full();
  jp.kill("SIGTERM");
  await jp.expectExit();
  await assertNoneLeft(jp);
});

Deno.test("the reader of its output goes: it is asked to end, and jp dies by SIGPIPE", async () => {
  const pipes = `
trap 'note TERM' TERM
for i in 1 2 3 4 5 6 7 8 9; do say '{"type":"print","text":"row\\n"}'; sleep 0.05; done
while IFS= read -r line; do note "$line"; break; done`;
  await using world = await pluginWorld({ plugins: { pipes } });
  await using jp = world.detached("binary", ["pipes"]);
  await jp.stdout.expect("row");
  await jp.stdout.close();
  const { signal } = await jp.expectExit();
  assert.equal(signal, "SIGPIPE");
  assert.deepEqual(await world.notes("pipes"), ['{"type":"shutdown"}']);
});
