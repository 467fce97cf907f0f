import assert from "node:assert/strict";
import { CommandError } from "../../../../../../src/app/app.ts";
import {
  compose,
  type Composed,
  type ComposePorts,
} from "../../../../../../src/app/commands/query/compose/compose.ts";
import type {
  DocumentPlace,
  Edited,
} from "../../../../../../src/app/commands/query/compose/place.ts";
import { renderDocument } from "../../../../../../src/app/commands/query/compose/document.ts";
import type { JsonObject } from "../../../../../../src/core/conversation/mod.ts";
import { EditorError, ScriptedEditor } from "../../../../../../src/interaction/editor/mod.ts";

const SETTINGS = 'assistant.model.id = "a/b"';

/** What a person does with the document that is shown. */
type Step = (shown: string) => Edited;

const save = (change: (shown: string) => string): Step => (shown) => ({
  kind: "saved",
  text: change(shown),
  hasty: false,
});
const asItIs = save((shown) => shown);
const write = (words: string): Step => save((shown) => `${words}${shown}`);

/** A run over scripted openings, with all that came of it. */
class Run {
  readonly shown: string[] = [];
  readonly notices: string[] = [];
  readonly planned: JsonObject[] = [];
  readonly ended = new AbortController();
  fate: "taken back" | "held" | "kept" | "removed" = "taken back";
  passes = 0;

  start(
    steps: readonly Step[],
    options: Partial<ComposePorts<string>> & { readonly earlier?: string } = {},
  ): Promise<Composed<string>> {
    const script = [...steps];
    const place: DocumentPlace = {
      earlier: options.earlier ?? null,
      // deno-lint-ignore require-await -- what a step throws is a rejection
      edit: async (text) => {
        this.shown.push(text);
        const step = script.shift();
        if (step === undefined) throw new RangeError("opened once too often");
        return step(text);
      },
      hold: () => void (this.fate = "held"),
      keep: () => {
        this.fate = "kept";
        return Promise.resolve("/draft");
      },
      remove: () => {
        this.fate = "removed";
        return Promise.resolve();
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    return compose<string>({
      editor: new ScriptedEditor([]),
      place,
      seed: "",
      settings: SETTINGS,
      settingsGiven: false,
      history: "# History",
      plan: (changes) => {
        this.planned.push(changes);
        return Promise.resolve("the plan");
      },
      notice: (text) => void this.notices.push(text),
      pass: () => {
        this.passes++;
        return Promise.resolve();
      },
      signal: this.ended.signal,
      ...options,
    });
  }

  /** The query in the document of that opening. */
  query(opening: number): string {
    return this.shown[opening]?.split(/\n+-+ 8</)[0] ?? "";
  }
}

function fails(words: RegExp, help: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, words);
    assert.match(error.help, help);
    assert.equal(error.code, 1);
    return true;
  };
}

Deno.test("what was written is composed, with the gate passed before and after", async () => {
  const run = new Run();
  const composed = await run.start([write("hello")]);
  assert.deepEqual(composed, { kind: "composed", text: "hello", plan: "the plan", draft: "" });
  assert.deepEqual([run.fate, run.planned, run.notices, run.passes], ["held", [{}], [], 2]);
});

Deno.test("the seed stands above what a draft says, and no words stand there twice", async () => {
  const earlier = renderDocument({
    query: "old words",
    settings: "x = 1",
    errors: ["bad"],
    history: "",
  });
  const first = async (seed: string, draft: string | undefined): Promise<string> => {
    const run = new Run();
    await run.start([asItIs, asItIs], { seed, ...(draft === undefined ? {} : { earlier: draft }) });
    return run.query(0);
  };
  assert.equal(await first("", undefined), "");
  assert.equal(await first("new", undefined), "new");
  assert.equal(await first("", earlier), "old words");
  assert.equal(await first("old words", earlier), "old words");
  assert.equal(await first("old", earlier), "old\n\nold words");
  assert.equal(await first("", "all of\nit"), "all of\nit");
});

Deno.test("a draft's settings are shown again, unless the command line gives others", async () => {
  const earlier = renderDocument({ query: "q", settings: "x = 1", errors: ["bad"], history: "" });
  for (const [settingsGiven, shown] of [[false, "x = 1"], [true, SETTINGS]] as const) {
    const run = new Run();
    await run.start([asItIs], { earlier, settingsGiven });
    assert.ok(run.shown[0]?.includes(`\`\`\`toml\n${shown}\n\`\`\``));
    assert.ok(!run.shown[0]?.includes("ERROR"));
  }
});

Deno.test("nothing written, or nothing left, is ignored, and the document goes", async () => {
  for (const step of [asItIs, save(() => ""), save((shown) => shown.replace("```toml", "`"))]) {
    const run = new Run();
    assert.deepEqual(await run.start([step]), { kind: "ignored" });
    assert.deepEqual([run.fate, run.notices], ["removed", ["jp: ignoring the empty query"]]);
  }
});

