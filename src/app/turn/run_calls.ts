/**
 * Runs the calls of an answer, all at once, and says as inputs of the turn's machine what becomes of
 * each. Ends when every run has ended, whatever ended it.
 *
 * @module
 */

import type { NumberedCall, TurnTools } from "./ports.ts";
import type { TurnInput } from "./types.ts";

/**
 * The calls' news, in the order they come. After an abort the calls are waited for, and a result that
 * one of them has come to nevertheless is among them.
 *
 * @throws what a run has thrown that was no abort: a mistake of ours. The others are aborted then.
 */
export async function* runCalls(
  tools: TurnTools,
  calls: readonly NumberedCall[],
  signal: AbortSignal,
): AsyncGenerator<TurnInput> {
  const broken = new AbortController();
  const until = AbortSignal.any([signal, broken.signal]);
  const news: TurnInput[] = [];
  let running = calls.length;
  let wake = (): void => {};
  const tell = (input: TurnInput): void => {
    news.push(input);
    wake();
  };
  const one = async (call: NumberedCall): Promise<void> => {
    try {
      const { number } = call;
      const result = await tools.run(call, {
        at: (phase) => tell({ kind: "call", call: number, phase }),
        inquired: (exchange) => tell({ kind: "inquired", call: number, exchange }),
      }, until);
      tell({ kind: "result", call: number, result });
    } catch (error) {
      if (!until.aborted) broken.abort(error);
    } finally {
      running--;
      wake();
    }
  };
  for (const call of calls) void one(call);
  for (;;) {
    const input = news.shift();
    if (input !== undefined) yield input;
    else if (running === 0) break;
    else await new Promise<void>((resolve) => wake = resolve);
  }
  if (broken.signal.aborted && !signal.aborted) throw broken.signal.reason;
}
