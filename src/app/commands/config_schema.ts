/**
 * `jp config schema`: the JSON Schema of a configuration file, for editors that complete and check
 * TOML.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import { toJsonSchema } from "../../services/config/mod.ts";
import type { App } from "../app.ts";

/**
 * What TOML language servers read: Taplo and the editors built on it know nothing newer, and the
 * table uses no keyword that draft 7 lacks.
 */
const DIALECT = "http://json-schema.org/draft-07/schema#";

/** Prints it on stdout. */
export async function showConfigSchema(app: App): Promise<number> {
  const schema = { ...toJsonSchema(), $schema: DIALECT };
  await app.gate.pass(app.signal);
  if (isJson(app.printer.out.format)) app.printer.record(schema);
  else app.printer.text(`${JSON.stringify(schema, null, 2)}\n`);
  return 0;
}
