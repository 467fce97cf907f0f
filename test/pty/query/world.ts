/**
 * The program with a provider of its own: a user's configuration that names the stand-in server, a
 * workspace, and ways to run `jp` in them and to look at what it kept.
 */
import {
  type Detached,
  type DetachedOptions,
  type FixtureEnv,
  fixtureEnv,
  jpCommand,
  type ProviderServer,
  type Pty,
  type PtyOptions,
  type Result,
  type Scripts,
  spawnDetached,
  spawnPty,
  startProvider,
  type Target,
} from "../../support/mod.ts";

/** The key the program is given; it may be seen nowhere but in the request's header. */
export const KEY = "sk-test-0123456789abcdef";

/** What a world is made of. */
export interface WorldOptions {
  /** What the provider answers; see `startProvider`. */
  readonly scripts?: Scripts;
  /** TOML added to the user's own configuration. */
  readonly user?: string;
  /** TOML of the workspace's configuration. */
  readonly workspace?: string;
  /** Name no model: what is chosen without configuration. Default false. */
  readonly bare?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Let the model give titles: a further request behind each first turn. Default false. */
  readonly titles?: boolean;
}

/** One event of a stored conversation. */
export type Stored = Readonly<Record<string, unknown>> & { readonly type: string };

type RunOptions = Omit<DetachedOptions, "cmd" | "args">;

export async function world(options: WorldOptions = {}): Promise<World> {
  const provider = await startProvider(options.scripts ?? []);
  const env = await fixtureEnv({
    config: options.workspace,
    env: { LOCAL_KEY: KEY, JP_SESSION: "a-session", ...options.env },
  });
  const toml = [
    ...(options.bare ? [] : ['assistant.model.id = "local/test"']),
    "assistant.request.base_backoff_ms = 1",
    `conversation.title.generate.auto = ${options.titles ?? false}`,
    options.user ?? "",
    "[providers.llm.local]",
    'kind = "openai-compatible"',
    `base_url = "${provider.url}"`,
    'api_key_env = "LOCAL_KEY"',
    "",
  ].join("\n");
  await Deno.mkdir(`${env.configHome}/jp`, { recursive: true });
  await Deno.writeTextFile(`${env.configHome}/jp/config.toml`, toml);
  return new World(env, provider);
}

export class World implements AsyncDisposable {
  readonly fixture: FixtureEnv;
  readonly provider: ProviderServer;

  constructor(fixture: FixtureEnv, provider: ProviderServer) {
    this.fixture = fixture;
    this.provider = provider;
  }

  /** Starts `jp` without a terminal. */
  spawn(target: Target, args: readonly string[], options: RunOptions = {}): Detached {
    return spawnDetached({ ...this.#where(options), ...jpCommand(target, ...args) });
  }

  /** Starts `jp` on a terminal. */
  pty(target: Target, args: readonly string[], options: Omit<PtyOptions, "cmd"> = {}): Pty {
    return spawnPty({ ...this.#where(options), ...jpCommand(target, ...args) });
  }

  /** Runs `jp` without a terminal to its end. */
  async run(target: Target, args: readonly string[], options: RunOptions = {}): Promise<Result> {
    await using program = this.spawn(target, args, options);
    return await program.result();
  }

  /** The directories of the workspace's conversations, oldest first. */
  async conversations(): Promise<string[]> {
    const place = `${this.fixture.workspace}/.jp/conversations`;
    const names: string[] = [];
    try {
      for await (const { name } of Deno.readDir(place)) names.push(name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return names.sort().map((name) => `${place}/${name}`);
  }

  /** The directory of the one conversation there is. */
  async conversation(): Promise<string> {
    const [only, ...others] = await this.conversations();
    if (only === undefined || others.length > 0) {
      throw new Error(`not one conversation but ${only === undefined ? 0 : others.length + 1}`);
    }
    return only;
  }

  /**
   * The stored events of the one conversation, or of the one in that directory; none where nothing
   * has been said yet.
   */
  async events(directory?: string): Promise<Stored[]> {
    const log = `${directory ?? await this.conversation()}/events.jsonl`;
    try {
      return lines(await Deno.readTextFile(log));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** Every file below the world's root, as text. */
  async files(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const walk = async (directory: string): Promise<void> => {
      for await (const { name, isDirectory, isFile } of Deno.readDir(directory)) {
        const path = `${directory}/${name}`;
        if (isDirectory) await walk(path);
        else if (isFile) found.set(path, await Deno.readTextFile(path));
      }
    };
    await walk(this.fixture.root);
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.provider[Symbol.asyncDispose]();
    await this.fixture[Symbol.asyncDispose]();
  }

  #where<T extends { readonly env?: Readonly<Record<string, string>> }>(options: T) {
    const env = Object.fromEntries(
      Object.entries({ ...this.fixture.env, ...options.env }).filter(([, value]) => value !== ""),
    );
    return { cwd: this.fixture.workspace, ...options, env };
  }
}

/** NDJSON, strictly: each line one JSON value, the last one ended like the others. */
export function lines(text: string): Stored[] {
  if (text === "") return [];
  if (!text.endsWith("\n")) throw new Error(`the last line is cut: ${JSON.stringify(text)}`);
  return text.slice(0, -1).split("\n").map((line) => JSON.parse(line));
}

/** The messages of a request at the provider, as `role: text`. */
export function said(body: Record<string, unknown>): string[] {
  const messages = body["messages"];
  if (!Array.isArray(messages)) throw new Error("a request without messages");
  return messages.map(({ role, content }) =>
    `${role}: ${typeof content === "string" ? content : JSON.stringify(content)}`
  );
}
