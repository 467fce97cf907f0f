/**
 * What a server answers to a call, as text: texts and resources, a blank line between them.
 *
 * Source: reference-facts.md 9.4.
 *
 * @module
 */

import type { ContentBlock } from "@modelcontextprotocol/sdk/types";

/** The text; what is none is named. */
export function resultText(content: readonly ContentBlock[], structured: unknown): string {
  if (content.length === 0 && structured !== undefined) return JSON.stringify(structured);
  return content.map(partText).filter((part) => part !== "").join("\n\n");
}

function partText(part: ContentBlock): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.type}, ${part.mimeType}: left out]`;
    case "resource_link":
      return `[${part.name}: ${part.uri}]`;
    case "resource":
      return "text" in part.resource
        ? part.resource.text
        : `[${part.resource.uri}, not text: left out]`;
  }
}
