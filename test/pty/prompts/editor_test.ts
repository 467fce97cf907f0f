/**
 * The terminal lent to an editor, whatever the editor does with it (RFD 088; interrupts.md "External
 * editor"; PR-017, PR-019, PR-020, PR-021, PR-022, PR-024, PR-036).
 */
import assert from "node:assert/strict";
import { elapse, type Pty } from "../../support/mod.ts";
import {
  ask,
  assertEndedWell,
  assertRestored,
  DEAD_BY_SIGHUP,
  DEAD_BY_SIGINT,
  Folder,
  MENU_OVER_PROMPT,
  outcome,
  pressCtrlC,
  RUNTIMES,
  shellAround,
} from "./support.ts";

const TYPED = 200;
/** Reads bytes from a raw terminal until `q`, keeps them, and saves. */
const RAW = (log: string) =>
  [
    "saved=$(stty -g)",
    "stty raw -echo",
    'printf "\\033[?1049h\\033[?1000hRAW AND HERE\\r\\n"',
    `: >${log}`,
    "while c=$(dd bs=1 count=1 2>/dev/null); do",
    '  [ "$c" = q ] && break',
    `  printf %s "$c" >>${log}`,
    "done",
    'printf "\\033[?1000l\\033[?1049l"',
    'stty "$saved"',
  ].join("\n");

async function openReply(pty: Pty, typed: string): Promise<void> {
  await pty.expectScreen("Reply:");
  pty.write(typed);
  await pty.expectScreen(`Reply: ${typed}`);
  pty.press("C-x");
}

