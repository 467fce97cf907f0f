import assert from "node:assert/strict";
import fc from "fast-check";
import { type Pace, type PaceTimer, Typewriter } from "../../../../src/host/printer/typewriter.ts";

/** A time that passes when the test says so. */
class Time implements PaceTimer {
  #now = 0;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => this.#timers = this.#timers.filter((other) => other !== timer);
  }

  get idle(): boolean {
    return this.#timers.length === 0;
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }
}

function bench(pace: Partial<Pace>, inCode: (out: string) => boolean = () => false) {
  const time = new Time();
  const pieces: string[] = [];
  return {
    time,
    pieces,
    get out() {
      return pieces.join("");
    },
    typewriter: new Typewriter({
      pace: { textDelay: 0, codeDelay: 0, maxLatency: 0, ...pace },
      emit: (text) => pieces.push(text),
      inCode: () => inCode(pieces.join("")),
      timer: time,
    }),
  };
}

Deno.test("a character after the other, each when it is due, several of them in a frame", () => {
  const b = bench({ textDelay: 10 });
  b.typewriter.push("abcdefgh");
  assert.equal(b.out, "a");
  b.time.pass(16);
  assert.equal(b.out, "ab");
  b.time.pass(1000);
  assert.equal(b.out, "abcdefgh");
  assert.equal(b.time.idle, true);
  b.typewriter.push("ij");
  assert.equal(b.out, "abcdefghi", "it has been idle for long enough");
});

Deno.test("pieces that come fast share one pace", () => {
  const b = bench({ textDelay: 10 });
  for (const piece of ["a", "b", "c"]) b.typewriter.push(piece);
  assert.equal(b.out, "a");
  b.time.pass(20);
  assert.equal(b.out, "abc".slice(0, 2), "16 ms: two of them were due");
  b.time.pass(20);
  assert.equal(b.out, "abc");
});

Deno.test("code has a pace of its own, from the line on in which it begins", () => {
  const b = bench({ textDelay: 1000 }, (out) => out.includes("```\n"));
  b.typewriter.push("x\n```\ncode\nmore\n");
  b.time.pass(5000);
  assert.equal(b.out, "x\n```\ncode\nmore\n", "six characters of text, then code as it came");
});

Deno.test("no further behind than is allowed", () => {
  const b = bench({ textDelay: 10, maxLatency: 100 });
  b.typewriter.push("x".repeat(1000));
  assert.equal(b.out.length, 990);
  b.time.pass(116);
  assert.equal(b.out.length, 1000);
});

Deno.test("who needs the terminal gets the rest at once; what is forgotten never comes", async () => {
  const b = bench({ textDelay: 10 });
  b.typewriter.push("abc");
  let typed = false;
  const waiting = b.typewriter.typed(new AbortController().signal).then(() => typed = true);
  await Promise.resolve();
  assert.equal(typed, false);
  b.typewriter.flush();
  await waiting;
  assert.equal(b.out, "abc");
  b.typewriter.push("def");
  b.typewriter.drop();
  b.time.pass(1000);
  assert.equal(b.out, "abc");
  assert.equal(b.time.idle, true);
});

Deno.test("a wait for the rest ends with its signal", async () => {
  const b = bench({ textDelay: 10 });
  b.typewriter.push("abc");
  const stop = new AbortController();
  const waiting = b.typewriter.typed(stop.signal);
  stop.abort();
  await waiting;
  await b.typewriter.typed(stop.signal);
  b.typewriter.drop();
});

Deno.test("attributes and clusters are not cut, and all of it comes out", () => {
  const b = bench({ textDelay: 20 });
  b.typewriter.push("a\x1b[1m👩‍👩‍👧e\u0301\x1b[0m漢");
  b.time.pass(1000);
  assert.deepEqual(b.pieces, ["a", "\x1b[1m👩‍👩‍👧", "e\u0301", "\x1b[0m漢"]);
  fc.assert(fc.property(fc.array(fc.string({ unit: "binary" })), fc.nat(200), (pieces, latency) => {
    const b = bench(
      { textDelay: 3, codeDelay: 1, maxLatency: latency },
      (out) => out.length % 2 > 0,
    );
    for (const piece of pieces) {
      b.typewriter.push(piece);
      b.time.pass(5);
    }
    b.time.pass(100_000);
    assert.equal(b.out, pieces.join(""));
  }));
});
