import assert from "node:assert/strict";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Dialect, EndpointOptions } from "../../../../src/services/providers/dialect.ts";
import { warmUp } from "../../../../src/services/providers/warm_up.ts";
import { ask, collect, InstantTimer, ManualTimer, never, settled, textOf } from "./fixtures.ts";
import { modelOf, stream, WIRES } from "./wires.ts";

const OPTIONS: EndpointOptions = {
  provider: "test",
  model: "m",
  baseUrl: "http://127.0.0.1:9/v1",
  apiKeyEnv: "KEY",
  env: () => assert.fail("a warm-up wants no key"),
  timer: new InstantTimer(),
  fetch: () => assert.fail("a warm-up sends nothing"),
};

/** A package that notes what it reads. */
function noting(read: string[]): Dialect {
  const load: Dialect["load"] = ({ fetch }) => {
    const doStream: LanguageModelV4["doStream"] = async () => {
      const body = (await fetch("http://127.0.0.1:9/v1")).body ?? assert.fail("no body");
      const parts = body.pipeThrough(new TextDecoderStream()).pipeThrough(
        new TransformStream<string, LanguageModelV4StreamPart>({
          transform: (text) => void read.push(text),
        }),
      );
      return { stream: parts };
    };
    return Promise.resolve({ doStream } as Partial<LanguageModelV4> as LanguageModelV4);
  };
  const unused = () => assert.fail("not looked at");
  return {
    sample: "data: {}\n\n",
    load,
    call: () => ({ prompt: [] }),
    continuation: "instruction",
    body: unused,
    chains: unused,
    stream: {
      closesBlocks: true,
      blockOf: unused,
      ends: unused,
      keep: unused,
      usage: unused,
    },
  };
}

Deno.test("the package reads its sample, and nothing is sent", async () => {
  const read: string[] = [];
  await warmUp(noting(read), OPTIONS, never());
  assert.deepEqual(read, ["data: {}\n\n"]);
});

Deno.test("not before the request is out, and not when the answer is there", async () => {
  const read: string[] = [];
  const timer = new ManualTimer();
  const answered = new AbortController();
  const warming = warmUp(noting(read), { ...OPTIONS, timer }, answered.signal);
  await settled();
  answered.abort(new Error("answered"));
  await assert.rejects(warming, /answered/);
  assert.deepEqual([read, timer.pending], [[], 0]);
});

for (const wire of WIRES) {
  Deno.test(`${wire.provider}: warmed up while the server waits, the answer is the server's alone`, async () => {
    let requests = 0;
    const model = modelOf(wire.provider, "http://127.0.0.1:9/v1", {
      dependencies: {
        timer: new InstantTimer(),
        fetch: async () => {
          requests++;
          await new Promise((resolve) => setTimeout(resolve, 0));
          return stream(wire.start, wire.word("Fine"), wire.end);
        },
      },
    });
    const events = model.stream(ask("hi"), never());
    assert.equal(textOf(await collect(events)), "Fine");
    assert.equal(textOf(await collect(model.stream(ask("hi"), never()))), "Fine");
    assert.equal(requests, 2);
  });
}
