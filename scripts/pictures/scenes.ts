/**
 * What the pictures show: real runs, typed into a shell on a terminal, photographed when a certain
 * thing is on the screen.
 */

import {
  fixtureEnv,
  jpCommand,
  pressCtrlC,
  type Pty,
  repositoryPath,
  type Screen,
  type Script,
  spawnPty,
  startProvider,
  toolCalls,
} from "../../test/support/mod.ts";

/** A picture's name and how its screen comes about. */
export interface Scene {
  /** `docs/NAME.svg`. */
  readonly name: string;
  readonly title: string;
  readonly rows: number;
  /** Run in this repository; else in a workspace of its own. */
  readonly inRepository?: true;
  /** What the stand-in for a model answers; left out: the built-in demo does. */
  readonly scripts?: readonly Script[];
  readonly play: (pty: Pty) => Promise<Screen>;
}

const BEGIN = "\\$ ";

const ANSWER = "The sky is blue because air scatters short waves more than long ones:\n\n" +
  "1. **Sunlight** holds every colour.\n" +
  "2. **Molecules** are far smaller than its waves, so what they scatter grows\n" +
  "   with the fourth power of the frequency.\n" +
  "3. Blue is scattered about four times as much as red, and so comes from";

/** The scenes, in the order of the README. */
export const SCENES: readonly Scene[] = [
  {
    name: "menu",
    title: "Ctrl-C while an answer streams, then ?",
    rows: 18,
    scripts: [[{ text: ANSWER }, { stall: true }]],
    play: async (pty) => {
      await interruptedAnswer(pty);
      pty.press("?");
      return await pty.expectScreen(/Abort \(discard & exit\)/);
    },
  },
  {
    name: "reply",
    title: "r: a reply, several lines long if you like",
    rows: 16,
    scripts: [[{ text: ANSWER }, { stall: true }]],
    play: async (pty) => {
      await interruptedAnswer(pty);
      pty.press("r");
      await pty.expectScreen(/Reply:/);
      pty.write("Shorter, please.");
      pty.press("M-Enter");
      pty.write("And why are sunsets red?");
      return await pty.expectScreen(/sunsets red\?/);
    },
  },
  {
    name: "permission",
    title: "A tool may do nothing unseen",
    rows: 22,
    scripts: [
      toolCalls({
        id: "call_1",
        name: "fs_edit",
        args: {
          path: "greet.py",
          old: 'print("Hello " + name)',
          new: 'print(f"Hello, {name}!")',
        },
      }),
    ],
    play: async (pty) => {
      await type(pty, "jp query -t=fs_edit 'Use an f-string in greet.py'");
      return await pty.expectScreen(/\[y,Y,n,N,p,r,e,\?\]/);
    },
  },
  {
    name: "countdown",
    title: "A graceful shutdown is bounded, and shows it",
    rows: 8,
    inRepository: true,
    play: async (pty) => {
      await type(pty, "BATCH_ITEM_MS=9000 deno run -A scripts/examples/batch.ts a.png b.png");
      await pty.expect("converting a.png");
      await pressCtrlC(pty);
      await pty.expectScreen(/a\.png \(1 of 2\) \[/);
      await pressCtrlC(pty);
      return await pty.expectScreen(/Shutting down… 8\.\ds/);
    },
  },
];

/** Plays a scene to its picture's screen. */
export async function play(scene: Scene): Promise<Screen> {
  await using env = await fixtureEnv();
  await using provider = await startProvider(scene.scripts ?? []);
  await Deno.mkdir(`${env.configHome}/jp`, { recursive: true });
  await Deno.writeTextFile(
    `${env.configHome}/jp/config.toml`,
    [
      'assistant.model.id = "work/some-model"',
      "[providers.llm.work]",
      'kind = "openai-compatible"',
      `base_url = "${provider.url}"`,
      'api_key_env = "WORK_KEY"',
      "",
    ].join("\n"),
  );
  await env.file("greet.py", 'import sys\n\nname = sys.argv[1]\nprint("Hello " + name)\n');
  const bin = `${env.root}/bin`;
  await Deno.mkdir(bin);
  await Deno.symlink(jpCommand("binary").cmd, `${bin}/jp`);
  await Deno.symlink(Deno.execPath(), `${bin}/deno`);
  await using pty = spawnPty({
    cmd: "bash",
    args: ["--norc", "--noprofile"],
    cwd: scene.inRepository === true ? repositoryPath("") : env.workspace,
    cols: 84,
    rows: scene.rows,
    env: { ...env.env, PATH: `${bin}:${env.env["PATH"]}`, PS1: "$ ", WORK_KEY: "not-a-key" },
  });
  await pty.expect(new RegExp(BEGIN));
  return await scene.play(pty);
}

/** An answer that a press has met in the middle, with the menu over it. */
async function interruptedAnswer(pty: Pty): Promise<void> {
  await type(pty, "jp query 'Why is the sky blue?'");
  await pty.expectScreen(/comes from/);
  await pressCtrlC(pty);
  await pty.expectScreen(/Interrupted \[/);
}

async function type(pty: Pty, line: string): Promise<void> {
  pty.write(line);
  await pty.expectScreen((screen) => screen.text.includes(line.slice(0, 40)));
  pty.press("Enter");
}
