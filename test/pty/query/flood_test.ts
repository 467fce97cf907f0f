/**
 * An answer that arrives faster than it is read: Ctrl-C still opens the menu, nothing moves behind
 * it, and not a word is lost or doubled, in the pipe and on the disk.
 */
import assert from "node:assert/strict";
import { elapse, RUNTIMES } from "../../support/mod.ts";
import { ChunkWriter } from "../../support/provider_script.ts";
import { assertNoTrace, conversationEvents, pressCtrlC, withProvider } from "../ladder/support.ts";

/** More than the pipe and the program hold for a reader that does not read. */
const WORDS = 100_000;

Deno.test("a press in a flood of tokens has its menu, and no token is lost", async (t) => {
  const words = Array.from(
    { length: WORDS },
    (_, index) => `w${index + 1}${index % 10 === 9 ? "\n\n" : " "}`,
  );
  const chunks = new ChunkWriter("chatcmpl-flood", "test");
  const raw = words.map((word) => chunks.text(word)).join("");
  const answer = words.join("");
  for (const target of RUNTIMES) {
    await t.step(target, async () => {
      await using world = await withProvider([[{ raw }, { finish: "stop" }]]);
      const fifo = `${world.env.workspace}/fifo`;
      await new Deno.Command("mkfifo", { args: [fifo] }).output();
      await using pty = world.pty(target, ["q", "--new", "--format", "text", "hi"], {
        redirect: `>${fifo}`,
      });
      using pipe = await Deno.open(fifo);
      const buffer = new Uint8Array(65_536);
      const decoder = new TextDecoder();
      let got = "";
      const read = async (): Promise<number> => {
        const count = await pipe.read(buffer) ?? 0;
        got += decoder.decode(buffer.subarray(0, count));
        return count;
      };
      await read();
      await pressCtrlC(pty);
      await pty.expect("Interrupted [c,r,s,a,?] ");
      // What the pipe holds is out already; behind the menu nothing follows it.
      let reading = read();
      for (;;) {
        const more = await Promise.race([reading, elapse(100).then(() => null)]);
        if (more === null) break;
        reading = read();
      }
      assert.ok(got.length < answer.length, `${got.length} of ${answer.length}`);
      assert.ok(answer.startsWith(got));
      pty.press("c");
      for (let count = await reading; count > 0;) count = await read();
      assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
      assert.equal(got, answer);
      const kept = (await conversationEvents(world.env)).filter(({ type }) => {
        return type === "chat_response";
      });
      assert.deepEqual(kept.map(({ message }) => message), [answer]);
      assertNoTrace(pty.raw);
    });
  }
});
