/**
 * Signals, scopes and the shutdown token.
 *
 * @module
 */

export { AFTER_A_KILL } from "./last_words.ts";
export { RouterError } from "./errors.ts";
export { isInteractive } from "./interactive.ts";
export {
  type LentPresses,
  Router,
  type RouterOptions,
  type RouterVoice,
  type Shown,
  Shutdown,
} from "./router.ts";
export { type Scope, ScopeStack } from "./scopes.ts";
export {
  type LentTerminal,
  type Recorded,
  type RecordedSignal,
  SharedMemory,
  type Side,
} from "./shared_memory.ts";
export { type Sentinel, type SentinelWorker, startSentinel } from "./start_sentinel.ts";
export { terminalOwner } from "./terminal_owner.ts";
