/**
 * What terminals send, and what it must be decoded to (named as `describeKey` names it). Shared
 * by the unit test, which feeds each line whole, and the property test, which cuts it everywhere.
 */

/** Options a line needs, bytes as a string of code units 0 to 255 or text, expected events. */
export interface Line {
  readonly input: string | Uint8Array;
  readonly events: readonly string[];
  readonly kitty?: boolean;
  readonly eightBitMeta?: boolean;
  /** Cursor-position questions open when the bytes arrive. */
  readonly cursorQueries?: number;
}

function line(input: string | Uint8Array, ...events: string[]): Line {
  return { input, events };
}

/** Keys without a protocol. */
export const PLAIN_LINES: readonly Line[] = [
  line("a", "a"),
  line("A", "A"),
  line(" ", "Space"),
  line("hello", "h", "e", "l", "l", "o"),
  line("\x00", "C-Space"),
  line("\x01", "C-a"),
  line("\x03", "C-c"),
  line("\x08", "C-h"),
  line("\t", "Tab"),
  line("\n", "C-j"),
  line("\r", "Enter"),
  line("\x1a", "C-z"),
  line("\x1c", "C-\\"),
  line("\x1d", "C-]"),
  line("\x1e", "C-^"),
  line("\x1f", "C-_"),
  line("\x7f", "Backspace"),
  line("é€", "é", "€"),
  line("😀x", "😀", "x"),
  line("한", "한"),
];

/** Alt as an ESC prefix, and ESC itself. */
export const ESCAPE_LINES: readonly Line[] = [
  line("\x1b", "Escape"),
  line("\x1b\x1b", "Escape", "Escape"),
  line("\x1b\x1b\x1b\x1b\x1b", "Escape", "Escape", "Escape", "Escape", "Escape"),
  line("\x1ba", "M-a"),
  line("\x1bA", "M-A"),
  line("\x1b\r", "M-Enter"),
  line("\x1b\t", "M-Tab"),
  line("\x1b\x7f", "M-Backspace"),
  line("\x1b\x01", "C-M-a"),
  line("\x1bé", "M-é"),
  line("\x1b😀", "M-😀"),
  line("\x1b[", "M-["),
  line("\x1bO", "M-O"),
  line("\x1b]", "M-]"),
  line("\x1bP", "M-P"),
  line("\x1b_", "M-_"),
  line("\x1bX", "M-X"),
  line("\x1b^", "M-^"),
  line("\x1b\\", "M-\\"),
  line("\x1bPick", "M-P", "i", "c", "k"),
  line("\x1b_a", "M-_", "a"),
  line("\x1b]x", "M-]", "x"),
  line("\x1bOz", "M-O", "z"),
  line("\x1b\x1b[A", "M-Up"),
  line("\x1b\x1bOA", "M-Up"),
  line("\x1b\x1bb", "Escape", "M-b"),
  line("\x1b\x1b[", "Escape", "M-["),
  line("\x1b\x1b]", "Escape", "M-]"),
  line("\x1b\x03", "C-M-c"),
];

