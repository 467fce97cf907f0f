/**
 * What the highlighter knows of each language: comments, strings, words. Data only.
 */

/** Text in quotes, or a comment. */
export interface Delimited {
  readonly open: string;
  readonly close: string;
  /** Whether it may go on in the next line. */
  readonly multiline?: boolean;
  /** Whether a backslash keeps the next character from closing it. */
  readonly escapes?: boolean;
}

export interface Language {
  readonly lineComments?: readonly string[];
  readonly comments?: readonly Delimited[];
  readonly strings?: readonly Delimited[];
  readonly keywords?: string;
  /** Whether keywords are the same in capitals. */
  readonly anyCase?: boolean;
  /** Whether a word before a colon, or an attribute before an equals sign, names something. */
  readonly properties?: ":" | "=";
  /** Whether a word in capitals is a type. */
  readonly types?: boolean;
  /** Characters that belong to a word besides letters and digits. */
  readonly word?: string;
}

const DOUBLE: Delimited = { open: '"', close: '"', escapes: true };
const SINGLE: Delimited = { open: "'", close: "'", escapes: true };
const BLOCK: Delimited = { open: "/*", close: "*/", multiline: true };
const C_LIKE = { lineComments: ["//"], comments: [BLOCK], strings: [DOUBLE, SINGLE], types: true };

const ECMA: Language = {
  ...C_LIKE,
  strings: [DOUBLE, SINGLE, { open: "`", close: "`", multiline: true, escapes: true }],
  word: "$_",
  keywords: "abstract any as async await boolean break case catch class const continue debugger " +
    "declare default delete do else enum export extends false finally for from function get if " +
    "implements import in infer instanceof interface is keyof let namespace never new null " +
    "number object of override private protected public readonly return satisfies set static " +
    "string super switch symbol this throw true try type typeof undefined unknown using var " +
    "void while with yield",
};
const C: Language = {
  ...C_LIKE,
  keywords: "alignas alignof asm auto bool break case catch char class concept const const_cast " +
    "consteval constexpr continue co_await co_return co_yield decltype default define delete do " +
    "double dynamic_cast elif else endif enum error explicit export extern false final float for " +
    "friend goto if ifdef ifndef include inline int long mutable namespace new noexcept nullptr " +
    "operator override pragma private protected public register requires return short signed " +
    "sizeof static static_assert static_cast struct switch template this thread_local throw true " +
    "try typedef typeid typename undef union unsigned using virtual void volatile while NULL",
};
const JAVA: Language = {
  ...C_LIKE,
  strings: [{ open: '"""', close: '"""', multiline: true, escapes: true }, DOUBLE, SINGLE],
  keywords: "abstract as assert async await base bool boolean break byte case catch char class " +
    "companion const continue data decimal default delegate do double else enum event explicit " +
    "extends extern false final finally fixed float for foreach fun get goto if implements " +
    "implicit import in instanceof int interface internal is lateinit let lock long namespace " +
    "native new null object open operator out override package params private protected public " +
    "readonly record ref return sealed set short sizeof static string struct suspend super " +
    "switch synchronized this throw throws transient true try typeof uint ulong using val var " +
    "virtual void volatile when where while yield",
};
const PYTHON: Language = {
  lineComments: ["#"],
  strings: [
    { open: '"""', close: '"""', multiline: true, escapes: true },
    { open: "'''", close: "'''", multiline: true, escapes: true },
    DOUBLE,
    SINGLE,
  ],
  types: true,
  keywords: "False None True and as assert async await break case class continue def del elif " +
    "else except finally for from global if import in is lambda match nonlocal not or pass raise " +
    "return self try while with yield",
};
const RUST: Language = {
  ...C_LIKE,
  // A single quote begins a lifetime as often as a character.
  strings: [
    { open: 'r#"', close: '"#', multiline: true },
    { open: '"', close: '"', multiline: true, escapes: true },
  ],
  keywords: "Self as async await bool break char const continue crate dyn else enum extern f32 " +
    "f64 false fn for i128 i16 i32 i64 i8 if impl in isize let loop match mod move mut pub ref " +
    "return self static str struct super trait true type u128 u16 u32 u64 u8 union unsafe use " +
    "usize where while",
};
const GO: Language = {
  ...C_LIKE,
  strings: [DOUBLE, SINGLE, { open: "`", close: "`", multiline: true }],
  keywords: "any bool break byte case chan const continue default defer else error fallthrough " +
    "false float32 float64 for func go goto if import int int32 int64 interface iota map nil " +
    "package range return rune select string struct switch true type uint uint32 uint64 var",
};
const SHELL: Language = {
  lineComments: ["#"],
  strings: [
    { open: '"', close: '"', multiline: true, escapes: true },
    { open: "'", close: "'", multiline: true },
  ],
  word: "_-",
  keywords: "alias break case cd continue declare do done echo elif else esac eval exec exit " +
    "export fi for function if in local printf read readonly return select set shift source " +
    "test then time trap unset until while",
};
const RUBY: Language = {
  lineComments: ["#"],
  comments: [{ open: "=begin", close: "=end", multiline: true }],
  strings: [DOUBLE, SINGLE],
  types: true,
  keywords: "BEGIN END alias and begin break case class def defined do else elsif end ensure " +
    "extend false for if in include lambda module next nil not or private protected puts raise " +
    "redo require require_relative rescue retry return self super then true undef unless until " +
    "when while yield",
};
const SQL: Language = {
  lineComments: ["--"],
  comments: [BLOCK],
  strings: [{ open: "'", close: "'", multiline: true }, { open: '"', close: '"' }],
  anyCase: true,
  keywords: "add all alter and any as asc between bigint boolean by case cascade check column " +
    "commit constraint create cross database date default delete desc distinct drop else end " +
    "except exists explain false foreign from full function grant group having if ilike in index " +
    "inner insert int integer intersect into is join key left like limit not null numeric offset " +
    "on or order outer over partition primary references returning right rollback row select " +
    "serial set table text then timestamp to transaction trigger true union unique update using " +
    "values varchar view when where with",
};
const JSON_LIKE: Language = {
  lineComments: ["//"],
  comments: [BLOCK],
  strings: [DOUBLE],
  properties: ":",
  keywords: "true false null",
};
const YAML: Language = {
  lineComments: ["#"],
  strings: [DOUBLE, { open: "'", close: "'" }],
  properties: ":",
  word: "_-.",
  keywords: "true false null yes no on off",
};
const TOML: Language = {
  lineComments: ["#"],
  strings: [
    { open: '"""', close: '"""', multiline: true, escapes: true },
    { open: "'''", close: "'''", multiline: true },
    DOUBLE,
    { open: "'", close: "'" },
  ],
  properties: "=",
  word: "_-.",
  keywords: "true false inf nan",
};
const MARKUP: Language = {
  comments: [{ open: "<!--", close: "-->", multiline: true }],
  strings: [{ open: '"', close: '"', multiline: true }],
  properties: "=",
  word: "_-:",
};
const CSS: Language = {
  comments: [BLOCK],
  strings: [DOUBLE, SINGLE],
  properties: ":",
  word: "_-@#.",
  keywords: "@media @import @font-face @keyframes @supports !important",
};

