/**
 * The one table of every configuration key: its type, bounds, default, description, and whether a
 * workspace may set it without consent. The type of the configuration, the checks, the JSON Schema
 * and the manual all come from it; nothing else in the program lists keys.
 *
 * @module
 */

import { either, list, mapped, record } from "./compound.ts";
import { free, key, optional, table, type Value } from "./field.ts";
import { ASSISTANT } from "./schema_assistant.ts";
import { EDITOR, INTERRUPT } from "./schema_interrupt.ts";
import { PLUGINS, PROVIDERS } from "./schema_providers.ts";
import { STYLE, TEXTS, UNUSED } from "./schema_style.ts";
import { CONVERSATION } from "./schema_tools.ts";
import { boolean, choice, type Shape, text } from "./shape.ts";

/** A file that is merged with the one that names it. */
export interface Extension {
  /** Relative to the file that names it; `*`, `?` and `**` match several. */
  readonly path: string;
  /** Whether the file that names it wins (`before`) or loses (`after`). */
  readonly strategy: "before" | "after";
}

const EXTENSION: Shape<Extension> = either(
  mapped(text(), (path): Extension => ({ path, strategy: "before" })),
  record({
    path: { node: "key", doc: "The file.", shape: text(), fallback: undefined },
    strategy: key(choice("before", "after"), "before", "Which of the two wins."),
  }),
);

/** How `extends` is read before the rest of a file: one file, or a list. */
export const EXTENDS: Shape<readonly Extension[]> = either(
  mapped(EXTENSION, (one): readonly Extension[] => [one]),
  list(EXTENSION, "files, each text or a table with path and strategy"),
);

/** Every key there is. */
export const SCHEMA = table("The configuration of jp.", {
  inherit: key(
    boolean(),
    true,
    "Whether files of lower precedence count as well; false in a file shuts them out.",
  ),
  extends: key(EXTENDS, [], "Further files merged with this one."),
  config_load_paths: key(
    TEXTS,
    [".jp/config"],
    "Folders in which --cfg NAME looks for NAME.toml.",
    { sensitive: true },
  ),
  assistant: ASSISTANT,
  conversation: CONVERSATION,
  style: STYLE,
  interrupt: INTERRUPT,
  editor: EDITOR,
  template: table("Queries that are templates.", {
    values: free("Values of their variables.", UNUSED),
  }),
  providers: PROVIDERS,
  plugins: PLUGINS,
  user: table("Who asks.", { name: optional(text(), "The name shown above your requests.") }),
});

/** The resolved configuration: deeply read-only, every default filled in, null where unset. */
export type Config = Value<typeof SCHEMA>;
