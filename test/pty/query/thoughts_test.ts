/**
 * A conversation whose answer was cut off anywhere stays one the provider accepts: what it closed
 * goes back byte for byte, what it did not is left out (PR-045, PR-038).
 */
import assert from "node:assert/strict";
import http from "node:http";
import { fixtureEnv, jpCommand, type Pty, run, spawnPty } from "../../support/mod.ts";
import { claude } from "../../unit/services/providers/wires.ts";
import { pressCtrlC } from "../ladder/support.ts";

type Block = Readonly<Record<string, unknown>> & { readonly type: string };
interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

const SIGNATURE = "sig+/0123456789==";
const FIRST = claude.messageStart() + claude.thinking(0, "Thought one.", SIGNATURE);
const thinking = (index: number, text: string): string =>
  claude.blockStart(index, { type: "thinking", thinking: "", signature: "" }) +
  claude.blockDelta(index, { type: "thinking_delta", thinking: text });

/** Where the answer is cut, and what of it has been seen by then. */
const CUTS: readonly [where: string, sent: string, seen: string][] = [
  ["inside a thought", claude.messageStart() + thinking(0, "Half a thou"), "Half a thou"],
  [
    "inside its signature",
    claude.messageStart() + thinking(0, "Half signed.") +
    claude.blockDelta(0, { type: "signature_delta", signature: "sig+/01" }),
    "Half signed.",
  ],
  ["between two blocks", FIRST, "Thought one."],
  ["inside the text behind it", FIRST + openText("Words be"), "Words be"],
  [
    "inside the arguments of a call",
    FIRST + claude.text(1, "Let me look.") +
    claude.blockStart(2, { type: "tool_use", id: "c1", name: "fs_read", input: {} }) +
    claude.blockDelta(2, { type: "input_json_delta", partial_json: '{"pa' }),
    "Let me look.",
  ],
];

function openText(words: string): string {
  return claude.blockStart(1, { type: "text", text: "" }) +
    claude.blockDelta(1, { type: "text_delta", text: words });
}

/** How the run ends. */
const ENDINGS: readonly [string, (pty: Pty) => Promise<void>][] = [
  ["s in the menu", async (pty) => {
    await pressCtrlC(pty);
    await pty.expect("Interrupted [c,r,s,a,?] ");
    pty.press("s");
    await pty.expectExit();
  }],
  ["two presses", async (pty) => {
    await pressCtrlC(pty);
    await pty.expect("Interrupted [c,r,s,a,?] ");
    await pressCtrlC(pty);
    await pty.expectExit();
  }],
  ["SIGKILL", async (pty) => {
    Deno.kill(pty.pid, "SIGKILL");
    await pty.expectExit();
  }],
];

/** What the real service refuses with status 400; null for what it accepts. */
function refusal(messages: readonly Message[]): string | null {
  let role = "assistant";
  let calls: unknown[] = [];
  for (const message of messages) {
    if (message.role === role) return `two messages of ${role} in a row`;
    role = message.role;
    const blocks: readonly Block[] = typeof message.content === "string"
      ? [{ type: "text", text: message.content }]
      : message.content;
    const results = blocks.filter(({ type }) => type === "tool_result")
      .map((block) => block["tool_use_id"]);
    if (JSON.stringify(results) !== JSON.stringify(calls)) return "calls without results";
    calls = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id);
    for (const block of blocks) {
      if (block.type === "text" && String(block["text"]).trim() === "") return "empty text";
      if (block.type !== "thinking") continue;
      if (block["signature"] !== SIGNATURE || block["thinking"] !== "Thought one.") {
        return "a thinking block was altered";
      }
    }
    if (blocks.at(-1)?.type === "thinking") return "a final thinking block";
  }
  return role === "user" ? null : "the conversation must end with a user message";
}

interface Service extends AsyncDisposable {
  readonly url: string;
  readonly refused: string[];
  readonly asked: (readonly Message[])[];
}

/** Stalls behind `sent` at first, then answers whatever it accepts. */
async function service(sent: string): Promise<Service> {
  const refused: string[] = [];
  const asked: (readonly Message[])[] = [];
  const server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => text += piece);
    request.on("end", () => {
      const { messages } = JSON.parse(text) as { messages: readonly Message[] };
      asked.push(messages);
      const why = refusal(messages);
      if (why !== null) {
        refused.push(why);
        response.writeHead(400, { "content-type": "application/json" });
        response.end(
          JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: why } }),
        );
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (asked.length === 1) response.write(sent);
      else response.end(claude.messageStart() + claude.text(0, "Fine.") + claude.end("end_turn"));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    refused,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function goesOn(sent: string, seen: string, end: (pty: Pty) => Promise<void>): Promise<void> {
  await using anthropic = await service(sent);
  await using env = await fixtureEnv({ env: { ANTHROPIC_API_KEY: "key", JP_SESSION: "one" } });
  await Deno.mkdir(`${env.configHome}/jp`, { recursive: true });
  await Deno.writeTextFile(
    `${env.configHome}/jp/config.toml`,
    `assistant.model.id = "anthropic/claude-sonnet-5"\n` +
      `assistant.model.parameters.reasoning = "low"\n` +
      `providers.llm.anthropic.base_url = "${anthropic.url}"\n`,
  );
  const where = { env: env.env, cwd: env.workspace };
  await using pty = spawnPty({ ...jpCommand("binary", "q", "first"), ...where });
  await pty.expect(seen);
  await end(pty);
  const { code, stdout, stderr } = await run({ ...jpCommand("binary", "q", "next"), ...where });
  assert.deepEqual(anthropic.refused, []);
  assert.deepEqual([code, stdout], [0, "Fine.\n"], stderr);
  assert.ok(!JSON.stringify(anthropic.asked).includes("Half"), "half a thought was sent");
}

for (const [ending, end] of ENDINGS) {
  Deno.test(`cut off anywhere and ended by ${ending}, the conversation is accepted`, async () => {
    await Promise.all(CUTS.map(async ([where, sent, seen]) => {
      try {
        await goesOn(sent, seen, end);
      } catch (error) {
        throw new Error(where, { cause: error });
      }
    }));
  });
}