/** Cursor and function keys of each legacy dialect. */
export const LEGACY_LINES: readonly Line[] = [
  line("\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F", "Up", "Down", "Right", "Left", "Home", "End"),
  line("\x1bOA\x1bOB\x1bOC\x1bOD\x1bOH\x1bOF", "Up", "Down", "Right", "Left", "Home", "End"),
  line("\x1b[1;2A", "S-Up"),
  line("\x1b[1;3A", "M-Up"),
  line("\x1b[1;4A", "M-S-Up"),
  line("\x1b[1;5A", "C-Up"),
  line("\x1b[1;6D", "C-S-Left"),
  line("\x1b[1;7C", "C-M-Right"),
  line("\x1b[1;8F", "C-M-S-End"),
  line("\x1b[1;9A", "M-Up"),
  line("\x1b[5A", "Up"),
  line("\x1bO5A", "C-Up"),
  line("\x1bO1;5A", "C-Up"),
  line("\x1b[Z", "S-Tab"),
  line("\x1b[1;5I", "C-Tab"),
  line("\x1b[1~\x1b[2~\x1b[3~\x1b[4~", "Home", "Insert", "Delete", "End"),
  line("\x1b[5~\x1b[6~\x1b[7~\x1b[8~", "PageUp", "PageDown", "Home", "End"),
  line("\x1b[3;5~", "C-Delete"),
  line("\x1b[5;3~", "M-PageUp"),
  line("\x1bOP\x1bOQ\x1bOR\x1bOS", "F1", "F2", "F3", "F4"),
  line("\x1b[P\x1b[Q\x1b[R\x1b[S", "F1", "F2", "F3", "F4"),
  line("\x1b[1;2P", "S-F1"),
  line("\x1b[1;2R", "S-F3"),
  line("\x1b[1;5R", "C-F3"),
  line("\x1b[11~\x1b[12~\x1b[13~\x1b[14~\x1b[15~", "F1", "F2", "F3", "F4", "F5"),
  line("\x1b[17~\x1b[18~\x1b[19~\x1b[20~\x1b[21~", "F6", "F7", "F8", "F9", "F10"),
  line("\x1b[23~\x1b[24~\x1b[25~\x1b[26~\x1b[28~", "F11", "F12", "F13", "F14", "F15"),
  line("\x1b[29~\x1b[31~\x1b[32~\x1b[33~\x1b[34~", "F16", "F17", "F18", "F19", "F20"),
  line("\x1b[15;6~", "C-S-F5"),
  line("\x1b[[A\x1b[[B\x1b[[C\x1b[[D\x1b[[E", "F1", "F2", "F3", "F4", "F5"),
  line("\x1b[a\x1b[b\x1b[c\x1b[d", "S-Up", "S-Down", "S-Right", "S-Left"),
  line("\x1bOa\x1bOb\x1bOc\x1bOd", "C-Up", "C-Down", "C-Right", "C-Left"),
  line("\x1b[3$\x1b[3^\x1b[3@", "S-Delete", "C-Delete", "C-S-Delete"),
  line("\x1b[7$\x1b[8^\x1b[5@", "S-Home", "C-End", "C-S-PageUp"),
  line("\x1bOM", "Enter"),
  line("\x1bOI", "Tab"),
  line("\x1bOj\x1bOk\x1bOl\x1bOm\x1bOn\x1bOo\x1bOX", "*", "+", ",", "-", ".", "/", "="),
  line("\x1bOp\x1bOq\x1bOr\x1bOs\x1bOt", "0", "1", "2", "3", "4"),
  line("\x1bOu\x1bOv\x1bOw\x1bOx\x1bOy", "5", "6", "7", "8", "9"),
  line("\x1b[27;5;9~", "C-Tab"),
  line("\x1b[27;2;13~", "S-Enter"),
  line("\x1b[27;5;13~", "C-Enter"),
  line("\x1b[27;6;65~", "C-S-a"),
  line("\x1b[27;5;97~", "C-a"),
  line("\x1b[27;2;33~", "!"),
  line("\x1b[27;2;32~", "S-Space"),
  line("\x1b[27;4;65~", "M-A"),
  line("\x1b[27;5;27~", "C-Escape"),
];

