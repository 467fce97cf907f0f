import assert from "node:assert/strict";
import { drawSvg } from "../../../../scripts/pictures/svg.ts";
import { TerminalScreen } from "../../../support/mod.ts";

async function drawn(bytes: string, size = { cols: 20, rows: 4 }): Promise<string> {
  await using terminal = new TerminalScreen(size);
  terminal.feed(new TextEncoder().encode(bytes));
  return drawSvg({ title: 'a "title" & <more>', screen: await terminal.snapshot() });
}

Deno.test("svg: text of one style is one shape, as wide as its cells", async () => {
  const svg = await drawn("plain \x1b[1;31mred\x1b[0m");
  assert.match(svg, /<text x="14" y="43" textLength="42">plain<\/text>/);
  assert.match(
    svg,
    /<text x="64\.4" y="43" textLength="25\.2" fill="#e06c75" font-weight="bold">red</,
  );
});

Deno.test("svg: what XML would take for itself is escaped", async () => {
  const svg = await drawn("a<b> & c");
  assert.ok(svg.includes(">a&lt;b&gt; &amp; c</text>"));
  assert.ok(svg.includes('aria-label="a &quot;title&quot; &amp; &lt;more&gt;"'));
});

Deno.test("svg: inverse swaps the colours, a background is a rectangle", async () => {
  assert.match(
    await drawn("\x1b[7mx\x1b[0m"),
    /<rect [^>]*fill="#d8dee6"\/>\n<text [^>]*fill="#16181d">x</,
  );
  assert.match(
    await drawn("\x1b[44mx"),
    /<rect x="14" y="30" width="8\.4" height="18" fill="#61afef"\/>/,
  );
});

Deno.test("svg: colours of the cube, the greys and 24 bits", async () => {
  assert.match(await drawn("\x1b[38;5;208mx"), /fill="#ff8700">x</);
  assert.match(await drawn("\x1b[38;5;232mx"), /fill="#080808">x</);
  assert.match(await drawn("\x1b[38;2;18;52;86mx"), /fill="#123456">x</);
});

Deno.test("svg: only rows that are used, and the cursor if it shows", async () => {
  const height = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1]);
  assert.ok(height(await drawn("one")) < height(await drawn("one\r\ntwo")));
  assert.match(await drawn("one"), /<rect x="39\.2" y="31" width="2"/);
  assert.doesNotMatch(await drawn("one\x1b[?25l"), /width="2"/);
});