const NAMES: readonly (readonly [Language, string])[] = [
  [ECMA, "javascript js jsx mjs cjs typescript ts tsx mts cts"],
  [C, "c h cpp c++ cc cxx hpp objc arduino glsl"],
  [JAVA, "java kotlin kt cs csharp c# scala groovy dart swift php"],
  [PYTHON, "python py python3 py3 pyi"],
  [RUST, "rust rs"],
  [GO, "go golang"],
  [SHELL, "bash sh shell zsh fish console shell-session dockerfile docker make makefile"],
  [RUBY, "ruby rb elixir ex crystal"],
  [SQL, "sql mysql postgres postgresql pgsql sqlite plsql"],
  [JSON_LIKE, "json json5 jsonc ndjson jsonl"],
  [YAML, "yaml yml"],
  [TOML, "toml ini cfg conf properties env dotenv"],
  [MARKUP, "html xml svg xhtml vue svelte"],
  [CSS, "css scss sass less"],
];

/** The language of a fence's first word; `diff` for patches, null for what is not known. */
export function languageNamed(name: string): Language | "diff" | null {
  const wanted = name.toLowerCase();
  if (wanted === "diff" || wanted === "patch") return "diff";
  return NAMES.find(([, names]) => names.split(" ").includes(wanted))?.[0] ?? null;
}
