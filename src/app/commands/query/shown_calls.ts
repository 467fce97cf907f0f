/**
 * Calls of tools on their way through a turn, as the user sees them: what was given stands there
 * once, in the model's JSON or in the words of a command of the user's, before it is asked about or
 * once it may run. What a prompt shows is never left to such a command.
 *
 * Source: reference-facts 3.3 "Rendering order".
 *
 * @module
 */

import type { JsonObject, ToolCallRequest } from "../../../core/conversation/mod.ts";
import { notice } from "../../../core/notices/mod.ts";
import { safeName } from "../../../host/sanitize/mod.ts";
import type { ArgumentFormatter } from "../../../services/tools/mod.ts";
import type { App } from "../../app.ts";
import type { CallShown, ToolView } from "../../show/mod.ts";
import type {
  CallDecision,
  CallNews,
  CallResult,
  NumberedCall,
  TurnTools,
} from "../../turn/mod.ts";
import type { QueryTools } from "./query_tools.ts";

type Shower = Pick<App, "printer" | "terminal" | "gate" | "signal">;

/** The tools of a turn, with what is shown of their calls. */
export class ShownCalls implements TurnTools {
  readonly #app: Shower;
  readonly #view: ToolView;
  readonly #tools: Pick<QueryTools, "desk" | "formatters">;

  constructor(app: Shower, view: ToolView, tools: Pick<QueryTools, "desk" | "formatters">) {
    this.#app = app;
    this.#view = view;
    this.#tools = tools;
  }

  /** Shows a call that has arrived. */
  async requested(event: ToolCallRequest): Promise<void> {
    const formatter = this.#formatterOf(event.name);
    const how: CallShown | null = formatter === null
      ? null
      : formatter.when === "ask"
      ? { kind: "later" }
      : await this.#formatted(formatter, event.name, event.arguments, this.#app.signal);
    this.#view.requested(event, how);
  }

  begin(): void {
    this.#tools.desk.begin();
  }

  async decide(call: NumberedCall, signal: AbortSignal): Promise<CallDecision> {
    const { printer, terminal, gate } = this.#app;
    const seen = printer.isOnTerminal("err") ? this.#view.seen(call.id, terminal.size) : undefined;
    const decision = await this.#tools.desk.decide({ ...call, seen }, signal);
    if (decision.kind !== "run") return decision;
    const { edited } = decision;
    const formatter = this.#formatterOf(call.name);
    if (edited === undefined && formatter?.when !== "ask") return decision;
    await gate.pass(signal);
    const args = edited ?? call.arguments;
    const how = formatter === null
      ? null
      : await this.#formatted(formatter, call.name, args, signal);
    await gate.pass(signal);
    this.#view.requested(
      { ...call, arguments: args },
      how ?? (edited === undefined ? null : { kind: "edited" }),
    );
    return decision;
  }

  async run(call: NumberedCall, news: CallNews, signal: AbortSignal): Promise<CallResult> {
    return await this.#tools.desk.run(call, news, signal);
  }

  /** The command, where what it prints is seen. */
  #formatterOf(name: string): ArgumentFormatter | null {
    return this.#view.shows(name) ? this.#tools.formatters.get(name) ?? null : null;
  }

  async #formatted(
    formatter: ArgumentFormatter,
    name: string,
    args: JsonObject,
    signal: AbortSignal,
  ): Promise<CallShown | null> {
    const formatted = await formatter.format(args, signal);
    if (formatted.kind === "formatted") return formatted;
    if (signal.aborted) return null;
    const about = `jp: conversation.tools.${safeName(name)}.style.parameters`;
    this.#app.printer.notice(notice(`${about}: ${safeName(formatted.why)}`));
    return null;
  }
}
