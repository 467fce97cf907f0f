/**
 * The words of the ladder: what can happen, what is remembered, what follows. All times are
 * milliseconds on one clock, handed in with each event.
 *
 * @module
 */

/** What occupies the terminal, as far as a press is concerned. */
export type OnScreen =
  /** No prompt: a press goes to the topmost scope. */
  | "nothing"
  /** An interrupt menu: a press is rung 2. */
  | "menu"
  /** A reply opened from a menu or by a configured action: a press is local to it. */
  | "reply"
  /** Any other prompt: a press swaps it for the menu of the topmost scope. */
  | "prompt";

/** Who could be asked, or is being talked to, on the terminal at the moment of a press. */
export type TerminalOwner =
  /** We are in the foreground, and the modes are ordinary or ours. */
  | "us"
  /** We run in the background: nobody is asked, nothing is touched. */
  | "background"
  /** Another program (less, fzf) has put it in a raw mode: the press is that program's. */
  | "other";

/** Why a graceful shutdown began. The reason of the shutdown token. */
export type ShutdownReason =
  | "second-press"
  | "menu"
  | "sigterm"
  | "sighup"
  | "declined"
  /** Without a controlling terminal the first press is enough (RFD 092, Non-TTY contract). */
  | "no-terminal";

/** How the process ends, in terms of the signal its parent is to see. */
export type EndSignal = "SIGINT" | "SIGHUP";

/** `[interrupt]` as the ladder needs it. */
export interface LadderSettings {
  /** A second press counts as one only within this time; 0 = only a menu leads to rung 2. */
  readonly cooldownMs: number;
  /** Hard deadline of a graceful shutdown; 0 = at once. */
  readonly timeoutMs: number;
}

/** Something that happened. */
export type LadderEvent =
  /** A Ctrl-C. `key`: it came as input, so nobody else saw it. `terminal`: "us" unless said. */
  | { readonly kind: "press"; readonly key: boolean; readonly terminal?: TerminalOwner }
  /** The user chose: an option, ESC, back. The next press is a first one. */
  | { readonly kind: "answer" }
  /** A menu was cancelled with Ctrl-C read as input: rung 2 however late. */
  | { readonly kind: "escalate" }
  /** An option of a menu asks for a graceful shutdown. */
  | { readonly kind: "leave" }
  /** No scope wanted the press. */
  | { readonly kind: "declined" }
  | { readonly kind: "term" }
  | { readonly kind: "hup" }
  | { readonly kind: "quit" }
  /** The terminal shows something else now. */
  | { readonly kind: "screen"; readonly screen: OnScreen }
  /** An editor or a plugin has the terminal: its presses are not ours. */
  | { readonly kind: "lent" }
  /** @param byPress a Ctrl-C was the borrower's end: our own copy of it may still be on its way. */
  | { readonly kind: "taken back"; readonly byPress: boolean }
  | { readonly kind: "settings"; readonly settings: LadderSettings }
  /** Teardown is complete. `byKey`: it was for a press that only a child of ours has seen. */
  | { readonly kind: "finished"; readonly byKey?: boolean }
  | { readonly kind: "tick" };

/** What the caller has to do, in order. */
export type LadderEffect =
  /** Rung 1: tell the topmost scope. */
  | { readonly kind: "notify" }
  /** Rung 1 on a prompt: swap it for the menu. */
  | { readonly kind: "swap" }
  /** A press inside a reply: the reply is interrupted, no rung is taken. */
  | { readonly kind: "interrupt reply" }
  /** Rung 2: abort the shutdown token. */
  | { readonly kind: "shut down"; readonly reason: ShutdownReason }
  /** One of the two messages people see. */
  | { readonly kind: "say"; readonly message: "shutting down" | "terminating" }
  /** The watchdog's deadline, absolute. Only ever moves earlier. */
  | { readonly kind: "arm"; readonly deadline: number }
  /** Rung 3: restore the terminal, kill the registry, die. */
  | { readonly kind: "end"; readonly signal: EndSignal; readonly wholeGroup: boolean };

/** Everything the ladder remembers. Numbers and flags only, so it fits in shared memory. */
export interface LadderState {
  /** `[interrupt]` as it is in force. */
  readonly settings: LadderSettings;
  /** Whether there is a controlling terminal to ask on. */
  readonly interactive: boolean;
  /** How far the process is. */
  readonly phase: "running" | "shutting down" | "ended";
  /** What a press would meet. */
  readonly screen: OnScreen;
  /** Whether an editor or a plugin has the terminal. */
  readonly lent: boolean;
  /** A SIGINT before this was the late borrower's; -Infinity for none. */
  readonly lateUntil: number;
  /** Presses since the last answer, 0 to 2. */
  readonly presses: number;
  /** When the last press counted; -Infinity before the first. */
  readonly lastPress: number;
  /** When the shutdown began; meaningful in "shutting down". */
  readonly shutdownAt: number;
  /** Absolute; Infinity when not armed. */
  readonly deadline: number;
  /** The signal the end will show. */
  readonly endSignal: EndSignal;
  /** A press that led here came as input: the shell around us has not seen it. */
  readonly byKey: boolean;
}
