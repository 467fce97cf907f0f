/**
 * What hostile text tries on a terminal, and a terminal that notes everything besides text.
 */
import headless from "@xterm/headless";

/** What a hostile answer tries, and the text of it that may be seen. */
export const ATTACKS: readonly (readonly [what: string, text: string])[] = [
  ["sets the title", "\x1b]0;pwned\x07\x1b]2;pwned\x1b\\\u009d2;pwned\u009c"],
  ["writes the clipboard", "\x1b]52;c;cm0gLXJmIC8=\x07\x1b]52;p;eA==\x1b\\"],
  ["asks for the clipboard", "\x1b]52;c;?\x07"],
  ["moves the cursor up and writes there", "\x1b[5A\x1b[1;1H\x1b[10D\x1bM\x1b[S\x1b[T"],
  ["erases", "\x1b[2J\x1b[3J\x1b[K\x1b[1K\x1b[J\x1b[5X\x1b[5P\x1b[2M\x1b[2L"],
  ["overwrites the line", "\r"],
  ["goes back", "\b\b\b\b"],
  ["hides text", "\x1b[8m\x1b[1;8m\x1b[08m"],
  ["hides the cursor", "\x1b[?25l"],
  ["takes the alternate screen", "\x1b[?1049h\x1b[?47h"],
  ["switches mouse, paste and focus reports on", "\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?1004h"],
  ["asks who is there", "\x05\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[?6n\x1bZ"],
  ["asks for settings", "\x1bP$q m\x1b\\\x1bP+q544e\x1b\\\x1b[?2026$p\x1b[>q"],
  ["asks for the window", "\x1b[14t\x1b[18t\x1b[21t\x1b[11t"],
  ["moves the window", "\x1b[3;0;0t\x1b[8;5;5t\x1b[2t\x1b[9;1t"],
  ["asks for colours", "\x1b]4;1;?\x07\x1b]10;?\x07\x1b]11;?\x1b\\"],
  ["sets colours", "\x1b]4;1;rgb:00/00/00\x07\x1b]10;#000\x07\x1b]104\x07"],
  ["lies about a link", "\x1b]8;;https://evil.example\x1b\\"],
  [
    "runs something of the terminal's",
    "\x1b]1337;File=;inline=1:AAAA\x07\x1b]777;notify;a;b\x07\x1b]9;x\x07",
  ],
  ["draws a picture", "\x1b_Ga=T,f=24;AAAA\x1b\\\x1bPq#0;2;0;0;0~~\x1b\\"],
  ["changes the charset", "\x1b(0\x1b)0\x0e\x0f\x1bN\x1b*B"],
  ["resets", "\x1bc\x1b[!p"],
  ["sets margins and tabs", "\x1b[2;3r\x1b[3g\x1bH\x1b[?6h\x1b[?7l\x1b[4h"],
  ["locks the keyboard", "\x1b[2h\x1b[>4;2m\x1b[=5u\x1b[>1u\x1b=\x1b>"],
  ["rings", "\x07\x07"],
  ["fills the screen", "\x1b#8"],
  ["8-bit forms", "\u009b2J\u009b8m\u0090q\u009c\u0085\u008d\u0084\u009e\u009c\u009f\u009c"],
  ["repeats", "\x1b[99b"],
  ["does it by references", "&#27;[2J&#x1b;]0;x&#7;&#x9b;2J&#13;&#8;"],
];

/** What a person and the rest of the machine notice. */
export interface Seen {
  readonly lines: readonly string[];
  readonly cursor: readonly number[];
  readonly hidden: boolean;
}

/** Writes to a terminal that notes everything besides text. */
export async function show(text: string): Promise<{ seen: Seen; events: string[] }> {
  const terminal = new headless.Terminal({ cols: 60, rows: 10, allowProposedApi: true });
  const events: string[] = [];
  terminal.onTitleChange((title) => events.push(`title ${title}`));
  terminal.onData((data) => events.push(`answer ${JSON.stringify(data)}`));
  terminal.onBell(() => events.push("bell"));
  terminal.onResize(() => events.push("resize"));
  for (const code of [4, 8, 9, 10, 11, 52, 104, 777, 1337]) {
    terminal.parser.registerOscHandler(code, () => {
      events.push(`OSC ${code}`);
      return true;
    });
  }
  await new Promise<void>((resolve) => terminal.write(text.replaceAll("\n", "\r\n"), resolve));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row));
  const modes = JSON.stringify(terminal.modes);
  if (modes !== MODES) events.push(`modes ${modes}`);
  if (active.type !== "normal") events.push("alternate screen");
  const hidden = rows.some((row) => {
    return Array.from({ length: 60 }, (_, column) => row?.getCell(column)).some((cell) => {
      return (cell?.isInvisible() ?? 0) !== 0;
    });
  });
  const seen = {
    lines: rows.map((row) => row?.translateToString(true).trimEnd() ?? ""),
    cursor: [active.baseY + active.cursorY, active.cursorX],
    hidden,
  };
  terminal.dispose();
  return { seen, events };
}

const MODES = JSON.stringify(new headless.Terminal({ allowProposedApi: true }).modes);
