import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type PermissionPrompt,
  PromptQueue,
  type QuestionPrompt,
} from "../../../../src/interaction/pending/mod.ts";
import {
  Composer,
  ScriptedPrompts,
  type SelectAnswer,
} from "../../../../src/interaction/prompts/mod.ts";
import type { InlineSelect } from "../../../../src/interaction/widgets/mod.ts";
import { settle } from "../../../support/clock.ts";

/** A user who answers when the test lets them. */
class SlowPrompts extends ScriptedPrompts {
  readonly shown: string[] = [];
  #answer: ((answer: SelectAnswer) => void) | null = null;

  constructor() {
    super([]);
  }

  override inlineSelect(
    select: InlineSelect,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<SelectAnswer> {
    assert.equal(this.#answer, null, "one at a time");
    this.shown.push(select.message);
    const { promise, resolve } = Promise.withResolvers<SelectAnswer>();
    const done = (answer: SelectAnswer): void => {
      this.#answer = null;
      resolve(answer);
    };
    this.#answer = done;
    signal.addEventListener("abort", () => this.#answer === done && done({ kind: "aborted" }));
    return promise;
  }

  press(key: string): void {
    this.#answer?.({ kind: "chosen", key });
  }
}

function queueOn(prompts: ScriptedPrompts): PromptQueue {
  const composer = new Composer({
    prompts,
    editor: () => Promise.resolve(null),
    report: () => {},
  });
  return new PromptQueue({ prompts, composer, editMode: "emacs" });
}

const question = (text: string): QuestionPrompt => ({
  kind: "question",
  text,
  preamble: [],
  answer: { kind: "boolean", default: null },
});
const NEVER = new AbortController().signal;

Deno.test("prompts are asked one at a time, in order, and wait as data meanwhile", async () => {
  const prompts = new SlowPrompts();
  const queue = queueOn(prompts);
  const answers = ["a", "b"].map((text) => queue.ask(question(text), NEVER));
  await settle();
  assert.deepEqual(prompts.shown, ["a"]);
  assert.deepEqual(queue.waiting, [question("a"), question("b")], "the one asked is at the front");
  prompts.press("y");
  await settle();
  assert.deepEqual(prompts.shown, ["a", "b"]);
  prompts.press("N");
  assert.deepEqual(await Promise.all(answers), [
    { kind: "answered", value: true, remember: false },
    { kind: "answered", value: false, remember: true },
  ]);
  assert.deepEqual(queue.waiting, []);
});

Deno.test("one that is aborted leaves the queue, wherever it stands, and the others go on", async () => {
  const prompts = new SlowPrompts();
  const queue = queueOn(prompts);
  const [first, second] = [new AbortController(), new AbortController()];
  const a = queue.ask(question("a"), first.signal);
  const b = queue.ask(question("b"), second.signal);
  const c = queue.ask(question("c"), NEVER);
  await settle();
  second.abort();
  assert.deepEqual(await b, { kind: "aborted" });
  first.abort();
  assert.deepEqual(await a, { kind: "aborted" });
  await settle();
  assert.deepEqual(prompts.shown, ["a", "c"]);
  prompts.press("n");
  assert.equal((await c).kind, "answered");
  assert.deepEqual(await queue.ask(question("d"), first.signal), { kind: "aborted" });
  assert.deepEqual(prompts.shown, ["a", "c"]);
});

Deno.test("the steps of one prompt belong together: no other comes in between", async () => {
  const prompts = new ScriptedPrompts([
    { select: "r" },
    { edit: { kind: "cancelled" } },
    { select: "e" },
    { edit: { kind: "submitted", text: "" } },
    { select: "n" },
    { select: "y" },
  ]);
  const queue = queueOn(prompts);
  const permission: PermissionPrompt = {
    kind: "permission",
    message: "Run local t tool?",
    preview: [],
    arguments: "{}",
    edits: false,
  };
  const [permitted, answered] = await Promise.all([
    queue.ask(permission, NEVER),
    queue.ask(question("b"), NEVER),
  ]);
  assert.deepEqual(permitted, { kind: "skip", remember: false, reason: null });
  assert.equal(answered.kind, "answered");
  assert.equal(prompts.left, 0);
});

Deno.test("whatever is asked, answered and aborted: each prompt has one answer, in order", async () => {
  const step = fc.oneof(
    fc.constant("ask" as const),
    fc.constantFrom("y", "n"),
    fc.nat(5),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const prompts = new SlowPrompts();
      const queue = queueOn(prompts);
      const asked: { stop: AbortController; answer: Promise<unknown> }[] = [];
      for (const each of steps) {
        if (each === "ask") {
          const stop = new AbortController();
          asked.push({ stop, answer: queue.ask(question(String(asked.length)), stop.signal) });
        } else if (typeof each === "number") asked[each]?.stop.abort();
        else prompts.press(each);
        await settle();
      }
      for (const { stop } of asked) stop.abort();
      await Promise.all(asked.map(({ answer }) => answer));
      assert.deepEqual(queue.waiting, []);
      const shown = prompts.shown.map(Number);
      assert.deepEqual(shown, shown.toSorted((a, b) => a - b));
      assert.equal(new Set(shown).size, shown.length);
    }),
    { numRuns: 60 },
  );
});
