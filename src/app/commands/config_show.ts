/**
 * `jp config show` and `jp config path`: what is configured, and where it comes from.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import { configLocations, formatKeyPath, formatOrigin } from "../../services/config/mod.ts";
import type { App } from "../app.ts";

/** Prints each value with its origin. */
export async function showConfig(app: App): Promise<number> {
  const resolved = await app.config();
  await app.gate.pass(app.signal);
  for (const { path, value, origin } of resolved.entries()) {
    const name = formatKeyPath(path);
    if (isJson(app.printer.out.format)) {
      app.printer.record({ key: name, value, origin: formatOrigin(origin) });
    } else {
      app.printer.text(`${name} = ${JSON.stringify(value)}  # ${formatOrigin(origin)}\n`);
    }
  }
  return 0;
}

/** Prints the files that count if they are there, in the order of precedence. */
export async function showConfigPaths(app: App): Promise<number> {
  const { platform } = app;
  const found = await app.workspace();
  const locations = configLocations({
    fs: platform.fs,
    os: platform.os,
    env: platform.envAll(),
    cwd: platform.cwd(),
    workspaceRoot: found.kind === "found" ? found.root : null,
    userWorkspaceDir: await (await app.store()).userDir.path(),
  });
  for (const { file } of locations) {
    const exists = await platform.fs.info(file) !== null;
    if (isJson(app.printer.out.format)) app.printer.record({ file, exists });
    else app.printer.text(`${exists ? "*" : " "} ${file}\n`);
  }
  return 0;
}