/** The kitty keyboard protocol. */
export const KITTY_LINES: readonly Line[] = [
  ...[
    line("\x1b[27u", "Escape"),
    line("\x1b[13u", "Enter"),
    line("\x1b[13;2u", "S-Enter"),
    line("\x1b[13;3u", "M-Enter"),
    line("\x1b[9;5u", "C-Tab"),
    line("\x1b[127;3u", "M-Backspace"),
    line("\x1b[99;5u", "C-c"),
    line("\x1b[99;5:1u", "C-c"),
    line("\x1b[99;5:2u", "C-c"),
    line("\x1b[99;5:3u"),
    line("\x1b[1;1:3A"),
    line("\x1b[3;1:3~"),
    line("\x1b[1;5:2A", "C-Up"),
    line("\x1b[97;6u", "C-S-a"),
    line("\x1b[97;3u", "M-a"),
    line("\x1b[97;4u", "M-A"),
    line("\x1b[97:65;4u", "M-A"),
    line("\x1b[49:33;4u", "M-!"),
    line("\x1b[97;9u", "Super-a"),
    line("\x1b[1;9A", "Super-Up"),
    line("\x1b[97;69u", "C-a"),
    line("\x1b[97;133u", "C-a"),
    line("\x1b[32;5u", "C-Space"),
    line("\x1b[32;2u", "S-Space"),
    line("\x1b[45;6u", "C-_"),
    line("\x1b[45:95;6u", "C-_"),
    line("\x1b[47;5u", "C-/"),
    line("\x1b[1089::99;5u", "C-c"),
    line("\x1b[1089;5u", "C-с"),
    line("\x1b[97;;97u", "a"),
    line("\x1b[97;2;65u", "A"),
    line("\x1b[0;;104:105u", "h", "i"),
    line("\x1b[233u", "é"),
    line("\x1b[128512u", "😀"),
    line("\x1b[13~", "F3"),
    line("\x1b[13;5~", "C-F3"),
    line("\x1b[57376u\x1b[57387u", "F13", "F24"),
    line("\x1b[57399u\x1b[57408u\x1b[57414u", "0", "9", "Enter"),
    line("\x1b[57417;5u\x1b[57426u", "C-Left", "Delete"),
    line("\x1b[57441;2u", "S-unknown([57441;2u)"),
    line("\x1b[57428u", "unknown([57428u)"),
    line("\x1b[A", "Up"),
    line("\r\t\x7f", "Enter", "Tab", "Backspace"),
  ].map((each) => ({ ...each, kitty: true })),
];

/** Answers, focus, mouse. */
export const REPLY_LINES: readonly Line[] = [
  { ...line("\x1b[1;2R", "reply(cursor 1;2)"), cursorQueries: 1 },
  { ...line("\x1b[1;2R\x1b[1;2R", "reply(cursor 1;2)", "S-F3"), cursorQueries: 1 },
  { ...line("\x1b[24;80R", "reply(cursor 24;80)"), cursorQueries: 1 },
  line("\x1b[24;80R", "reply(cursor 24;80)"),
  line("\x1b[1;80R", "reply(cursor 1;80)"),
  line("\x1b[?24;80R", "reply(cursor 24;80)"),
  line("\x1b[?62;22c", "reply(primary attributes 62;22)"),
  line("\x1b[>1;10;0c", "reply(secondary attributes 1;10;0)"),
  line("\x1b[?0u", "reply(kitty flags 0)"),
  line("\x1b[?1u", "reply(kitty flags 1)"),
  line("\x1b[?2026;2$y", "reply(mode ?2026 is 2)"),
  line("\x1b[4;2$y", "reply(mode 4 is 2)"),
  line("\x1b[0n", "reply([0n)"),
  line("\x1b[?997;1n", "reply([?997;1n)"),
  line("\x1b[8;24;80t", "reply([8;24;80t)"),
  line("\x1b[>4;2m", "reply([>4;2m)"),
  line("\x1b]11;rgb:0000/0000/0000\x1b\\", "reply(osc 11;rgb:0000/0000/0000)"),
  line("\x1b]11;rgb:0/0/0\x07x", "reply(osc 11;rgb:0/0/0)", "x"),
  line("\x1bP>|XTerm(390)\x1b\\", "reply(dcs >|XTerm(390))"),
  line("\x1bP1+r544e=78\x1b\\", "reply(dcs 1+r544e=78)"),
  line("\x1b_Gi=1;OK\x1b\\", "reply(apc Gi=1;OK)"),
  line("\x1b]0;é\x07", "reply(osc 0;??)"),
  line("\x1b[I\x1b[O", "focus-in", "focus-out"),
  line("\x1b[<0;10;20M\x1b[<0;10;20m", "mouse", "mouse"),
  line("\x1b[M !!x", "mouse", "x"),
  line("\x1b[32;10;20M", "mouse"),
  line("\x1b\x1b[I", "Escape", "focus-in"),
  line("\x1b\x1b[0n", "Escape", "reply([0n)"),
  line("\x1b\x1b]10;x\x07", "Escape", "reply(osc 10;x)"),
  line("\x1b\x1b[200~x\x1b[201~", "Escape", "paste(1 bytes)"),
];

