/**
 * Terminal input: bytes in, key, paste and reply events out.
 *
 * Pure: the bytes, and the news that time has passed, are handed in.
 *
 * @module
 */

export type {
  AttributesReply,
  CursorReply,
  Focus,
  FunctionKeyName,
  InputEvent,
  Key,
  KeyName,
  KittyFlagsReply,
  ModeReply,
  Mouse,
  OtherReply,
  Paste,
  Reply,
  StringReply,
} from "./types.ts";
