/**
 * One MCP server: started in the background, asked for its tools, called, ended with all it started.
 *
 * @module
 */

import type { Client } from "@modelcontextprotocol/sdk/client";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types";
import { FsError, type Workbench } from "../../../host/platform/port.ts";
import type { Json, JsonObject } from "../../../core/conversation/mod.ts";
import type { McpServerConfig } from "../../config/mod.ts";
import { serverEnvironment } from "../environment.ts";
import type { ToolHost, ToolWorkspace } from "../host.ts";
import { startRegistered } from "../start_registered.ts";
import { programOf } from "./program.ts";
import { SessionTransport } from "./session_transport.ts";

type ClientModule = typeof import("@modelcontextprotocol/sdk/client");
// The package names this file's types without the ending that its code needs.
type StdioModule = typeof import("@modelcontextprotocol/sdk/shared/stdio");

/** A tool as the server describes it; nothing of it is to be trusted. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** How starting it went. */
export type Started =
  | { readonly kind: "up"; readonly tools: readonly ServerTool[] }
  | { readonly kind: "failed"; readonly why: string };

/** How a call went. */
export type Called =
  | { readonly kind: "answered"; readonly result: CallToolResult }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "cancelled" };

/** A server that goes on giving pages of tools is stopped after so many. */
const MAX_PAGES = 50;
const MAX_TOOLS = 500;
const MAX_DESCRIPTION = 8000;
const MAX_SCHEMA = 64 * 1024;
/** Longer than any call: how long one may take is the user's to say, with Ctrl-C. */
const NO_TIMEOUT_MS = 2_147_000_000;

/** A server; starts when it is made. */
export class McpServer implements AsyncDisposable {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly #cut = new AbortController();
  readonly #started: Promise<Started>;
  #client: Client | null = null;
  #transport: SessionTransport | null = null;
  #settled = false;

  constructor(name: string, config: McpServerConfig, host: ToolHost, workspace: ToolWorkspace) {
    this.name = name;
    this.config = config;
    this.#started = this.#start(host, workspace).finally(() => this.#settled = true);
  }

  /** Whether it is still coming up. */
  get starting(): boolean {
    return !this.#settled;
  }

  /** Resolves once it is up or never will be; never rejects. */
  get started(): Promise<Started> {
    return this.#started;
  }

  /** Calls one of its tools. Never rejects. */
  async call(name: string, args: JsonObject, signal: AbortSignal): Promise<Called> {
    const client = this.#client;
    if (client === null) return { kind: "failed", why: "it is not running" };
    const cut = Promise.withResolvers<Called>();
    const onAbort = (): void => cut.resolve({ kind: "cancelled" });
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      if (signal.aborted) return { kind: "cancelled" };
      const answer = client.callTool({ name, arguments: args }, undefined, {
        signal,
        timeout: NO_TIMEOUT_MS,
      }).then((result): Called => ({ kind: "answered", result: result as CallToolResult }));
      // The SDK tells the server of an abort; whether it listens is not waited for.
      return await Promise.race([answer, cut.promise]);
    } catch (error) {
      if (signal.aborted) return { kind: "cancelled" };
      return { kind: "failed", why: this.#transport?.ended ?? messageOf(error) };
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends it, also while it is starting. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#cut.abort();
    await this.#started;
    await this.#transport?.close();
  }

  async #start(host: ToolHost, workspace: ToolWorkspace): Promise<Started> {
    const { startup_timeout_secs: seconds } = this.config;
    const late = new AbortController();
    // 0: as long as it takes.
    const timer = seconds === 0 ? undefined : setTimeout(() => late.abort(), seconds * 1000);
    const until = AbortSignal.any([this.#cut.signal, late.signal]);
    try {
      const tools = await abortable(this.#connect(host, workspace, until), until);
      return { kind: "up", tools };
    } catch (error) {
      const why = late.signal.aborted
        ? `it did not answer within ${seconds} s`
        : this.#transport?.ended ?? messageOf(error);
      await this.#transport?.close();
      return { kind: "failed", why };
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(
    host: ToolHost,
    { root }: ToolWorkspace,
    signal: AbortSignal,
  ): Promise<ServerTool[]> {
    const { variables, arguments: args } = this.config;
    const env = serverEnvironment(host.envAll(), variables);
    const search = { fs: host.fs, os: host.os, path: env.PATH ?? env.Path ?? "", cwd: root };
    const program = await programOf(this.config, search);
    const [{ Client }, stdio]: [ClientModule, StdioModule, Workbench] = await Promise.all([
      import("@modelcontextprotocol/sdk/client"),
      import("@modelcontextprotocol/sdk/shared/stdio.js"),
      host.workbench(),
    ]);
    signal.throwIfAborted();
    const { started, place } = await startRegistered(host, { program, args, cwd: root, env });
    const transport = new SessionTransport(started, stdio, place);
    this.#transport = transport;
    // Given up while it was being started: whoever did so had nothing to end yet.
    if (signal.aborted) {
      await transport.close();
      throw signal.reason;
    }
    const client = new Client({ name: "jp", version: "0" }, {
      capabilities: {},
      // What a server says of its own results decides nothing, and its patterns could take for ever.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({
          valid: true,
          data: input as never,
          errorMessage: undefined,
        }),
      },
    });
    await client.connect(transport, { signal, timeout: NO_TIMEOUT_MS });
    this.#client = client;
    if (client.getServerCapabilities()?.tools === undefined) return [];
    return await toolsOf(client, signal);
  }
}

async function toolsOf(client: Client, signal: AbortSignal): Promise<ServerTool[]> {
  const found: ServerTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && found.length < MAX_TOOLS; page++) {
    const { tools, nextCursor } = await client.listTools(
      cursor === undefined ? {} : { cursor },
      { signal, timeout: NO_TIMEOUT_MS },
    );
    for (const { name, description, inputSchema } of tools) {
      if (JSON.stringify(inputSchema).length > MAX_SCHEMA) continue;
      found.push({
        name,
        description: (description ?? name).slice(0, MAX_DESCRIPTION),
        schema: withoutPatterns(inputSchema as JsonObject) as JsonObject,
      });
    }
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return found.slice(0, MAX_TOOLS);
}

/** A pattern of somebody else's may take exponential time; the server checks its own. */
function withoutPatterns(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, Json][] => {
      const isPattern = (name === "pattern" && typeof value === "string") ||
        name === "patternProperties";
      return isPattern ? [] : [[name, withoutPatterns(value)]];
    }),
  );
}

async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cut = Promise.withResolvers<never>();
  const onAbort = (): void => cut.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  // Whichever loses is not listened to any more.
  work.catch(() => {});
  cut.promise.catch(() => {});
  try {
    return await Promise.race([work, cut.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof FsError) {
    return error.code === "ENOENT" ? "there is no such program" : `it cannot be run: ${error.code}`;
  }
  return error instanceof Error ? error.message : String(error);
}