Deno.test("a cancelled editor leaves things as they were, or keeps and names what it changed", async () => {
  const run = new Run();
  const cancelled = (changed: boolean): Step => () => ({ kind: "cancelled", changed });
  assert.deepEqual(await run.start([cancelled(false)], { seed: "x" }), { kind: "ignored" });
  assert.deepEqual([run.fate, run.notices], ["taken back", ["jp: ignoring the empty query"]]);
  assert.deepEqual(await run.start([cancelled(true)]), { kind: "ignored" });
  assert.equal(run.fate, "kept");
  assert.match(run.notices[1] ?? "", /^jp: ignoring the empty query; .* \/draft$/);
});

Deno.test("wrong settings are shown again under their errors until they are right", async () => {
  const run = new Run();
  const broken = save((shown) => `hello${shown.replace("a/b", 'a/b"')}`);
  const right = save((shown) => shown.replace('a/b"', "c/d"));
  const composed = await run.start([broken, right]);
  assert.deepEqual(composed, { kind: "composed", text: "hello", plan: "the plan", draft: "" });
  assert.match(run.shown[1] ?? "", /^hello\n[^]*\n> ERROR: line 1 of the block: not valid TOML/);
  assert.deepEqual(run.planned, [{ assistant: { model: { id: "c/d" } } }]);
});

Deno.test("the same wrong document twice ends with the reason; another one is shown again", async () => {
  const run = new Run();
  const broken = save((shown) => `hello${shown.replace("a/b", 'a/b"')}`);
  await assert.rejects(
    run.start([broken, write("more "), asItIs]),
    fails(/^nothing is sent: line 1 of the block/, /kept in \/draft/),
  );
  assert.deepEqual([run.shown.length, run.query(2), run.fate], [3, "more hello", "kept"]);
});

Deno.test("a block that is not closed is shown again, closed", async () => {
  const run = new Run();
  const composed = await run.start([
    save((shown) => `hello${shown.replace("\n```\n", "\n")}`),
    asItIs,
  ]);
  assert.equal(composed.kind, "composed");
  assert.match(run.shown[1] ?? "", /> ERROR: the toml block is not closed\n\n```toml\n.*\n```\n/);
});

Deno.test("leaving the editor that shows errors keeps the words", async () => {
  const run = new Run();
  const broken = save((shown) => `hello${shown.replace("a/b", 'a/b"')}`);
  const left: Step = () => ({ kind: "cancelled", changed: false });
  assert.deepEqual(await run.start([broken, left]), { kind: "ignored" });
  assert.equal(run.fate, "kept");
  assert.match(run.notices[0] ?? "", /\/draft$/);
});

Deno.test("settings the configuration refuses are shown again; other faults are not ours to show", async () => {
  const refused = Object.assign(new Error("command line: a.b: expected c\nmore"), { help: "x" });
  const run = new Run();
  const plan = () => Promise.reject(refused);
  const left: Step = () => ({ kind: "cancelled", changed: false });
  await run.start([write("hello"), left], { plan });
  assert.match(run.shown[1] ?? "", /> ERROR: a\.b: expected c\n> ERROR: more\n/);
  const fault = new TypeError("a mistake of ours");
  const failed = new Run().start([write("hello")], { plan: () => Promise.reject(fault) });
  await assert.rejects(failed, fault);
});

Deno.test("a broken document is kept whole and told of", async () => {
  const run = new Run();
  const broken = save((shown) => `hello${shown.split("\n").slice(5).join("\n")}`);
  await assert.rejects(run.start([broken]), fails(/is gone$/, /kept in \/draft/));
  assert.equal(run.fate, "kept");
});

Deno.test("an editor that does not wait: nothing is sent, the file stays", async () => {
  const hasty: Step = (text) => ({ kind: "saved", text, hasty: true });
  const run = new Run();
  assert.deepEqual(await run.start([hasty]), { kind: "ignored" });
  assert.match(run.notices[0] ?? "", /^jp: ignoring the empty query: scripted ended at once/);
  assert.match(run.notices[0] ?? "", /code --wait[^]*\/draft$/);
  assert.equal(run.fate, "kept");
  const failed = new Run().start([hasty], { seed: "words" });
  await assert.rejects(failed, fails(/^nothing is sent: scripted ended at once/, /code --wait/));
});

Deno.test("an editor that does not start: the words stay, an empty document does not", async () => {
  const spawn: Step = () => {
    throw new EditorError("spawn", "ed: there is no such program", { help: "Set editor.cmd." });
  };
  const run = new Run();
  const failed = fails(/^ed: there is no such program$/, /^Set editor.cmd\.$/);
  await assert.rejects(run.start([spawn]), failed);
  assert.equal(run.fate, "taken back");
  const kept = fails(/^ed: there is no such program$/, /^Set editor.cmd\. .* \/draft$/);
  await assert.rejects(run.start([spawn], { seed: "words" }), kept);
  assert.equal(run.fate, "kept");
});

Deno.test("a shutdown keeps what was written, and rejects with its reason", async () => {
  for (const [changed, fate] of [[true, "kept"], [false, "taken back"]] as const) {
    const run = new Run();
    const reason = new Error("sigterm");
    const aborted: Step = () => {
      run.ended.abort(reason);
      return { kind: "aborted", changed };
    };
    await assert.rejects(run.start([aborted]), reason);
    assert.equal(run.fate, fate);
  }
});
