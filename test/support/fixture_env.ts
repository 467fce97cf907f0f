/**
 * An environment of its own for a run of jp: nothing of the person who runs the tests is read,
 * nothing of theirs is written, and all of it is gone afterwards.
 */
import { plainEnv } from "./launch.ts";

export interface FixtureOptions {
  /** Make the working directory a workspace, with `.jp/`. Default true. */
  readonly workspace?: boolean;
  /** Text for the workspace's `.jp/config.toml`. */
  readonly config?: string;
  /** Added to the environment; an empty string unsets. */
  readonly env?: Readonly<Record<string, string>>;
}

export class FixtureEnv implements AsyncDisposable {
  /** Everything lies below it. */
  readonly root: string;
  readonly home: string;
  readonly dataHome: string;
  readonly configHome: string;
  /** The directory to run in. */
  readonly workspace: string;
  /** The whole environment. No `JP_*`, no provider's key, no EDITOR: a test adds what it needs. */
  readonly env: Readonly<Record<string, string>>;

  constructor(root: string, options: FixtureOptions = {}) {
    this.root = root;
    this.home = `${root}/home`;
    this.dataHome = `${root}/data`;
    this.configHome = `${root}/config`;
    this.workspace = `${root}/work`;
    const env = {
      ...plainEnv(),
      HOME: this.home,
      XDG_DATA_HOME: this.dataHome,
      XDG_CONFIG_HOME: this.configHome,
      XDG_STATE_HOME: `${root}/state`,
      XDG_CACHE_HOME: `${root}/cache`,
      XDG_RUNTIME_DIR: `${root}/run`,
      TMPDIR: `${root}/tmp`,
      SHELL: "/bin/sh",
      // The runtime's own cache stays the real one: with an empty HOME it would look for packages.
      DENO_DIR: denoDir(),
      DENO_NO_UPDATE_CHECK: "1",
      ...options.env,
    };
    this.env = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  }

  /** Writes a file below the workspace, with its directories; answers with its path. */
  async file(path: string, content: string | Uint8Array, mode?: number): Promise<string> {
    const full = `${this.workspace}/${path}`;
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(full, bytes, { mode });
    return full;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

export async function fixtureEnv(options: FixtureOptions = {}): Promise<FixtureEnv> {
  // Resolved, since a program under test prints and compares real paths.
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "jp-test-" }));
  const fixture = new FixtureEnv(root, options);
  for (const name of ["home", "data", "config", "state", "cache", "run", "tmp", "work"]) {
    await Deno.mkdir(`${root}/${name}`, { mode: 0o700 });
  }
  if (options.workspace ?? true) await Deno.mkdir(`${fixture.workspace}/.jp`);
  if (options.config !== undefined) await fixture.file(".jp/config.toml", options.config);
  return fixture;
}

function denoDir(): string {
  const { env } = Deno;
  const cache = env.get("XDG_CACHE_HOME") ?? `${env.get("HOME") ?? ""}/.cache`;
  return env.get("DENO_DIR") ?? `${cache}/deno`;
}