async function send(pty: Pty): Promise<unknown> {
  pty.press("Enter");
  return (await outcome(pty))["text"];
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: the first, third and tenth editor of a run get every key`, async () => {
    await using folder = new Folder();
    const log = `${folder.path}/log`;
    const editor = await folder.script("raw", RAW(log));
    await using pty = ask(target, [{ do: "reply" }], { plan: { editor }, timeoutMs: 40_000 });
    await pty.expectScreen("Reply:");
    for (let opening = 1; opening <= 10; opening++) {
      pty.press("C-x");
      const keys = Array.from({ length: TYPED }, (_, at) => "abcdefghij"[(at + opening) % 10]);
      await pty.expect("RAW AND HERE");
      if ([1, 3, 10].includes(opening)) {
        for (const key of keys) {
          pty.write(key ?? "");
          // A read of its own each, as far as a millisecond can do it.
          await elapse(1);
        }
      }
      pty.press("q");
      await pty.expectScreen((screen) => screen.text.includes("Enter to send"));
      const kept = await folder.read("log");
      assert.equal(kept, [1, 3, 10].includes(opening) ? keys.join("") : "");
    }
    // The first key after it is the widget's.
    pty.press("x");
    assert.equal(await send(pty), "x");
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: program, flags, one real path; three terminals, whatever ours are`, async () => {
    await using folder = new Folder();
    const editor = await folder.script(
      "where",
      `printf '%s\\n' "$@" >${folder.path}/args; cat "$3" >${folder.path}/seed\n` +
        `t=; for fd in 0 1 2; do [ -t $fd ] && t="$t tty"; done; echo $t >${folder.path}/ttys\n` +
        `printf 'from the editor' >"$3"`,
    );
    const redirect = `</dev/null >${folder.path}/out 2>${folder.path}/err`;
    await using pty = ask(target, [{ do: "reply" }], {
      plan: { editor: `${editor} --flag 'a b'` },
      redirect,
    });
    await openReply(pty, "hello");
    await pty.expectScreen("Reply: from the editor");
    pty.press("Enter");
    await assertEndedWell(pty);
    const [flag, quoted, path] = (await folder.read("args")).split("\n");
    assert.deepEqual([flag, quoted], ["--flag", "a b"]);
    assert.match(path ?? "", /^\/.*\.md$/);
    await assert.rejects(Deno.stat(path ?? ""), Deno.errors.NotFound);
    assert.equal(await folder.read("seed"), "hello");
    assert.equal(await folder.read("ttys"), "tty tty tty\n");
    assert.equal(
      await folder.read("out"),
      '{"kind":"reply","text":"from the editor","composedIn":"inline"}\n',
    );
    assert.equal(await folder.read("err"), "");
  });

  const KEEPING: Record<string, { script: string; says: RegExp | null }> = {
    "saves, then fails": { script: 'printf new >"$1"; exit 1', says: /saved is in (\S+\.md)/ },
    "fails without saving": { script: "exit 1", says: null },
    "saves and is killed": {
      script: 'printf new >"$1"; kill -TERM $$',
      says: /saved is in (\S+\.md)/,
    },
    "is killed and leaves the terminal raw": {
      script:
        'stty raw -echo; printf "\\033[?1049h\\033[?1000;2004h\\033[=1;1u\\033[?25l\\033[5 q\\033[1m"; kill -KILL $$',
      says: null,
    },
    "leaves the terminal raw and says it is well": { script: "stty raw -echo; exit 0", says: null },
    "forks and is gone": {
      script: '(sleep 0.3; printf late >"$1") >/dev/null 2>&1 & exit 0',
      says: /needs a flag that makes it wait.* stays at (\S+\.md)/s,
    },
  };
  for (const [name, { script, says }] of Object.entries(KEEPING)) {
    Deno.test(`${target}: an editor that ${name}: the text stays`, async () => {
      await using folder = new Folder();
      // Long enough that a person may have looked at it, but for the one that is not.
      const slow = name.startsWith("forks") ? "" : "sleep 0.5\n";
      const editor = await folder.script("editor", slow + script);
      await using pty = ask(target, [{ do: "reply" }], {
        plan: { editor },
        cols: 300,
        env: { TMPDIR: folder.path },
      });
      await openReply(pty, "as it was");
      // Gone, and here again.
      await pty.expect("Reply: as it was");
      await pty.expectScreen("Reply: as it was");
      if (says === null) assert.doesNotMatch(pty.raw, /saved is in|wait/);
      else {
        const path = says.exec((await pty.screen()).text)?.[1];
        assert.ok(path !== undefined, (await pty.screen()).text);
        assert.ok((await Deno.stat(path)).isFile);
      }
      pty.press("!");
      assert.equal(await send(pty), "as it was!");
      await assertEndedWell(pty);
    });
  }

  Deno.test(`${target}: an editor that does not start is said, and the text stays`, async () => {
    await using folder = new Folder();
    const plain = `${folder.path}/not-executable`;
    await Deno.writeTextFile(plain, "#!/bin/sh\n", { mode: 0o644 });
    for (const [editor, why] of [["/no/such/editor", "no such program"], [plain, "executed"]]) {
      await using pty = ask(target, [{ do: "reply" }], {
        plan: { editor: editor ?? "" },
        cols: 200,
      });
      await openReply(pty, "kept");
      await pty.expectScreen(why ?? "");
      await pty.expectScreen("Reply: kept");
      assert.equal(await send(pty), "kept");
      await assertEndedWell(pty);
    }
  });

  for (const [mode, stty] of [["cooked", ""], ["raw", "stty raw -echo"]] as const) {
    Deno.test(`${target}: five presses in a ${mode} editor are the editor's`, async () => {
      await using folder = new Folder();
      const editor = await folder.script(
        "editor",
        [
          "saved=$(stty -g)",
          stty,
          "n=0",
          "trap 'n=$((n+1)); printf \"press %s\\n\" $n' INT",
          'printf "HERE I AM\\n"',
          mode === "raw"
            ? 'while [ $n -lt 5 ]; do c=$(dd bs=1 count=1 2>/dev/null); n=$((n+1)); printf "press %s\\n" $n; done'
            : "while [ $n -lt 5 ]; do sleep 0.02; done",
          // Its screen is its own affair, the echo of the key too.
          'printf "\\033[2J\\033[H"; printf saved >"$1"',
          'stty "$saved"',
        ].join("\n"),
      );
      await using pty = ask(target, [{ do: "reply" }], { plan: { editor } });
      await openReply(pty, "x");
      await pty.expect("HERE I AM");
      for (let press = 1; press <= 5; press++) {
        pty.press("C-c");
        await pty.expect(`press ${press}`);
      }
      await pty.expectScreen("Reply: saved");
      assert.ok(!pty.raw.includes("Interrupted"));
      // The next one is a first press: in a reply, the reply's own.
      await pressCtrlC(pty);
      assert.equal((await outcome(pty))["kind"], "interrupted");
      await assertEndedWell(pty);
    });
  }

  Deno.test(`${target}: an editor that dies of the press: the old text, and a first press after it`, async () => {
    await using folder = new Folder();
    const editor = await folder.script("editor", 'printf "HERE I AM\\n"; exec sleep 20');
    await using pty = ask(target, [{ do: "edit", text: "old" }], { plan: { editor } });
    await pty.expectScreen("Edit: old");
    pty.press("C-x");
    await pty.expect("HERE I AM");
    pty.press("C-c");
    await pty.expect("Edit: old");
    await pressCtrlC(pty);
    await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
    pty.press("b");
    await pty.expectScreen("Edit: old");
    assert.equal(await send(pty), "old");
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: SIGTERM with an editor open ends both, and what it saved is named`, async () => {
    await using folder = new Folder();
    const editor = await folder.script(
      "editor",
      'stty raw -echo; printf better >"$1"; printf "HERE I AM\\r\\n"; exec sleep 20',
    );
    await using pty = ask(target, [{ do: "reply" }], {
      plan: { editor },
      env: { TMPDIR: folder.path },
      cols: 200,
    });
    await openReply(pty, "good");
    await pty.expect("HERE I AM");
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.deepEqual(pty.survivors(), []);
    const path = /saved is in (\S+\.md)/.exec(pty.raw)?.[1] ?? "";
    assert.equal(await Deno.readTextFile(path), "better");
    assert.match(pty.raw, /\{"kind":"aborted","text":"good","caret":4\}/);
    await assertRestored(pty);
  });

  Deno.test(`${target}: a terminal that goes away under an editor ends both`, async () => {
    await using folder = new Folder();
    const editor = await folder.script("editor", 'printf "HERE I AM\\n"; exec sleep 20');
    await using pty = ask(target, [{ do: "reply" }], { plan: { editor } });
    await openReply(pty, "x");
    await pty.expect("HERE I AM");
    await pty.hangup();
    assert.deepEqual(await pty.exit, DEAD_BY_SIGHUP);
    assert.deepEqual(pty.survivors(), []);
  });

  Deno.test(`${target}: a stop in the editor stops us too, and all comes back`, async () => {
    await using folder = new Folder();
    const editor = await folder.script(
      "editor",
      'printf "HERE I AM\\n"; kill -TSTP 0; printf saved >"$1"; printf "BACK\\n"',
    );
    await using pty = await shellAround(target, [{ do: "reply" }], { plan: { editor } });
    await openReply(pty, "x");
    await pty.expect("HERE I AM");
    await pty.expect("SHELL$ ");
    pty.write("fg\r");
    await pty.expect("BACK");
    await pty.expectScreen("Reply: saved");
    assert.equal(await send(pty), "saved");
    await pty.expect("SHELL$ ");
    pty.write("exit\r");
    await pty.expectExit();
  });

  Deno.test(`${target}: vim, with everything of ours redirected`, async () => {
    await using folder = new Folder();
    const redirect = `</dev/null >${folder.path}/out 2>${folder.path}/err`;
    await using pty = ask(target, [{ do: "reply", editMode: "vi" }], {
      plan: { editor: "vim -u NONE -N -n" },
      redirect,
      env: { TMPDIR: folder.path },
    });
    await openReply(pty, "one");
    await pty.expectScreen((screen) => screen.modes.altScreen && screen.text.includes("one"));
    pty.write("A and two\x1b");
    await pty.expectScreen("one and two");
    pty.write(":wq\r");
    await pty.expectScreen(/Reply: one and two/);
    pty.press("Enter");
    await assertEndedWell(pty);
    assert.equal(
      await folder.read("out"),
      '{"kind":"reply","text":"one and two","composedIn":"inline"}\n',
    );
    assert.equal(await folder.read("err"), "");
  });

  Deno.test(`${target}: the editor first: sent, left empty, not there`, async () => {
    await using folder = new Folder();
    const write = (text: string) => folder.script("editor", `printf '${text}' >"$1"; sleep 0.5`);
    const first = { do: "reply", compose: true } as const;
    {
      const editor = await write("from there");
      await using pty = ask(target, [first], { plan: { editor } });
      assert.deepEqual(await outcome(pty), {
        kind: "reply",
        text: "from there",
        composedIn: "editor",
      });
      await assertEndedWell(pty);
    }
    {
      const editor = await write("");
      const draft = { text: "before", caret: 1 };
      await using pty = ask(target, [{ ...first, draft }], { plan: { editor } });
      assert.deepEqual(await outcome(pty), {
        kind: "cancelled",
        by: "editor",
        text: "",
        caret: 0,
      });
      await assertEndedWell(pty);
    }
    await using pty = ask(target, [first, { do: "reply", compose: "always" }], { cols: 200 });
    await pty.expectScreen("Continuing with the inline editor.");
    await pty.expectScreen("Reply:");
    pty.write("typed");
    pty.press("Enter");
    assert.equal((await outcome(pty))["text"], "typed");
    await pty.expect("Returning to the menu.");
    assert.equal((await outcome(pty))["by"], "editor");
    await assertEndedWell(pty);
  });
}
