/** A run's surroundings in memory, and the resolution of its configuration. */

import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import {
  ConfigError,
  type ConfigInput,
  formatProblems,
  resolveConfig,
  type Resolved,
} from "../../../../src/services/config/mod.ts";

export const GLOBAL = "/home/me/.config/jp/config.toml";
export const WORKSPACE = "/srv/app/.jp/config.toml";
export const USER_WORKSPACE = "/home/me/.local/share/jp/workspace/app-abcde/config.toml";

/** What a run is given: text by path, and whatever else differs. */
export type Surroundings = Partial<Omit<ConfigInput, "fs">> & {
  readonly files?: Readonly<Record<string, string>>;
  readonly fs?: FakeFileSystem;
};

/** The input of a run in `/srv/app/src`, in a workspace that is trusted. */
export function inputOf({ files, fs, ...rest }: Surroundings = {}): ConfigInput {
  return {
    fs: fs ?? new FakeFileSystem(files),
    os: "linux",
    env: { HOME: "/home/me" },
    cwd: "/srv/app/src",
    workspaceRoot: "/srv/app",
    userWorkspaceDir: "/home/me/.local/share/jp/workspace/app-abcde",
    trust: () => Promise.resolve("trusted"),
    ...rest,
  };
}

/** Resolves; every other failure than a ConfigError is a failure of the test. */
export async function resolve(surroundings: Surroundings = {}): Promise<Resolved> {
  return await resolveConfig(inputOf(surroundings), new AbortController().signal);
}

/** The error of a configuration that cannot be used. */
export async function errorOf(surroundings: Surroundings): Promise<ConfigError> {
  try {
    await resolve(surroundings);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("the configuration was accepted");
}

/** The lines of its problems. */
export async function problemsOf(surroundings: Surroundings): Promise<string[]> {
  return formatProblems((await errorOf(surroundings)).problems);
}
