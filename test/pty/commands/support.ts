/**
 * A workspace with conversations in it, and ways to run `jp` there and to look at what is left.
 */
import {
  type FixtureEnv,
  fixtureEnv,
  type FixtureOptions,
  jpCommand,
  type Pty,
  type Result,
  run,
  spawnPty,
  type Target,
} from "../../support/mod.ts";

const FIRST = 17758400000;

/** The place of one run after another. */
export class Place implements AsyncDisposable {
  readonly fixture: FixtureEnv;

  constructor(fixture: FixtureEnv) {
    this.fixture = fixture;
  }

  /** Starts `jp` on a terminal. */
  pty(args: readonly string[], target: Target = "binary"): Pty {
    const { workspace: cwd, env } = this.fixture;
    return spawnPty({ ...jpCommand(target, ...args), cwd, env });
  }

  /** Runs `jp` without a terminal to its end. */
  async run(args: readonly string[], target: Target = "binary"): Promise<Result> {
    const { workspace: cwd, env } = this.fixture;
    return await run({ ...jpCommand(target, ...args), cwd, env });
  }

  /** Makes `count` conversations of one turn each; answers with their ids. */
  async fill(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let number = FIRST; number < FIRST + count; number++) {
      const place = `.jp/conversations/${number}-about-${number - FIRST}`;
      const timestamp = "2026-04-10T10:00:00.000Z";
      const events = [
        { timestamp, type: "turn_start" },
        { timestamp, type: "chat_request", content: `about ${number - FIRST}` },
        { timestamp, type: "chat_response", message: "Indeed." },
        { timestamp, type: "turn_end", reason: "complete" },
      ];
      await this.fixture.file(`${place}/metadata.json`, "{}");
      await this.fixture.file(`${place}/base_config.json`, "{}");
      const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
      await this.fixture.file(`${place}/events.jsonl`, text);
      ids.push(`jp-c${number}`);
    }
    return ids;
  }

  /** The names of the conversations' directories, and of nothing that was left half-way. */
  conversations(): string[] {
    const found = Deno.readDirSync(`${this.fixture.workspace}/.jp/conversations`);
    return [...found].map(({ name }) => name).filter((name) => /^\d/.test(name)).sort();
  }

  /** A file's text below the fixture's root; null when there is none. */
  text(path: string): string | null {
    try {
      return Deno.readTextFileSync(`${this.fixture.root}/${path}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fixture[Symbol.asyncDispose]();
  }
}

export async function place(options: FixtureOptions = {}): Promise<Place> {
  const env = { JP_SESSION: "a-session", ...options.env };
  return new Place(await fixtureEnv({ ...options, env }));
}
