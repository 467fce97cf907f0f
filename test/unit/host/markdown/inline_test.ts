import assert from "node:assert/strict";
import { type Inline, parseInline } from "../../../../src/host/markdown/inline.ts";

const DEFINED: Readonly<Record<string, string>> = { REF: "/ref", "A B": "/ab" };
const definition = (label: string): string | undefined => DEFINED[label];

/** The structure in the smallest notation that shows it. */
function show(nodes: readonly Inline[]): string {
  return nodes.map((node) => {
    switch (node.kind) {
      case "text":
        return node.text.replaceAll("\n", "⏎");
      case "code":
        return `{${node.text}}`;
      case "html":
        return `‹${node.text}›`;
      case "break":
        return "↵";
      case "footnote":
        return `^${node.label}^`;
      case "emphasis":
        return `/${show(node.children)}/`;
      case "strong":
        return `+${show(node.children)}+`;
      case "strike":
        return `-${show(node.children)}-`;
      case "link":
        return `(${show(node.children)}→${node.url})`;
      case "image":
        return `!(${show(node.children)}→${node.url})`;
    }
  }).join("");
}

const CASES: readonly [source: string, shown: string][] = [
  ["*a* _b_ **c** __d__ ~~e~~", "/a/ /b/ +c+ +d+ -e-"],
  ["***a***", "/+a+/"],
  ["**a *b* c**", "+a /b/ c+"],
  ["*a **b* c**", "/a //b/ c//"],
  ["a * b ** c", "a * b ** c"],
  ["snake_case_name 2*3*4", "snake_case_name 2/3/4"],
  ["*foo**bar*", "/foo**bar/"],
  ["foo***bar***baz", "foo/+bar+/baz"],
  ["**open *and* never", "**open /and/ never"],
  ["~one~ ~~~three~~~", "~one~ ~~~three~~~"],
  ["`a` ``b ` c`` ` d `", "{a} {b ` c} {d}"],
  ["`a\nb` ` `", "{a b} { }"],
  ["`open *a*", "`open /a/"],
  ["*a `*` b*", "/a {*} b/"],
  ["[t](u) [t](<u v> 'x') [t](u(v)w)", "(t→u) (t→u v) (t→u(v)w)"],
  ["[a *b* [c](d)](e)", "[a /b/ (c→d)](e)"],
  ["![a [b](c)](d)", "!(a (b→c)→d)"],
  ["[ref] [Ref][] [t][ref] [t][a  b] [t][no]", "(ref→/ref) (Ref→/ref) (t→/ref) (t→/ab) [t][no]"],
  ["[broken](a b) [x", "[broken](a b) [x"],
  ["*[a*](b)", "*(a*→b)"],
  ["note[^1] [^ x]", "note^1^ [^ x]"],
  ["<http://a.b/*c*> <m@x.y>", "(http://a.b/*c*→http://a.b/*c*) (m@x.y→mailto:m@x.y)"],
  [
    "see https://a.b/c_d_e. (www.x.y)",
    "see (https://a.b/c_d_e→https://a.b/c_d_e). ((www.x.y→http://www.x.y))",
  ],
  ["[https://a.b](c)", "(https://a.b→c)"],
  ["a <b c='*d*'> e <!-- *f* --> 1 < 2", "a ‹<b c='*d*'>› e ‹<!-- *f* -->› 1 < 2"],
  ["&amp;&lt;&#65;&#x42;&nope; &#27;[31m", "&<AB&nope; \ufffd[31m"],
  ["\\*a\\* \\x \\\\", "*a* \\x \\"],
  ["a  \nb\\\nc\nd", "a↵b↵c⏎d"],
  ["**漢字**です", "+漢字+です"],
];

for (const [source, shown] of CASES) {
  Deno.test(`inline: ${JSON.stringify(source)}`, () => {
    assert.equal(show(parseInline(source, { definition }).nodes), shown);
  });
}

const GROWING: readonly [source: string, shown: string][] = [
  ["**bold te", "+bold te+"],
  ["**bold*", "+bold+"],
  ["**bold *both", "+bold /both/+"],
  ["`code", "{code}"],
  ["text `", "text "],
  ["[text", "[text"],
  ["[text](http://x", "(text→)"],
  ["~~gone", "-gone-"],
  ["a *", "a "],
];

for (const [source, shown] of GROWING) {
  Deno.test(`while it goes on: ${JSON.stringify(source)}`, () => {
    assert.equal(show(parseInline(source, { definition, goesOn: true }).nodes), shown);
  });
}

Deno.test("what no text to come can change ends before whatever is open", () => {
  const stable = (source: string): string => {
    return source.slice(0, parseInline(source, { definition }).stable);
  };
  assert.equal(stable("plain *em* text"), "plain *em* text");
  assert.equal(stable("plain *em* **open text"), "plain *em* ");
  assert.equal(stable("a `b` `c"), "a `b` ");
  assert.equal(stable("a [b](c) [d](e"), "a [b](c) ");
  assert.equal(stable("a [b]"), "a ");
  assert.equal(stable("**a**"), "");
  assert.equal(stable("**a** b &am"), "**a** b ");
  assert.equal(stable("x <b"), "x ");
  assert.equal(stable("x  "), "x");
  assert.equal(stable("see htt"), "see ");
});

Deno.test("openers without end cost no more than their length", () => {
  for (const opener of ["*a ", "_a ", "[", "`a ``", "<a ", "![a](", "&", "**a* "]) {
    const { nodes } = parseInline(opener.repeat(2000), { definition });
    assert.ok(nodes.length > 0);
  }
});
