/** With nothing configured at all the demo answers, word by word. */
import assert from "node:assert/strict";
import { TARGETS } from "../../support/mod.ts";
import { world } from "./world.ts";

// At a human pace an answer takes seconds: the targets talk at the same time.
Deno.test("without any configuration the demo answers, word by word, on every target", async () => {
  await Promise.all(TARGETS.map(async (target) => {
    await using w = await world({ bare: true, env: { LOCAL_KEY: "" } });
    await Deno.remove(`${w.fixture.configHome}/jp`, { recursive: true });
    await using jp = w.spawn(target, ["query", "what can you do?"]);
    await jp.stdout.expect("demo");
    const early = jp.stdout.text;
    const { code, stdout, stderr } = await jp.result();
    assert.equal(code, 0);
    assert.ok(early.length < stdout.length / 2, "the answer came in one lump");
    assert.ok(jp.stdout.chunks.length > 20, `${jp.stdout.chunks.length} pieces`);
    assert.match(stdout, /jp/);
    assert.ok(stdout.endsWith("\n"));
    assert.match(stderr, /^No model is configured; the built-in demo answers[^\n]*\n$/);
  }));
});

for (const target of TARGETS) {
  Deno.test(`${target}: --version says version, runtime and target`, async () => {
    await using w = await world();
    for (const flag of ["--version", "-V"]) {
      const { code, stdout, stderr } = await w.run(target, [flag]);
      const runtime = target === "deno" ? "deno" : "bun";
      assert.match(
        stdout,
        new RegExp(`^jp \\d+\\.\\d+\\.\\d+ \\(${runtime} [\\d.]+, linux-\\w+\\)\\n$`),
      );
      assert.deepEqual([code, stderr], [0, ""]);
    }
  });
}

Deno.test("the demo is sized by -p, and has exactly that many words", async () => {
  await using w = await world({ bare: true });
  const { stdout } = await w.run("binary", [
    ...["q", "-m", "demo/chat", "-p", "words=137", "-p", "interval_ms=0"],
    "hello",
  ]);
  assert.equal(stdout.trim().split(/\s+/).length, 137);
});
