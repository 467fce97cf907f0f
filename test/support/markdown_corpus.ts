/**
 * Markdown as people and models write it, and as nobody should: what the renderer is tried on.
 */

const DOCUMENT = `# Title with *emphasis*

An introduction with **strong**, \`code\`, ~~strike~~ and [a link](https://example.com/path).
It goes on for a while, so that it has to be wrapped at the right edge of the screen, twice.

## Steps

1. First, do *this*:
   \`\`\`sh
   echo "hello $USER" # greet
   \`\`\`
2. Then that.

   A second paragraph of the item.
   - nested **bold** item
   - another
     > quoted inside

| Option | Default | What it does |
|:-------|--------:|:------------:|
| \`a\`  | 1 | a long explanation that needs more than one row of the screen to be shown |
| b | 漢字 | short |

---

Done. See [^1].

[^1]: A footnote, *with* emphasis.
`;

/** Inputs by what they try. */
export const CORPUS: readonly string[] = [
  // Headings.
  "# One",
  "## Two ##",
  "####### seven",
  "#hashtag",
  "#\n\n##  \n\n### ###",
  "# a *b* `c` [d](http://e.f)",
  "text\n# heading\nmore",
  "Setext\n======",
  "Two lines\nof setext *x*\n---",
  "Foo\n-\nbar",
  "Foo\n= =\n\nFoo\n--- -",
  "a paragraph\n\n===",
  "- item\n---\n- item",
  "> quote\n---",
  "   # indented\n    # code",
  "# long heading that does not fit into a row of forty cells and is wrapped between words",
  // Breaks.
  "***\n---\n___\n* * *\n-    -    -",
  "--\n**\n__",
  "a\n***\nb",
  // Paragraphs.
  "one line",
  "one\ntwo\nthree\n",
  "one\n\n\n\ntwo",
  "  leading\n   and more\n\ttab",
  "hard  \nbreak\\\nagain\\\n",
  "trailing blanks   ",
  "a\r\nb\r\n\r\nc\r\n",
  "\n\n\nstarts late\n\n\n",
  "averyveryveryverylongwordthatdoesnotfitintoarowofthescreenandhastobebrokensomewhere end",
  `word ${"x".repeat(90)} word`,
  "exactly forty cells are in this line, ok",
  "exactly forty cells are in this line, ok next",
  "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggggggggg hhhhhhhhh",
  // Emphasis.
  "*a* _b_ **c** __d__ ***e*** ___f___",
  "a * b * c ** d **",
  "snake_case_word and 2*3*4",
  "**bold *nested* bold** *it **bold** it*",
  "*open and never closed",
  "**open and never closed\n\nnext",
  "`open and never closed *em*",
  "closed* without** opening_",
  "*a **b* c**",
  "****\n\n** **\n\n*foo [bar* baz]",
  "foo***bar***baz and *(**x**)*",
  "~~gone~~ ~one~ ~~~three~~~ ~~open",
  "**a\nb** over lines",
  "5 * 3 = 15 * 1 and **x",
  "*a*b*c* _a_b_c_",
  "\\*not\\* \\_em\\_ \\`code\\` \\\\ \\x",
  "*`code *` text*",
  "**漢字**です *日本*",
  // Code spans.
  "`a` ``b ` c`` ` d ` ``",
  "`a\nb` `  ` ` `` `",
  "` unbalanced ``",
  "```inline``` text",
  // Links.
  "[a](b) [c](<d e> \"t\") [e](f 'g') [h]( i )",
  "[text](http://example.com/a_b_c?d=e&f=(g))",
  "[broken](http://x",
  "[broken] (x) [y]( z z )",
  "[a [b](c) d](e)",
  '![image](pic.png "t") ![](x) ![a *b*](c)',
  "[*em* `code`](http://x.y)",
  "<http://auto.link> <me@example.com> <notalink>",
  "see https://example.com/x_y_z. And (http://a.b/c) www.x.org, ok",
  "http:// https://x hello whhww",
  "[ref]: http://example.com/ref 'Title'\n\n[ref] [Ref][] [text][REF] [no][nope]",
  "[later]\n\n[later]: /url",
  "[a]: <x y>\n[b]: /b\n[a] and [b]\n\n[c]:\n",
  "[google.com](https://evil.example/) [evil](javascript:alert(1)) [f](file:///etc/passwd)",
  '[]() []( ) [a]( <b> ) [x](y"z")',
  "[a\nb](c\nd) [e](\nf\n)",
  "[[[[deep]]]] ]]] [",
  "text with [x] and [ ] and array[0][1](2)",
  // Footnotes.
  "Note[^1] and[^note] [^ no]\n\n[^1]: text\n    more\n\n    para\n[^note]: other",
  "[^x]: alone",
  // HTML.
  'a <b>bold</b> <br/> <!-- c --> <a href="x*y*">z</a>',
  "<div>\n*raw*\n\n*not raw*\n</div>",
  "<!-- comment\n\nstill -->\nafter",
  "<script>\nlet a = '*x*';\n\n</script>\ntext",
  "<pre>\n  kept   blanks\n</pre>",
  "a < b and c > d <3 <",
  "<details>\n<summary>Sum</summary>\n\ntext **b**\n\n</details>",
  "<?php echo 1 ?>\n<!DOCTYPE html>\n<![CDATA[ x ]]>",
  // Entities.
  "&amp; &lt;b&gt; &copy; &#65; &#x42; &nope; &amp",
  "&#0; &#27;[31m &#x9b;5n &#x202e;abc &#xe0041; &nbsp;x &#10;y",
  // Quotes.
  "> a\n> b\n\n> c",
  "> lazy\ncontinuation\n\nout",
  "> # h\n> - i\n>   j\n>\n> ```\n> code\n> ```",
  ">a\n>>b\n>>>c\n>d",
  ">\n> x\n>",
  "> long quoted text that is wrapped at the right edge and keeps its bar on every row of it",
  "> a\n\nb\n> c\nd",
  // Lists.
  "- a\n- b\n- c",
  "* a\n\n* b\n\n\n* c",
  "- a\n+ b\n* c",
  "1. a\n2. b\n10. c",
  "3) a\n1) b\n\n7. c",
  "1. a\n1. b\n1. c",
  "- a\n  - b\n    - c\n      - d\n- e",
  "- a\n\n  para\n\n      code\n- b",
  "-\n- x\n-\n\n  y",
  "- \n\n- a",
  "-one\n1.two\n- - - a",
  "- [ ] open\n- [x] done\n- [X] Done\n- [y] no\n- [ ]\n1. [ ] n",
  "text\n- interrupts\n\ntext\n2. does not",
  "- a\n b\n  c\n   d\n    e",
  "- item that is long enough to be wrapped under its own text and not under the bullet\n  1. nested one that is wrapped as well, with a number before it",
  "1. one\n\n   ```js\n   let a;\n   ```\n2. two",
  "- a\n\n\n  b\n\n\nc",
  "10. ten\n    sub\n  - not sub",
  "- > quote in item\n  > more\n- # heading\n- ---",
  "-\ttab\n\t- nested tab\n\n\t\tcode",
  // Fences.
  "```\nplain\n  indented\n\n\nblank\n```",
  "```ts\nconst a: string = `x\n${y}`; // c\n/* b\nb */ let n = 0x1f;\n```\nafter",
  "~~~python title\ndef f(x):\n    '''doc\n    string'''\n    return \"a\" # c\n~~~",
  "````\n```\nnested\n```\n````",
  "```never closed\nline",
  "``` bad`info\ntext",
  "text\n```\ncode\n```\ntext",
  "  ```\n   a\n  b\n c\n  ```",
  "```rust\nfn main() { println!(\"{}\", 'a'); }\n```",
  '```json\n{"a": [1, 2.5e3, true], "b": null}\n```',
  "```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same\n```",
  '```yaml\nkey: value # c\nlist:\n  - "a"\n```',
  '```html\n<!-- x\ny --><a href="b">c</a>\n```',
  "```sql\nSELECT a, 'b' FROM t -- c\nWHERE x = 1;\n```",
  "```\na code line that is longer than a row of the screen and has to be broken at the cell\n```",
  "```\n\ttab\n漢字\tx\n```",
  "```js\n" + "x".repeat(120) + "\n```",
  "> ```\n> a\nb",
  "- ```\n  a\n b\n  ```",
  "```\n*not em* [no](link) &amp;\n```",
  // Indented code.
  "    code\n\n    more\n\ntext",
  "para\n    not code",
  "\tcode\n  \tcode",
  "    a\n\n\n      b\n\n\nend",
  // Tables.
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "a | b\n-|-\n1 | 2\n\nafter",
  "| a |\n|---|\n| 1 |\n| 2 |\ntext\n\nend",
  "| l | c | r |\n|:--|:-:|--:|\n| left | center | right |\n| a | b | c |",
  "| a | b |\n|---|---|\n| only |\n| 1 | 2 | 3 |\n||\n",
  "intro\n| a | b |\n|---|---|\n| x | y |",
  "| not | a table |\n|---|\n| x |",
  "| wide 漢字 | emoji 👩‍👩‍👧 |\n|---|---|\n| 日本語 | 🇩🇪 x |",
  "| esc \\| bar | `a|b` |\n|---|---|\n| **b** | [l](http://x.y) |",
  "| a long header of a column | another long header of one |\n|---|---|\n| a cell with a long text which wraps | and one more that is as long as the first, or longer |",
  `| ${"h | ".repeat(12)}\n|${"---|".repeat(12)}\n| ${"cell | ".repeat(12)}`,
  `| a | b |\n|---|---|\n${"| row | some text |\n".repeat(30)}\nafter`,
  `| a | b |\n|---|---|\n| x | ${"long ".repeat(60)}|\n| y | z |`,
  "> | a | b |\n> |---|---|\n> | 1 | 2 |",
  "- | a | b |\n  |---|---|\n  | 1 | 2 |\n- x",
  "| a | b |\n|---|---|\n# h",
  "| a | b |\n|---|---|\n> q",
  "|\n|-\n||\n|-|-|",
  // Width.
  "漢字かな交じり文を四十セルで折り返すためにはもう少し長い文章が必要である。これでどうだ。",
  "a漢b字c か\u3099 e\u0301 ｶﾞ 한국어 텍스트",
  "👩‍👩‍👧‍👦 👍🏽 🇩🇪🇫🇷 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☕ zero\u200bwidth",
  "שלום עולם مرحبا بالعالم mixed עברית",
  "ที่นี่ นมัสเต नमस्ते",
  "a\tb\tc\n\n`x\ty`",
  "\u0301lone mark and\u0301 \u0301 x",
  // Styles of somebody else.
  "a \x1b[31mred\x1b[0m b \x1b[1;4mx **y** z",
  "\x1b[38;5;8m# not heading\x1b[m\n- \x1b[32mitem",
  // Broken.
  "\0\x01\x07 controls \x7f\x9b5n \x1b]0;t\x07",
  "\ud800 lone \udc00 halves",
  "*_~`[]()<>!#&\\|-+=",
  "** * ** * **\n_ __ _",
  "[x](y `z) w`",
  "`a [b` c](d)",
  "<a `b> c`",
  "- ".repeat(40) + "deep",
  "> ".repeat(40) + "deep",
  "(".repeat(50) + "[a](" + "(".repeat(50),
  "*".repeat(100) + "a" + "*".repeat(100),
  "`".repeat(60) + "a" + "`".repeat(59),
  // Long.
  `**${"bold words that go on ".repeat(40)}** and after`,
  `${"word ".repeat(150)}\n---\n${"word ".repeat(150)}\n===`,
  `${"**b** *i* `c` [l](http://x.y/z) ".repeat(30)}`,
  `${"*a ".repeat(120)}`,
  `[${"text ".repeat(100)}](http://x.y) after`,
  `> - ${"quoted item ".repeat(80)}\n>   more`,
  DOCUMENT,
  `${DOCUMENT}\n${DOCUMENT}`,
];
