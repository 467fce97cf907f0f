/**
 * What is on the screen before, during and after a menu: it starts on a clean line, wipes itself
 * cell for cell, and output goes on at the column where it stopped (interrupts.md, "Menu
 * contract"; RFD 092, "Menu over mid-line output").
 */
import assert from "node:assert/strict";
import { type Pty, type Screen, type Script } from "../../support/mod.ts";
import { pressCtrlC, type ProviderWorld, withProvider } from "./support.ts";

/** An answer that stops after some text until it is released, and goes on with "gamma". */
function stalling(text: string): Script {
  const begun = text === "" ? [] : [{ text }];
  return [...begun, { stall: true }, { text: "gamma" }, { finish: "stop" }];
}

/** Where the press comes: what the model says just before, on a screen of that size. */
const PLACES: Record<string, (cols: number, rows: number) => string> = {
  "before anything": () => "",
  "in the middle of a line": () => "alpha beta",
  "on the first cell": () => "alpha\n\n",
  "behind a row that is full to the edge": (cols) => "x".repeat(cols),
  "in a line of several rows": (cols) => "x".repeat(2 * cols + 3),
  "behind wide glyphs": () => "日本語 にほ",
  "in a row of wide glyphs that is full": (cols) => "日".repeat(Math.floor(cols / 2)),
  "on the last row": (_, rows) => "line\n".repeat(2 * rows) + "alpha",
};

const SIZES = [[80, 24], [40, 10], [20, 5]] as const;

async function startStalled(
  world: ProviderWorld,
  [cols, rows]: readonly [number, number],
): Promise<Pty> {
  // As text the answer is on the screen as the model said it.
  const pty = world.pty("binary", ["--format", "text", "q", "hello"], { cols, rows });
  await (await world.provider.request(1)).stalled();
  return pty;
}

/** The menu, however many rows it takes, with the cursor behind it. */
function isMenu({ lines, cursor }: Screen): boolean {
  const above = lines.slice(0, cursor.y).join("") + (lines[cursor.y] ?? "");
  return /Interrupted ?\[c,r,s,a,\?\]$/.test(above.trimEnd());
}

async function openMenu(pty: Pty): Promise<Screen> {
  await pressCtrlC(pty);
  return await pty.expectScreen(isMenu);
}

/** Everything that was on the screen, without the breaks that its width has made. */
function unbroken(screen: Screen): string {
  return [...screen.scrollback, ...screen.lines].join("").trimEnd();
}

/** A row's end takes a space away. */
function unspaced(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/**
 * Whether a screen is cell for cell what it was. A menu that needs room at the bottom scrolls what
 * is above it, which is allowed: then every row is what it was, further up.
 */
function isAsBefore(before: Screen, after: Screen): boolean {
  if (before.scrollback.length === after.scrollback.length) {
    const cells = ({ cells, cursor }: Screen) => JSON.stringify({ cells, cursor });
    return cells(before) === cells(after);
  }
  const rows = ({ scrollback, lines }: Screen) => [...scrollback, ...lines].join("\n").trimEnd();
  return rows(before) === rows(after) && before.cursor.x === after.cursor.x;
}

for (const size of SIZES) {
  const [cols, rows] = size;
  Deno.test(`${cols}x${rows}: a menu leaves every cell as it was, wherever it is opened`, async () => {
    const script = Object.values(PLACES).flatMap((place): Script => {
      const text = place(cols, rows);
      return [...(text === "" ? [] : [{ text }]), { stall: true }, { text: "gamma.\n" }];
    });
    await using world = await withProvider([[...script, { finish: "stop" }]]);
    await using pty = await startStalled(world, size);
    const request = await world.provider.request(1);
    for (const [n, [where, place]] of Object.entries(PLACES).entries()) {
      await request.stalled(n + 1);
      const end = place(cols, rows).trimEnd().slice(-3);
      if (end !== "") await pty.expect(end);
      const before = await pty.screen();
      const during = await openMenu(pty);
      const own = during.lines.some((line) => line.startsWith("Interrupted ["));
      assert.ok(own, `${where}: on a line of its own`);
      pty.press("Esc");
      await pty.expectScreen((screen) => isAsBefore(before, screen));
      request.release();
      await pty.expect("gamma");
    }
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    const whole = Object.values(PLACES).map((place) => place(cols, rows) + "gamma.").join("");
    assert.equal(unspaced(unbroken(await pty.screen())).endsWith(unspaced(whole)), true);
  });
}

Deno.test("a menu opened and closed five times leaves every cell as it was", async () => {
  await using world = await withProvider([stalling("alpha beta")]);
  await using pty = await startStalled(world, [80, 24]);
  await pty.expect("beta");
  const before = await pty.screen();
  for (let n = 0; n < 5; n++) {
    await openMenu(pty);
    if (n % 2 === 1) {
      pty.press("?");
      await pty.expectScreen("c  Continue");
    }
    pty.press("c");
    await pty.expectScreen((screen) => isAsBefore(before, screen));
  }
});

Deno.test("keys typed in one go with the press leave no echo", async () => {
  await using world = await withProvider([stalling("alpha beta")]);
  await using pty = await startStalled(world, [80, 24]);
  await pty.expect("beta");
  const before = await pty.screen();
  pty.write("\x03c");
  await pty.expect("Interrupted [");
  await pty.expectScreen((screen) => isAsBefore(before, screen));
});

for (
  const [name, to] of [
    ["wider", [60, 10]],
    ["narrower", [30, 10]],
    ["narrower than the menu", [12, 10]],
    ["lower", [40, 4]],
    ["higher", [40, 20]],
  ] as const
) {
  Deno.test(`a terminal made ${name} while the menu is open loses and doubles nothing`, async () => {
    const begun = "alpha beta delta epsilon zeta eta ";
    await using world = await withProvider([stalling(begun)]);
    await using pty = world.pty("binary", ["--format", "text", "q", "hello"], {
      cols: 40,
      rows: 10,
      // How the emulator breaks rows that no longer fit; nothing else tells.
      env: { ...world.env.env, TERM_PROGRAM: "vscode" },
    });
    await pty.expect("eta");
    await openMenu(pty);
    pty.resize(to[0], to[1]);
    await pty.expectScreen(isMenu);
    pty.press("c");
    await pty.expectScreen(({ text }) => !text.includes("Interrupted"));
    world.provider.release();
    await pty.expect("gamma");
    await pty.expectExit();
    const text = unbroken(await pty.screen());
    assert.ok(unspaced(text).endsWith(unspaced(begun + "gamma")), text);
    assert.equal(text.split("alpha").length - 1, 1, text);
    assert.ok(!text.includes("Interrupted"), text);
  });
}

Deno.test("the echo of the key is nowhere, also where it could not be kept from being echoed", async () => {
  for (const out of ["out", "/dev/null"]) {
    await using world = await withProvider([stalling("alpha beta")]);
    await using pty = world.pty("binary", ["q", "hello"], {
      redirect: `>'${out === "out" ? `${world.env.root}/out` : out}'`,
    });
    await (await world.provider.request(1)).stalled();
    assert.ok(pty.termios().on.has("ECHOCTL"), "in a pipeline the modes are not ours alone");
    const before = await pty.screen();
    const during = await openMenu(pty);
    assert.ok(!during.text.includes("^C"), during.text);
    pty.press("c");
    await pty.expectScreen((screen) => isAsBefore(before, screen));
  }
});
