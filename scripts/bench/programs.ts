/**
 * What is measured: jp from source under Deno and Bun and as the binary, and beside each the same
 * runtime with a program of one line, which nothing written for that runtime can beat.
 */
import {
  bunPath,
  type Command,
  type FixtureEnv,
  fixtureEnv,
  jpCommand,
  type Target,
  TARGETS,
} from "../../test/support/mod.ts";

export interface Subject extends AsyncDisposable {
  /** "jp, deno source". */
  readonly name: string;
  /** Whether it is jp: what is promised holds for it, and its answer is text. */
  readonly isJp: boolean;
  /** Says its version and ends. */
  readonly version: Command;
  /** Asks the provider and writes the answer to stdout. */
  readonly ask: Command;
  readonly fixture: FixtureEnv;
  readonly env: Readonly<Record<string, string>>;
}

const WORDS: Readonly<Record<Target, string>> = {
  deno: "deno source",
  bun: "bun source",
  binary: "binary",
};

export function targetName(target: Target): string {
  return WORDS[target];
}

/** A home of its own for one target, configured for the provider at `url`. */
export async function jpFixture(
  url: string,
  settings = "",
): Promise<{ fixture: FixtureEnv; env: Readonly<Record<string, string>> }> {
  const fixture = await fixtureEnv({ env: { BENCH_KEY: "none" } });
  await Deno.mkdir(`${fixture.configHome}/jp`, { recursive: true });
  // The user's own file: a workspace may not name an address.
  await Deno.writeTextFile(
    `${fixture.configHome}/jp/config.toml`,
    `conversation.title.generate.auto = false
[assistant.model]
id = "local/model"
[providers.llm.local]
kind = "openai-compatible"
base_url = "${url}"
api_key_env = "BENCH_KEY"
${settings}`,
  );
  return { fixture, env: fixture.env };
}

export const ASK = ["query", "--new", "hi"] as const;

/** Every target with its bare counterpart. */
export async function subjects(url: string): Promise<Subject[]> {
  const all: Subject[] = [];
  for (const target of TARGETS) all.push(await jp(target, url), await bare(target, url));
  return all;
}

async function jp(target: Target, url: string): Promise<Subject> {
  const { fixture, env } = await jpFixture(url);
  return {
    name: `jp, ${targetName(target)}`,
    isJp: true,
    version: jpCommand(target, "--version"),
    ask: jpCommand(target, ...ASK),
    fixture,
    // The same with and without a terminal around the benchmark.
    env: { ...env, JP_NON_INTERACTIVE: "1" },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

async function bare(target: Target, url: string): Promise<Subject> {
  const fixture = await fixtureEnv({ workspace: false });
  const program = (name: string, source: string): Promise<Command> =>
    bareCommand(target, fixture, name, source);
  return {
    name: `bare, ${targetName(target)}`,
    isJp: false,
    version: await program("version", `console.log("0.1.0");\n`),
    ask: await program("ask", askSource(target, `${url}/chat/completions`)),
    fixture,
    env: fixture.env,
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

/** Sends a request and copies the answer as it comes. */
function askSource(target: Target, url: string): string {
  const body = JSON.stringify(JSON.stringify({ model: "model", stream: true, messages: [] }));
  const request = `await fetch("${url}", { method: "POST", body: ${body} })`;
  if (target === "deno") {
    return `for await (const c of (${request}).body) await Deno.stdout.write(c);\n`;
  }
  // Not process.stdout, which costs 20 ms when it is first looked at.
  const write = "out.write(c), await out.flush()";
  return `const out = Bun.stdout.writer();\nfor await (const c of (${request}).body) ${write};\n`;
}

async function bareCommand(
  target: Target,
  fixture: FixtureEnv,
  name: string,
  source: string,
): Promise<Command> {
  const path = await fixture.file(`${name}.js`, source);
  switch (target) {
    case "deno":
      return { cmd: Deno.execPath(), args: ["run", "--quiet", "-A", path] };
    case "bun":
      return { cmd: bunPath(), args: [path] };
    case "binary": {
      const outfile = path.replace(/\.js$/, "");
      const { success, stderr } = await new Deno.Command(bunPath(), {
        args: ["build", "--compile", path, `--outfile=${outfile}`],
        cwd: fixture.workspace,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).output();
      if (!success) throw new Error(`bun build: ${new TextDecoder().decode(stderr)}`);
      return { cmd: outfile, args: [] };
    }
  }
}
