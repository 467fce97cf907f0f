/**
 * The tools that come with the program, apart from `describe_tools`, which is about the others.
 *
 * @module
 */

import { ASK_USER } from "./ask_user.ts";
import { FS_EDIT } from "./fs_edit.ts";
import { FS_LIST } from "./fs_list.ts";
import { FS_READ } from "./fs_read.ts";
import { FS_SEARCH } from "./fs_search.ts";
import { FS_WRITE } from "./fs_write.ts";
import { SHELL } from "./shell.ts";
import type { BuiltIn } from "./types.ts";

export type { BuiltIn, Surroundings } from "./types.ts";

/** In the order in which they are offered. */
export const BUILT_INS: readonly BuiltIn[] = [
  FS_LIST,
  FS_READ,
  FS_SEARCH,
  FS_WRITE,
  FS_EDIT,
  ASK_USER,
  SHELL,
];
