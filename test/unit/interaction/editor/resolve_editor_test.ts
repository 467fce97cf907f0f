/**
 * Which program is the editor, and what is started for it (RFD 088 "Configuration changes"; PR-017).
 */
import assert from "node:assert/strict";
import {
  type EditorError,
  resolveEditor,
  shellWords,
  spawnCommand,
} from "../../../../src/interaction/editor/mod.ts";

const ENVS = ["JP_EDITOR", "VISUAL", "EDITOR"];

function search(env: Record<string, string>, programs: readonly string[]) {
  return {
    env: (name: string) => ({ PATH: "/usr/bin::/opt/bin", ...env })[name],
    fs: {
      info: (path: string) =>
        Promise.resolve(
          programs.includes(path)
            ? { kind: "file", size: 1, modified: 0, executable: !path.endsWith("-plain") } as const
            : null,
        ),
    },
    os: "linux" as const,
  };
}

Deno.test("a configured command is taken at its word, flags and all", async () => {
  const nothing = search({}, []);
  assert.deepEqual(await resolveEditor({ cmd: "code --wait 'a b'", envs: ENVS }, nothing), {
    program: "code",
    args: ["--wait", "a b"],
    shell: false,
  });
  const table = { program: "subl", args: ["-w"], shell: false };
  assert.deepEqual(await resolveEditor({ cmd: table, envs: ENVS }, nothing), table);
});

Deno.test("a blank command is none; unbalanced quotes are an error that says so", async () => {
  const found = search({ EDITOR: "vi" }, ["/usr/bin/vi"]);
  for (const cmd of [null, "", "  ", { program: " ", args: [], shell: false }]) {
    assert.equal((await resolveEditor({ cmd, envs: ENVS }, found))?.program, "vi");
  }
  await assert.rejects(
    resolveEditor({ cmd: "code 'x", envs: ENVS }, found),
    (error: EditorError) => error.code === "spawn" && /quotes/.test(error.message),
  );
});

Deno.test("the first variable that names a program that can run", async () => {
  const cases: [Record<string, string>, string[], string | null][] = [
    [{ JP_EDITOR: "subl -w", VISUAL: "vi" }, ["/opt/bin/subl", "/usr/bin/vi"], "subl -w"],
    [{ JP_EDITOR: "missing", VISUAL: "vi" }, ["/usr/bin/vi"], "vi"],
    [{ JP_EDITOR: "vi 'unbalanced", EDITOR: "vi" }, ["/usr/bin/vi"], "vi"],
    [{ VISUAL: "/x/ed-plain", EDITOR: "/x/ed -q" }, ["/x/ed-plain", "/x/ed"], "/x/ed -q"],
    [{ EDITOR: "'/a path/ed' --wait" }, ["/a path/ed"], "/a path/ed --wait"],
    [{ EDITOR: "" }, ["/usr/bin/vi"], null],
    [{}, ["/usr/bin/vi"], null],
  ];
  for (const [env, programs, expected] of cases) {
    const found = await resolveEditor({ cmd: null, envs: ENVS }, search(env, programs));
    assert.equal(found === null ? null : [found.program, ...found.args].join(" "), expected);
  }
});

Deno.test("program, flags in order, then one real path", () => {
  const command = { program: "code", args: ["--wait", "-n"], shell: false };
  assert.deepEqual(spawnCommand(command, ["/tmp/a b.md"], "linux"), {
    program: "code",
    args: ["--wait", "-n", "/tmp/a b.md"],
  });
});

Deno.test("a shell line gets the paths as its arguments, unless it places them itself", () => {
  const started = (program: string) =>
    spawnCommand({ program, args: [], shell: true }, ["/tmp/x.md"], "darwin").args;
  assert.deepEqual(started("A=1 vim"), ["-c", 'A=1 vim "$@"', "jp-editor", "/tmp/x.md"]);
  assert.deepEqual(started('vim "$@" | tee log'), [
    "-c",
    'vim "$@" | tee log',
    "jp-editor",
    "/tmp/x.md",
  ]);
});

Deno.test("words without a shell: no expansion, null for quotes that do not match", () => {
  assert.deepEqual(shellWords(`a '$HOME' "b c" d\\ e`), ["a", "$HOME", "b c", "d e"]);
  assert.equal(shellWords(`"open`), null);
});
