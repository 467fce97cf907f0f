/**
 * The modes of a terminal as `tcgetattr(3)` on Linux gives them, decoded so that a test can say
 * what changed by name.
 */
import type { Libc } from "./libc.ts";

const SIZE = 60; // sizeof(struct termios), glibc: 4 flag words, c_line, c_cc[32], padding, 2 speeds

const FLAGS = {
  iflag: {
    IGNBRK: 0o1,
    BRKINT: 0o2,
    IGNPAR: 0o4,
    PARMRK: 0o10,
    INPCK: 0o20,
    ISTRIP: 0o40,
    INLCR: 0o100,
    IGNCR: 0o200,
    ICRNL: 0o400,
    IXON: 0o2000,
    IXANY: 0o4000,
    IXOFF: 0o10000,
    IMAXBEL: 0o20000,
    IUTF8: 0o40000,
  },
  oflag: { OPOST: 0o1, OLCUC: 0o2, ONLCR: 0o4, OCRNL: 0o10, ONOCR: 0o20, ONLRET: 0o40 },
  cflag: { CSTOPB: 0o100, CREAD: 0o200, PARENB: 0o400, HUPCL: 0o2000, CLOCAL: 0o4000 },
  lflag: {
    ISIG: 0o1,
    ICANON: 0o2,
    ECHO: 0o10,
    ECHOE: 0o20,
    ECHOK: 0o40,
    ECHONL: 0o100,
    NOFLSH: 0o200,
    TOSTOP: 0o400,
    ECHOCTL: 0o1000,
    ECHOPRT: 0o2000,
    ECHOKE: 0o4000,
    IEXTEN: 0o100000,
  },
} as const;

const CONTROL_CHARACTERS = [
  ...["VINTR", "VQUIT", "VERASE", "VKILL", "VEOF", "VTIME", "VMIN", "VSWTC", "VSTART"],
  ...["VSTOP", "VSUSP", "VEOL", "VREPRINT", "VDISCARD", "VWERASE", "VLNEXT", "VEOL2"],
];

export interface Termios {
  readonly iflag: number;
  readonly oflag: number;
  readonly cflag: number;
  readonly lflag: number;
  /** Control characters and VMIN/VTIME by name. */
  readonly cc: Readonly<Record<string, number>>;
  /** Names of the flags that are on: "ICANON", "ECHO", … */
  readonly on: ReadonlySet<string>;
  /** The whole struct. Equal hex is equal modes, to the last bit. */
  readonly hex: string;
}

/** Reads the modes of a terminal. The master's descriptor answers for its slave. */
export function readTermios(libc: Libc, fd: number): Termios {
  const raw = new Uint8Array(SIZE);
  if (libc.symbols.tcgetattr(fd, raw) !== 0) throw new Error(`tcgetattr(${fd}) failed`);
  return decodeTermios(raw);
}

export function decodeTermios(raw: Uint8Array<ArrayBuffer>): Termios {
  const view = new DataView(raw.buffer);
  const words = {
    iflag: view.getUint32(0, true),
    oflag: view.getUint32(4, true),
    cflag: view.getUint32(8, true),
    lflag: view.getUint32(12, true),
  };
  const on = new Set<string>();
  for (const word of ["iflag", "oflag", "cflag", "lflag"] as const) {
    for (const [name, bit] of Object.entries(FLAGS[word])) if (words[word] & bit) on.add(name);
  }
  const cc = Object.fromEntries(CONTROL_CHARACTERS.map((name, i) => [name, raw[17 + i] ?? 0]));
  return { ...words, cc, on, hex: raw.toHex() };
}

/**
 * What differs, by name: `["-ICANON", "-ECHO", "VMIN 1 -> 0"]`. Empty only if the two are equal to
 * the last bit: a difference that has no name here is given as the two hex dumps.
 */
export function termiosChanges(before: Termios, after: Termios): string[] {
  const changes = [
    ...[...before.on].filter((name) => !after.on.has(name)).map((name) => `-${name}`),
    ...[...after.on].filter((name) => !before.on.has(name)).map((name) => `+${name}`),
    ...CONTROL_CHARACTERS.filter((name) => before.cc[name] !== after.cc[name])
      .map((name) => `${name} ${before.cc[name]} -> ${after.cc[name]}`),
  ];
  if (changes.length === 0 && before.hex !== after.hex) return [`${before.hex} -> ${after.hex}`];
  return changes;
}
