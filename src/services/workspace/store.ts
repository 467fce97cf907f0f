/**
 * Everything that is kept about the conversations of one workspace, put together.
 *
 * @module
 */

import type { Clock, System } from "../../host/platform/port.ts";
import { Conversations } from "./conversations.ts";
import { Drafts } from "./drafts.ts";
import { needUserData, type Workspace, type WorkspaceHost } from "./find_workspace.ts";
import { ListingIndex } from "./listing_index.ts";
import { Locks } from "./locks.ts";
import { OverlayFileSystem } from "./overlay_fs.ts";
import { join } from "./paths.ts";
import { sessionIdentity } from "./session_identity.ts";
import { Sessions } from "./sessions.ts";
import { UserDir } from "./user_dir.ts";

/** What a store needs of the machine; a `Platform` has it. */
export interface StoreHost extends WorkspaceHost {
  readonly pid: number;
  readonly clock: Clock;
  readonly system: Pick<System, "getsid">;
}

/** A workspace's store. */
export interface Store {
  readonly workspace: Workspace;
  /** Whether anything is written to disk; false with `--no-persist`. */
  readonly persistent: boolean;
  readonly userDir: UserDir;
  readonly conversations: Conversations;
  readonly locks: Locks;
  readonly sessions: Sessions;
  readonly drafts: Drafts;
}

/**
 * Opens the store of a workspace. Writes nothing yet.
 *
 * @param options `persist: false` sees what is on disk, keeps its own changes in memory and takes
 * no real locks.
 */
export async function openStore(
  host: StoreHost,
  workspace: Workspace,
  options: { readonly persist?: boolean } = {},
): Promise<Store> {
  const persistent = options.persist ?? true;
  const { clock, pid } = host;
  const fs = persistent ? host.fs : new OverlayFileSystem(host.fs);
  const identity = await sessionIdentity(host);
  // Memory needs no place of its own; the workspace's serves where the user has none.
  const userData = workspace.userData ?? (persistent ? null : workspace.storage);
  const userDir = new UserDir(fs, { ...workspace, userData });
  const locks = new Locks(fs, userDir, clock, { pid, session: identity?.id ?? null });
  return {
    workspace,
    persistent,
    userDir,
    locks,
    conversations: new Conversations({
      fs,
      clock,
      locks,
      userDir,
      index: new ListingIndex(fs, userDir, clock),
      directory: join(workspace.storage, "conversations"),
      // What is not there on the disk may still be there in memory.
      needPlace: () => {
        if (persistent && workspace.kind === "default") needUserData(workspace);
      },
      mode: workspace.kind === "default" ? 0o700 : 0o777,
    }),
    sessions: new Sessions(fs, userDir, clock, identity),
    drafts: new Drafts(fs, userDir, clock),
  };
}