/** Pastes. */
export const PASTE_LINES: readonly Line[] = [
  line("\x1b[200~hello\x1b[201~", "paste(5 bytes)"),
  line("\x1b[200~\x1b[201~", "paste(0 bytes)"),
  line("\x1b[200~a\rb\r\nc\x1b[201~\r", "paste(6 bytes)", "Enter"),
  line("\x1b[200~a\x03b\x1b[201~", "paste(3 bytes)"),
  line("\x1b[200~\x1b[A\x1b\x1b[20\x1b[20\x1b[201~x", "paste(12 bytes)", "x"),
  line("\x1b[200~é😀\x1b[201~", "paste(6 bytes)"),
  line("\x1b[201~", ""),
  line("a\x1b[201~b", "a", "b"),
].map((each) => ({ ...each, events: each.events.filter((name) => name !== "") }));

/** Broken, hostile or truncated input. */
export const BROKEN_LINES: readonly Line[] = [
  line(Uint8Array.of(0xc3, 0x28), "\ufffd", "("),
  line(Uint8Array.of(0xff, 0x61), "\ufffd", "a"),
  line(Uint8Array.of(0xe4, 0xb8, 0x1b, 0x5b, 0x41), "\ufffd", "Up"),
  line(Uint8Array.of(0xe4, 0xe4, 0xb8, 0x80), "\ufffd", "一"),
  line(Uint8Array.of(0xf0, 0x9f, 0x98, 0x0d), "\ufffd", "Enter"),
  line(Uint8Array.of(0xed, 0xa0, 0x80), "\ufffd", "\ufffd", "\ufffd"),
  line(Uint8Array.of(0xc0, 0xaf), "\ufffd", "\ufffd"),
  line(Uint8Array.of(0x1b, 0xc3, 0x61), "M-\ufffd", "a"),
  line(Uint8Array.of(0xc2, 0x9b, 0x41), "unknown(U+009b)", "A"),
  // A control byte inside a sequence ends it and counts.
  line("\x1b[1;5\x03", "C-c"),
  line("\x1b[1;5\x1b[A", "Up"),
  line("\x1b]11;rgb\x03", "C-c"),
  line("\x1b]11;rgb\r", "Enter"),
  line("\x1b]11;rgb\x1b[A", "Up"),
  line("\x1bP1$r\x1ba", "M-a"),
  line("\x1b[[\x03", "C-c"),
  line("\x1b[M \x03", "C-c"),
  line("\x1bO5\x03", "C-c"),
  line("\x1b[\x03", "M-[", "C-c"),
  line("\x1bO\x03", "M-O", "C-c"),
  line("\x1b[99~", "unknown([99~)"),
  line("\x1b[~", "unknown([~)"),
  line("\x1b[1;5z", "C-unknown([1;5z)"),
  line("\x1b[1!p", "unknown([1!p)"),
  line("\x1b[?1?h", "unknown([?1?h)"),
  line("\x1b[99999999999999999999u", "unknown([2147483647u)"),
  line("\x1b[55296u", "unknown([55296u)"),
  line("\x1b[1114112u", "unknown([1114112u)"),
  line("\x1b[u", "unknown([u)"),
  line("\x1bO5z", "unknown(O5z)"),
  line("\x1b[[Z", "unknown([[Z)"),
  // Half sequences are dropped, not shown (PR-031).
  line("\x1b[1;5"),
  line("\x1b[20"),
  line("\x1bO5"),
  line("\x1b[["),
  line("\x1b]11;rgb"),
  line("\x1b]11;rgb\x1b"),
  line("\x1b[200~half a paste"),
  line(Uint8Array.of(0xe4, 0xb8)),
];

/** Lines that need an option. */
export const OPTION_LINES: readonly Line[] = [
  { ...line(Uint8Array.of(0xe1, 0xff), "M-a", "M-Backspace"), eightBitMeta: true },
  { ...line(Uint8Array.of(0x83), "C-M-c"), eightBitMeta: true },
  { ...line("\x1b[A", "Up"), eightBitMeta: true },
];

/** Everything. */
export const ALL_LINES: readonly Line[] = [
  ...PLAIN_LINES,
  ...ESCAPE_LINES,
  ...LEGACY_LINES,
  ...KITTY_LINES,
  ...REPLY_LINES,
  ...PASTE_LINES,
  ...BROKEN_LINES,
  ...OPTION_LINES,
];
