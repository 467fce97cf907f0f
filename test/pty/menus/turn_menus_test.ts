/**
 * The menus of a turn on the real program: what each option shows, sends and leaves on the disk.
 */
import assert from "node:assert/strict";
import {
  assertTerminalRestored,
  conversationEvents,
  DEAD_BY_SIGINT,
  LONG_QUERY,
  pressCtrlC,
  query,
  SHUTTING_DOWN,
  startJp,
  streaming,
  withProvider,
} from "../ladder/support.ts";
import { answer, eventually, type Pty, RUNTIMES } from "../../support/mod.ts";

const STREAMING = "Interrupted [c,r,s,a,?] ";
const DONE = { code: 0, signal: null } as const;

async function menu(pty: Pty): Promise<void> {
  await streaming(pty);
  await pressCtrlC(pty);
  await pty.expect(STREAMING);
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: s stops, exits 0 and keeps the partial answer`, async () => {
    await using run = await startJp(target, LONG_QUERY);
    await menu(run.pty);
    run.pty.press("s");
    assert.deepEqual(await run.pty.expectExit(), DONE);
    await assertTerminalRestored(run.pty);
    const events = await conversationEvents(run.env);
    const partial = events.find(({ type }) => type === "chat_response");
    assert.match(String(partial?.["message"]), /^I am jp's built-in demo/);
    assert.equal(partial?.["interrupted"], true);
    assert.equal(events.at(-1)?.["reason"], "stopped");
  });

  Deno.test(`${target}: a aborts, exits 0, and only the partial answer is gone`, async () => {
    await using run = await startJp(target, LONG_QUERY);
    await menu(run.pty);
    run.pty.press("a");
    assert.deepEqual(await run.pty.expectExit(), DONE);
    await assertTerminalRestored(run.pty);
    const events = await conversationEvents(run.env);
    assert.deepEqual(events.filter(({ type }) => type === "chat_response"), []);
    assert.equal(events.find(({ type }) => type === "chat_request")?.["content"], "hello");
    assert.equal(events.at(-1)?.["reason"], "aborted");
  });

  Deno.test(`${target}: ESC continues, and nothing of the answer is lost or doubled`, async () => {
    await using plain = await startJp(target, query(200, 0), { redirect: ">plain.txt" });
    assert.deepEqual(await plain.pty.expectExit(), DONE);
    await using run = await startJp(target, query(200, 8), { redirect: ">answer.txt" });
    const read = (dir: string, name: string) => Deno.readTextFile(`${dir}/${name}`);
    // Before its first words the menu is the turn's.
    await eventually(async () => {
      const text = await read(run.env.workspace, "answer.txt").catch(() => "");
      return text.includes("I am") || undefined;
    }, "an answer");
    await pressCtrlC(run.pty);
    await run.pty.expect(STREAMING);
    run.pty.press("Esc");
    assert.deepEqual(await run.pty.expectExit(), DONE);
    assert.equal(
      await read(run.env.workspace, "answer.txt"),
      await read(plain.env.workspace, "plain.txt"),
    );
  });

  Deno.test(`${target}: a press that ends the run at the menu over a reply says that it is kept`, async () => {
    await using world = await withProvider([[{ text: "One two" }, { stall: true }]]);
    await using pty = world.pty(target, ["q", "count"]);
    await pty.expect("One two");
    await pressCtrlC(pty);
    await pty.expect(STREAMING);
    pty.press("r");
    await pty.expect("Reply: ");
    pty.write("go on");
    await pty.expect("go on");
    pty.press("C-c");
    await pty.expect(STREAMING);
    await pressCtrlC(pty);
    await pty.expect("Your reply is kept; the next one here begins with it.");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(pty);
  });

  Deno.test(`${target}: r sends a reply in the same turn, after a draft was backed out of`, async () => {
    await using world = await withProvider([
      [{ text: "One" }, { text: " two" }, { stall: true }],
      answer("Three."),
    ]);
    await using pty = world.pty(target, ["q", "count"]);
    await pty.expect("One two");
    await pressCtrlC(pty);
    await pty.expect(STREAMING);
    pty.press("r");
    await pty.expect("Reply: ");
    pty.write("go on");
    await pty.expect("go on");
    // Back to the menu, one level up; the draft is offered again.
    pty.press("C-c");
    await pty.expect(STREAMING);
    pty.press("r");
    await pty.expect("Reply: go on");
    pty.write(" please");
    await pty.expect(" please");
    pty.press("Enter");
    await pty.expect("Three.");
    assert.deepEqual(await pty.expectExit(), DONE);
    await assertTerminalRestored(pty);
    const second = (await world.provider.request(2)).body as {
      messages: { role: string; content: unknown }[];
    };
    const words = second.messages.filter(({ role }) => role !== "system")
      .map(({ role, content }) => `${role}: ${text(content)}`);
    assert.deepEqual(words, ["user: count", "assistant: One two", "user: go on please"]);
    const events = await conversationEvents(world.env);
    assert.deepEqual(
      events.map(({ type }) => type),
      [
        "turn_start",
        "chat_request",
        "chat_response",
        "chat_request",
        "chat_response",
        "turn_end",
      ],
    );
    assert.equal(events.at(-1)?.["reason"], "complete");
  });

  Deno.test(`${target}: a press while the server says nothing asks, and s sends nothing more`, async () => {
    await using world = await withProvider([[{ acceptOnly: true }]]);
    await using pty = world.pty(target, ["q", "hello"]);
    await world.provider.request(1);
    await pressCtrlC(pty);
    await pty.expect(STREAMING);
    pty.press("s");
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.equal(world.provider.requests.length, 1);
    assert.equal((await conversationEvents(world.env)).at(-1)?.["reason"], "stopped");
  });

  Deno.test(`${target}: q in the fallback menu shuts down as the second press does`, async () => {
    await using run = await startJp(target, ["doctor", "--keys"]);
    await run.pty.expect("Enter twice ends it.");
    await run.pty.expectScreen(/ends it/);
    await pressCtrlC(run.pty);
    await run.pty.expect("Interrupted [c,q,?] ");
    run.pty.press("q");
    await run.pty.expect(SHUTTING_DOWN);
    assert.deepEqual(await run.pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(run.pty);
  });
}

Deno.test("a configured stop replaces the menu of its scope", async () => {
  await using run = await startJp("binary", [
    "-c",
    "interrupt.streaming.action=stop",
    ...LONG_QUERY,
  ]);
  await streaming(run.pty);
  await pressCtrlC(run.pty);
  assert.deepEqual(await run.pty.expectExit(), DONE);
  assert.ok(!run.pty.raw.includes("Interrupted"));
  assert.equal((await conversationEvents(run.env)).at(-1)?.["reason"], "stopped");
});

function text(content: unknown): string {
  if (typeof content === "string") return content;
  return (content as { text: string }[]).map((part) => part.text).join("");
}
