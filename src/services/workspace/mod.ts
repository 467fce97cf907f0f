/**
 * Where conversations are kept: finding the workspace, the conversations in it, who may write to
 * them, and which one is active in which terminal.
 *
 * @module
 */

export type { StoreErrorCode } from "./errors.ts";
export { StoreError } from "./errors.ts";
export type { Workspace, WorkspaceHost } from "./find_workspace.ts";
export { findWorkspace, userDataDir } from "./find_workspace.ts";
export { UserDir } from "./user_dir.ts";
export type { Store, StoreHost } from "./store.ts";
export { openStore } from "./store.ts";
export type { ConversationRef } from "./conversation_dirs.ts";
export { outputDirectory } from "./conversation_dirs.ts";
export type {
  ConversationEntry,
  ConversationsPlace,
  ConversationSummary,
  ForkOptions,
} from "./conversations.ts";
export { Conversations } from "./conversations.ts";
export type { NewConversation } from "./create_conversation.ts";
export { BASE_CONFIG_FILE, METADATA_FILE } from "./create_conversation.ts";
export type { LogDamage } from "./conversation_log.ts";
export { ConversationLog, EVENTS_FILE } from "./conversation_log.ts";
export type { Metadata } from "./metadata.ts";
export { timestampOf } from "./metadata.ts";
export type { LabelChange, Labels } from "./labels.ts";
export { changeLabels, formatLabel, parseLabel } from "./labels.ts";
export type { ConversationLock, LockAttempt, LockHolder, LockOwner, LockWait } from "./locks.ts";
export { Locks } from "./locks.ts";
export { OverlayFileSystem } from "./overlay_fs.ts";
export type { SessionHost, SessionIdentity, SessionSource } from "./session_identity.ts";
export { sessionIdentity } from "./session_identity.ts";
export type { SessionEntry } from "./sessions.ts";
export { Sessions } from "./sessions.ts";
export type { Draft, DraftKey } from "./drafts.ts";
export { Drafts } from "./drafts.ts";
export type { ManyOf, OneOf, PickFrom, Target, TargetKeyword } from "./targets.ts";
export { parseDefaultId, parseIdLines, parseTarget, TARGET_KEYWORDS } from "./targets.ts";
export type { Resolution, TargetScope } from "./resolve_target.ts";
export { pickCandidates, resolveIds, resolveTarget, unknownTarget } from "./resolve_target.ts";
