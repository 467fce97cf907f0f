/**
 * Tries the Windows binary under Wine, on a terminal: good for a smoke test, no proof of what the
 * real system does. Says what is missing where it cannot run.
 *
 *     deno run -A scripts/smoke_windows.ts
 *
 * Debian: apt-get install wine64 gcc-mingw-w64-x86-64
 */

import { type Pty, spawnPty } from "../test/support/mod.ts";
import { RELAY_WINDOW_MS } from "../src/core/ladder/mod.ts";
import { build } from "./build.ts";

const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);
const CACHE = `${ROOT}.cache/wine`;
const TIMEOUT_MS = 30_000;

/**
 * Bun asks this library for random numbers, and Wine 8 has none of it; the function under it is
 * there.
 */
const PRNG = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  return SystemFunction036(data, (ULONG)size);
}
`;

interface Check {
  readonly name: string;
  readonly args: readonly string[];
  readonly play: (pty: Pty) => Promise<void>;
}

const DEMO = ["query", "-E", "--no-stdin", "-m", "demo/chat", "-p"];
const LONG = [...DEMO, "words=4000", "-p", "interval_ms=50", "hello"];

const CHECKS: readonly Check[] = [
  {
    name: "it starts and says its version",
    args: ["--version"],
    play: async (pty) => {
      await pty.expect(/jp \d+\.\d+\.\d+ \(bun [\d.]+, windows-x64\)/);
      await ended(pty, 0);
    },
  },
  {
    name: "the console opens, has a size, and the sentinel is up",
    args: ["doctor"],
    play: async (pty) => {
      await ended(pty, 0);
      const { text } = await pty.screen();
      holds(/controlling terminal +yes, owner: us/.test(text), "the console");
      holds(/size +100x40/.test(text), "its size");
      holds(/sentinel +up/.test(text), "the sentinel");
    },
  },
  {
    name: "a turn ends well and is kept",
    args: [...DEMO, "words=6", "-p", "interval_ms=1", "hello"],
    play: async (pty) => {
      await ended(pty, 0);
      holds((await pty.screen()).text.includes("built-in demo,"), "the answer");
    },
  },
  {
    name: "what was kept can be shown",
    args: ["conversation", "print"],
    play: async (pty) => {
      await ended(pty, 0);
      holds((await pty.screen()).text.includes("built-in demo,"), "the answer");
    },
  },
  {
    name: "Ctrl-C opens the menu, Continue goes on, a second one on the menu leaves with 130",
    args: LONG,
    play: async (pty) => {
      await pty.expect("demo,");
      await pressCtrlC(pty);
      await pty.expectScreen("Interrupted [c,r,s,a,?]");
      pty.press("c");
      await pty.expectScreen((screen) => !screen.text.includes("Interrupted"));
      await pty.expectScreen("language model");
      await pressCtrlC(pty);
      await pty.expectScreen("Interrupted [c,r,s,a,?]");
      await pressCtrlC(pty);
      await pty.expect("gracefully shutting down");
      await ended(pty, 130);
    },
  },
  {
    name: "a reply is typed and sent",
    args: LONG,
    play: async (pty) => {
      await pty.expect("demo,");
      await pressCtrlC(pty);
      await pty.expectScreen("Interrupted [");
      pty.press("r");
      await pty.expectScreen("Reply:");
      pty.write("what is a scoop?");
      // Wine's console understands only some of what moves the cursor.
      await pty.expectScreen("what is a scoop?");
      pty.press("Enter");
      await pty.expectScreen((screen) => !screen.text.includes("Alt+Enter"));
      await pressCtrlC(pty);
      await pty.expectScreen("Interrupted [");
      pty.press("s");
      await ended(pty, 0);
    },
  },
];

async function main(): Promise<number> {
  const wine = await found(["/usr/lib/wine/wine64", ...onPath("wine64"), ...onPath("wine")]);
  const gcc = await found(onPath("x86_64-w64-mingw32-gcc"));
  if (wine === null || gcc === null) {
    const missing = [wine ?? "wine64", gcc ?? "gcc-mingw-w64-x86-64"]
      .filter((name) => !name.includes("/"));
    console.error(`not run: ${missing.join(" and ")} is not installed`);
    return 2;
  }
  await Deno.mkdir(CACHE, { recursive: true });
  await Deno.writeTextFile(`${CACHE}/prng.c`, PRNG);
  const library = `${CACHE}/bcryptprimitives.dll`;
  await command(gcc, ["-shared", "-O2", "-o", library, `${CACHE}/prng.c`, "-ladvapi32"]);
  await Deno.copyFile(await build("windows-x64"), `${CACHE}/jp.exe`);
  const env = {
    WINEPREFIX: `${CACHE}/prefix`,
    WINEDEBUG: "-all",
    HOME: CACHE,
    PATH: Deno.env.get("PATH") ?? "",
    TERM: "xterm-256color",
    JP_SESSION: "smoke",
  };
  await command(wine, ["wineboot", "-i"], env);
  let failed = 0;
  for (const { name, args, play } of CHECKS) {
    await using pty = spawnPty({
      cmd: wine,
      args: [`${CACHE}/jp.exe`, ...args],
      env,
      cwd: CACHE,
      cols: 100,
      rows: 40,
      timeoutMs: TIMEOUT_MS,
    });
    try {
      await play(pty);
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : error}`);
    }
  }
  console.log(`${CHECKS.length - failed} passed, ${failed} failed, under Wine`);
  return failed === 0 ? 0 : 1;
}

async function ended(pty: Pty, code: number): Promise<void> {
  const status = await pty.expectExit();
  holds(status.code === code, `status ${code}, not ${status.code ?? status.signal}`);
}

function holds(it: boolean, what: string): void {
  if (!it) throw new Error(`expected ${what}`);
}

async function pressCtrlC(pty: Pty): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RELAY_WINDOW_MS + 10));
  pty.press("C-c");
}

async function command(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args], env }).output();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr)}`);
}

function onPath(name: string): string[] {
  return (Deno.env.get("PATH") ?? "").split(":").map((directory) => `${directory}/${name}`);
}

async function found(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const info = await Deno.stat(path).catch(() => null);
    if (info?.isFile) return path;
  }
  return null;
}

if (import.meta.main) Deno.exitCode = await main();
