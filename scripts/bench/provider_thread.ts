/**
 * A provider that takes no time of the thread that notes when bytes arrive: 500 tokens a second
 * sent from there make it late by a millisecond or two.
 */
import type { Script } from "../../test/support/mod.ts";

export class ProviderThread implements Disposable {
  /** Its `base_url`. */
  readonly url: string;
  readonly #worker: Worker;

  private constructor(url: string, worker: Worker) {
    this.url = url;
    this.#worker = worker;
  }

  static async start(): Promise<ProviderThread> {
    const entry = new URL("./fixtures/provider_thread.ts", import.meta.url).href;
    const worker = new Worker(entry, { type: "module" });
    return new ProviderThread(String(await message(worker)), worker);
  }

  /** Every request from now on is answered with this. */
  async play(script: Script): Promise<void> {
    const playing = message(this.#worker);
    this.#worker.postMessage(script);
    await playing;
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}

function message(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent) => resolve(data), { once: true });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)), { once: true });
  });
}
