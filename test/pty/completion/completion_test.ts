/** `jp completion` loaded as its own first line says, and the Tab key pressed. */
import assert from "node:assert/strict";
import { fixtureEnv, installed, jpCommand, type Pty, spawnPty } from "../../support/mod.ts";

const SHELLS = {
  bash: { args: ["--norc", "--noprofile"], load: 'eval "$(jp completion bash)"' },
  zsh: { args: ["-f"], load: 'autoload -U compinit; compinit -u; eval "$(jp completion zsh)"' },
  fish: { args: ["--no-config"], load: "jp completion fish | source" },
} as const;

for (const [shell, { args, load }] of Object.entries(SHELLS)) {
  const ignore = !installed(shell);
  Deno.test({
    name: `Tab completes a command, a flag and its value in ${shell}${
      ignore ? " (not installed)" : ""
    }`,
    ignore,
    fn: async () => {
      await using env = await fixtureEnv();
      const { cmd } = jpCommand("binary");
      await Deno.mkdir(`${env.root}/bin`);
      await Deno.symlink(cmd, `${env.root}/bin/jp`);
      await using pty = spawnPty({
        cmd: shell,
        args,
        cwd: env.workspace,
        env: {
          ...env.env,
          PATH: `${env.root}/bin:${env.env["PATH"]}`,
          PS1: "> ",
          // fish asks the terminal at length before it begins.
          fish_features: "no-query-term",
        },
      });
      pty.write(`${load}\r`);
      pty.write("echo load''ed\r");
      await pty.expect("loaded");
      await completed(pty, "jp conver", "jp conversation ");
      await completed(pty, "arch", "jp conversation archive ");
      pty.press("C-u");
      await completed(pty, "jp --no-per", "jp --no-persist ");
      await completed(pty, "--color nev", "jp --no-persist --color never ");
      pty.press("C-u");
      pty.write("exit\r");
      assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    },
  });
}

/** Types, presses Tab, and looks at the row the cursor is on. */
async function completed(pty: Pty, typed: string, row: string): Promise<void> {
  pty.write(typed);
  pty.press("Tab");
  await pty.expectScreen(({ lines, cursor }) =>
    (lines[cursor.y] ?? "").trimEnd().endsWith(row.trimEnd())
  );
}
