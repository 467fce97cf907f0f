/**
 * The test bed: programs on a pty or without a terminal, a stand-in for the model's provider, and
 * an environment of their own.
 */
export {
  Changes,
  DEFAULT_TIMEOUT_MS,
  eventually,
  ExpectationError,
  type WaitOptions,
} from "./changes.ts";
export { elapse, epochMs, settle } from "./clock.ts";
export { fixtureCommand } from "./compiled_fixture.ts";
export { installed } from "./installed.ts";
export { encodeKey, type KeyModes } from "./keys.ts";
export { type ExitStatus, plainEnv, type Program } from "./launch.ts";
export { type Chunk, type Found, OutputLog } from "./output_log.ts";
export { type ProcessInfo, processState, routerStands } from "./process_tree.ts";
export { humanPause, pastRelayWindow, pressCtrlC, sendSigint } from "./presses.ts";
export { Pty, type PtyOptions, spawnPty } from "./pty.ts";
export {
  Detached,
  type DetachedOptions,
  type OutputSink,
  OutputStream,
  type Result,
  run,
  spawnDetached,
  type StdinSource,
} from "./run.ts";
export {
  type Cell,
  drawScreen,
  type Screen,
  type ScreenOptions,
  TerminalScreen,
} from "./screen.ts";
export { shell, type ShellDetachedOptions, type ShellName, type ShellPtyOptions } from "./shell.ts";
export { modesLeftOn, type TerminalModes } from "./terminal_modes.ts";
export { type Termios, termiosChanges } from "./termios.ts";
export { UnreadPipe } from "./unread_pipe.ts";
export { FixtureEnv, fixtureEnv, type FixtureOptions } from "./fixture_env.ts";
export {
  bunPath,
  type Command,
  jpCommand,
  repositoryPath,
  RUNTIMES,
  type Target,
  TARGETS,
} from "./jp_command.ts";
export { type Ending, ProviderRequest, type SentChunk } from "./provider_request.ts";
export { answer, type Script, type Step, toolCalls } from "./provider_script.ts";
export { ProviderServer, type Scripts, startProvider } from "./provider_server.ts";
