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
export { abandonPaste, decode, type Decoded, flush } from "./decode.ts";
export {
  type DecoderOptions,
  type DecoderState,
  expectCursor,
  type Mode,
  type PasteMode,
  pendingEscape,
  pendingPaste,
  startDecoder,
  type StringKind,
  withKitty,
} from "./state.ts";
export type { Utf8Carry } from "./utf8.ts";
export { describeKey, parseKeyName } from "./describe.ts";
