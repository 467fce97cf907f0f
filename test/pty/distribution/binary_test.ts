/**
 * The binary as somebody downloads it: alone in a directory, with nothing to write to, in a
 * directory full of somebody else's files.
 */
import assert from "node:assert/strict";
import { jpCommand, repositoryPath, type Result, run } from "../../support/mod.ts";
import { hostTarget } from "../../../scripts/build.ts";

const BINARY = repositoryPath(`dist/jp-${hostTarget()}`);
const NOBODY = "65534";
const TURN = ["query", "-E", "hello", "-p", "words=3", "-p", "interval_ms=0"];

/** The binary alone in a directory nobody can write to, and a HOME like it. */
class Alone implements AsyncDisposable {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Runs it as a user to whom permissions apply. */
  async jp(...args: string[]): Promise<Result> {
    const asNobody = Deno.uid() === 0
      ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"]
      : ["env"];
    const [cmd = "", ...rest] = [...asNobody, `${this.root}/bin/jp`, ...args];
    return await run({
      cmd,
      args: rest,
      cwd: `${this.root}/bin`,
      env: { HOME: `${this.root}/home`, PATH: Deno.env.get("PATH") ?? "" },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.chmod(`${this.root}/bin`, 0o755);
    await Deno.remove(this.root, { recursive: true });
  }
}

async function alone(): Promise<Alone> {
  const root = await Deno.makeTempDir({ prefix: "jp-alone-" });
  await Deno.mkdir(`${root}/bin`);
  await Deno.mkdir(`${root}/home`);
  await Deno.copyFile(BINARY, `${root}/bin/jp`);
  for (const path of ["bin/jp", "bin", "home"]) await Deno.chmod(`${root}/${path}`, 0o555);
  await Deno.chmod(root, 0o755);
  return new Alone(root);
}

Deno.test("the binary needs no file beside it and nothing to write to", async (test) => {
  await using place = await alone();

  await test.step("the sentinel is up", async () => {
    const { code, stdout } = await place.jp("doctor");
    assert.equal(code, 0);
    assert.match(stdout, /^sentinel +up: /m);
  });

  await test.step("a turn ends well, and it is said that nothing is kept", async () => {
    const { code, stdout, stderr } = await place.jp(...TURN);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, "I am jp's\n");
    assert.match(stderr, /cannot create the conversation: permission denied/);
    assert.match(stderr, /nothing is kept/);
  });

  await test.step("nothing is said with --no-persist", async () => {
    const { code, stderr } = await place.jp("--no-persist", ...TURN, "-m", "demo/chat");
    assert.equal(code, 0, stderr);
    assert.equal(stderr, "");
  });

  const refusals: [string, RegExp][] = [
    ["init", /cannot make a workspace in .*: permission denied \(EACCES\)/],
    [
      "config set --user-global editor.cmd=vi",
      /cannot write .*config\.toml: permission denied \(EACCES\)/,
    ],
    ["--log-file x.log c ls", /cannot open .*x\.log: permission denied \(EACCES\)/],
  ];
  for (const [line, message] of refusals) {
    await test.step(`jp ${line} says what cannot be written`, async () => {
      const { code, stderr } = await place.jp(...line.split(" "));
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /something went wrong/);
    });
  }

  await test.step("every provider's package is inside", async () => {
    const providers = ["anthropic", "openai", "google", "openrouter", "ollama", "llamacpp"];
    for (const name of providers) {
      const nowhere = `providers.llm.${name}.base_url=http://127.0.0.1:1`;
      const key = `providers.llm.${name}.api_key_env=PATH`;
      const flags = ["-c", nowhere, "-c", key, "-c", "assistant.request.max_retries=0"];
      const { code, stderr } = await place.jp(
        "-P",
        ...flags,
        "query",
        "-E",
        "-m",
        `${name}/x`,
        "a",
      );
      assert.equal(code, 1, name);
      assert.match(stderr, /127\.0\.0\.1:1\) refused the connection/, name);
    }
  });
});

/** What a directory may hold that a runtime would act on before jp's first line. */
const BAIT: Readonly<Record<string, string>> = {
  ".env": "OPENAI_API_KEY=from-the-directory\n",
  ".env.local": "OPENAI_API_KEY=from-the-directory\n",
  ".env.production": "OPENAI_API_KEY=from-the-directory\n",
  "bunfig.toml": 'preload = ["./preload.ts"]\n',
  "preload.ts": 'require("node:fs").writeFileSync("ran", ""); console.error("ran");\n',
  "package.json": '{ "type": "commonjs", "imports": { "#x": "./preload.ts" } }\n',
  "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./preload.ts"] } } }\n',
  "deno.json": '{ "imports": { "smol-toml": "./preload.ts" } }\n',
  "jsconfig.json": "not json\n",
};

for (const target of ["deno", "binary"] as const) {
  Deno.test(`nothing in the current directory is code or environment (${target})`, async () => {
    const directory = await Deno.makeTempDir({ prefix: "jp-bait-" });
    try {
      for (const [name, text] of Object.entries(BAIT)) {
        await Deno.writeTextFile(`${directory}/${name}`, text);
      }
      const { code, stdout, stderr } = await run({
        ...jpCommand(target, "doctor"),
        cwd: directory,
        env: {
          HOME: directory,
          PATH: Deno.env.get("PATH") ?? "",
          DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
        },
      });
      assert.equal(code, 0, stderr);
      assert.match(stdout, /OPENAI_API_KEY is not set/);
      assert.match(stdout, /^sentinel +up: /m);
      assert.equal(stderr, "");
      await assert.rejects(Deno.stat(`${directory}/ran`), Deno.errors.NotFound);
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });
}

Deno.test({
  name: "no network is touched before a request",
  // A network of its own takes a privilege that not every machine gives.
  ignore: !await mayUnshare(),
  fn: async () => {
    const commands = ["--version", "--help", "doctor", "help config", "c ls", "config show"];
    const script = [
      ...commands.map((line) => `"$0" ${line} >/dev/null || exit 1`),
      "cat /proc/net/snmp",
    ].join("\n");
    const directory = await Deno.makeTempDir({ prefix: "jp-net-" });
    try {
      const { code, stdout, stderr } = await run({
        cmd: "unshare",
        args: ["--net", "sh", "-c", script, BINARY],
        cwd: directory,
        env: { HOME: directory, PATH: Deno.env.get("PATH") ?? "" },
      });
      assert.equal(code, 0, stderr);
      const counts = counters(stdout);
      for (const name of ["Tcp.ActiveOpens", "Udp.OutDatagrams", "Ip.OutRequests"]) {
        assert.equal(counts.get(name), "0", name);
      }
      assert.equal(counts.get("Ip.OutNoRoutes"), "0");
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  },
});

/** `/proc/net/snmp` has a line of names and a line of values for each protocol. */
function counters(text: string): Map<string, string> {
  const counts = new Map<string, string>();
  const lines = text.trim().split("\n").map((line) => line.split(/:? +/));
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [protocol = "", ...names] = lines[at] ?? [];
    names.forEach((name, index) =>
      counts.set(`${protocol}.${name}`, lines[at + 1]?.[index + 1] ?? "")
    );
  }
  return counts;
}

async function mayUnshare(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("unshare", {
      args: ["--net", "true"],
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    return false;
  }
}
