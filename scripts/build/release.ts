/**
 * Puts archives and checksums into `dist/`.
 */

import manifest from "../../deno.json" with { type: "json" };
import { commandTable, COMPLETION_SHELLS } from "../../src/app/cli/mod.ts";
import { completionValues } from "../../src/app/commands/completion.ts";
import { completionScript } from "../../src/app/completion/mod.ts";
import { manPage } from "../../src/app/manual/man_page.ts";
import { type ArchiveEntry, checksums, pack } from "./archive.ts";
import { programSuffix, type Target } from "./targets.ts";

const ROOT = decodeURIComponent(new URL("../../", import.meta.url).pathname);

/** Packs a binary with what belongs to it; returns the archive's path, beside the binary. */
export async function writeArchive(target: Target, binary: string): Promise<string> {
  const suffix = programSuffix(target);
  const kind = suffix === "" ? "tar.gz" : "zip";
  const base = binary.slice(binary.lastIndexOf("/") + 1, binary.length - suffix.length);
  const directory = base.replace(/^jp-/, `jp-${manifest.version}-`);
  const entries = [
    await entry(`${directory}/jp${suffix}`, binary, true),
    await entry(`${directory}/LICENSE`, `${ROOT}LICENSE`, false),
    await entry(`${directory}/README.md`, `${ROOT}README.md`, false),
    ...(await documents()).map((each) => ({ ...each, name: `${directory}/${each.name}` })),
  ];
  const path = `${ROOT}dist/${directory}.${kind}`;
  await Deno.writeFile(path, await pack(kind, entries));
  return path;
}

/** What a package puts where the system looks for it. */
async function documents(): Promise<ArchiveEntry[]> {
  const values = completionValues();
  const names = { bash: "jp.bash", zsh: "_jp", fish: "jp.fish" } as const;
  const texts: [string, string][] = [
    ["man/jp.1", await manPage(commandTable, manifest.version)],
    ...COMPLETION_SHELLS.map((shell): [string, string] => [
      `completions/${names[shell]}`,
      completionScript(shell, commandTable, values),
    ]),
  ];
  const encoder = new TextEncoder();
  return texts.map(([name, text]) => ({ name, data: encoder.encode(text), executable: false }));
}

/** Writes `dist/SHA256SUMS` over the files; returns its path. */
export async function writeChecksums(paths: readonly string[]): Promise<string> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of paths) files.set(path.slice(path.lastIndexOf("/") + 1), await read(path));
  const path = `${ROOT}dist/SHA256SUMS`;
  await Deno.writeTextFile(path, await checksums(files));
  return path;
}

async function entry(name: string, path: string, executable: boolean): Promise<ArchiveEntry> {
  return { name, data: await read(path), executable };
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await Deno.readFile(path));
}
