/**
 * The manual that lives in the binary. Keys, defaults and labels come from the code that has them,
 * so that a page cannot say something else.
 *
 * @module
 */

import type { ManualTopic, ProgramSpec } from "../cli/mod.ts";

/** The text of a topic: at most 80 columns wide, no escape bytes, ends with a line end. */
export async function manualPage(topic: ManualTopic): Promise<string> {
  switch (topic) {
    case "interrupts":
      return (await import("./interrupts.ts")).interruptsPage();
    case "config":
      return (await import("./config.ts")).configPage();
    case "editor":
      return (await import("./editor.ts")).editorPage();
    case "output":
      return (await import("./output.ts")).outputPage();
    case "plugins":
      return (await import("./plugins.ts")).pluginsPage();
    case "tools":
      return (await import("./tools.ts")).toolsPage();
    case "glossary":
      return (await import("./glossary.ts")).glossaryPage();
    case "scripting":
      return (await import("./scripting.ts")).scriptingPage();
  }
}

/** All of it as a page for man(1), the commands first; ends with a line end. */
export async function manualForMan(program: ProgramSpec, version: string): Promise<string> {
  return await (await import("./man_page.ts")).manPage(program, version);
}
