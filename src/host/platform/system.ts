/**
 * The calls below the runtimes: processes, signals, terminal modes and descriptors, each as thin
 * as the C function under it. Nothing here keeps state or decides anything.
 *
 * @module
 */

/** The signals the program deals with. */
export type SignalName =
  | "SIGHUP"
  | "SIGINT"
  | "SIGQUIT"
  | "SIGKILL"
  | "SIGPIPE"
  | "SIGTERM"
  | "SIGCONT"
  | "SIGTSTP"
  | "SIGTTIN"
  | "SIGTTOU"
  | "SIGWINCH";

/** A signal's saved action, opaque; hand it back to put it in place again. */
export type SignalDisposition = Uint8Array;

/** The terminal's modes, an opaque copy of `struct termios`. */
export type TerminalModes = Uint8Array;

/**
 * Bits to change in the modes, and nothing else: undoing one applies the old bits to the modes as
 * they are then, so what another program set meanwhile stays (interrupts.md, The key).
 */
export interface ModeChange {
  /** `c_iflag`. */
  readonly input: BitChange;
  /** `c_oflag`. */
  readonly output: BitChange;
  /** `c_lflag`. */
  readonly local: BitChange;
  /** VMIN and VTIME to set, or null to leave them. */
  readonly control: { readonly min: number; readonly time: number } | null;
}

/** Of the bits in `mask`, those in `value` are set and the others cleared. */
export interface BitChange {
  /** The bits that change. */
  readonly mask: number;
  /** What they become. */
  readonly value: number;
}

/** Cells across and down. */
export interface WindowSize {
  /** Cells across. */
  readonly columns: number;
  /** Cells down. */
  readonly rows: number;
}

/** What `poll` said of one descriptor. */
export interface PollResult {
  /** A read would not wait. */
  readonly readable: boolean;
  /** A write would not wait. */
  readonly writable: boolean;
  /** Hang-up or error: the other end is gone. */
  readonly gone: boolean;
}

/** The C library, where there is one. `available` is false on Windows: calls then do nothing. */
export interface System {
  /** Whether there is a C library to call. */
  readonly available: boolean;
  /** The parent. */
  getppid(): number;
  /** Our process group. */
  getpgrp(): number;
  /** The session's id (its leader's pid), or -1. */
  getsid(): number;
  /** Sends a signal to a process, or to a group when `pid` is negative; false when it failed. */
  kill(pid: number, signal: SignalName): boolean;
  /** Whether the signal is ignored now. */
  isIgnored(signal: SignalName): boolean;
  /** Has the kernel ignore the signal. */
  ignore(signal: SignalName): void;
  /** The signal's action now. */
  disposition(signal: SignalName): SignalDisposition;
  /** Puts an action back. */
  restore(signal: SignalName, saved: SignalDisposition): void;
  /** Gives the signal its default action. */
  setDefault(signal: SignalName): void;
  /**
   * Ends this process by `signal` with its default action, for parents that read WIFSIGNALED
   * (PR-005). Returns only where that has no effect: as PID 1, on Windows.
   */
  dieBy(signal: SignalName): void;
  /** Stops this process by SIGTSTP and returns when it has been continued. */
  stopSelf(): void;
  /** The terminal's foreground process group, or -1. */
  foregroundGroup(fd: number): number;
  /** Makes `pgrp` the terminal's foreground group, with SIGTTOU blocked meanwhile. */
  setForegroundGroup(fd: number, pgrp: number): boolean;
  /** The terminal's modes, or null when it has none or is gone. */
  getModes(fd: number): TerminalModes | null;
  /** Sets the modes at once (TCSANOW): never waits for output to drain. */
  setModes(fd: number, modes: TerminalModes): boolean;
  /** The terminal's size, or null when unknown. */
  windowSize(fd: number): WindowSize | null;
  /**
   * Opens a path read and write, close-on-exec; -1 when that failed. Non-blocking: what poll called
   * readable may have gone to another reader by the time we read.
   */
  open(path: string): number;
  /** Opens a pipe, close-on-exec: read end, write end. */
  pipe(): readonly [number, number] | null;
  /** Closes a descriptor that was opened here. */
  close(fd: number): void;
  /** Reads what is there; null when that is nothing or an error, empty at the end. */
  read(fd: number, size: number): Uint8Array | null;
  /** Writes without waiting its turn; -1 on an error. Only for a descriptor poll called writable. */
  write(fd: number, bytes: Uint8Array): number;
  /** What could be done with the descriptor now, without waiting. */
  poll(fd: number): PollResult;
  /**
   * Waits off the thread until one of the descriptors is readable or gone; resolves to null on a
   * timeout. Null as a member where the runtime cannot do it (Bun).
   */
  readonly waitReadable:
    | ((fds: readonly number[], timeoutMs: number) => Promise<readonly PollResult[] | null>)
    | null;
  /**
   * Has the kernel send SIGIO to this process, and to no other, whenever the descriptor becomes
   * readable, until disposed; null where it does not do that for this one. SIGIO has to be listened
   * to before: its default action is to end the process. Null as a member where it cannot be asked.
   */
  readonly announceInput: ((fd: number) => Disposable | null) | null;
  /**
   * Bytes of typed input that a read would give: as long as the terminal reads by line, those of
   * whole lines. 0 where that cannot be asked.
   */
  unreadInput(fd: number): number;
  /** Drops typed input nobody has read (TCIFLUSH). */
  flushInput(fd: number): void;
  /**
   * Tries to take an exclusive flock. `held`: somebody else has it; `impossible`: the file system
   * knows no such locks.
   */
  tryFlock(fd: number): "taken" | "held" | "impossible";
}
