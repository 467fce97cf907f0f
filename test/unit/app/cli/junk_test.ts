import assert from "node:assert/strict";
import fc from "fast-check";
import { type CommandSpec, commandTable, parseArguments } from "../../../../src/app/cli/mod.ts";

function everyCommand(commands: readonly CommandSpec[]): CommandSpec[] {
  return commands.flatMap((each) => [each, ...everyCommand(each.commands)]);
}

const COMMANDS = everyCommand(commandTable.commands);
const FLAGS = [...COMMANDS.flatMap(({ flags }) => flags), ...commandTable.globalFlags];
const LONG = FLAGS.map(({ long }) => `--${long}`);
const SHORT = FLAGS.flatMap(({ short }) => short ?? []);

const text = fc.string({ unit: "binary", maxLength: 12 });

const argument = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...COMMANDS.flatMap((c) => [c.name, ...c.aliases])) },
  { weight: 4, arbitrary: fc.constantFrom(...LONG) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...LONG), text).map((pair) => pair.join("=")) },
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...SHORT, "=", "!"), { minLength: 1, maxLength: 4 })
      .map((letters) => `-${letters.join("")}`),
  },
  { weight: 2, arbitrary: fc.constantFrom("--", "-", "", "0", "7", "-7", "a=b", "json", "---") },
  { weight: 2, arbitrary: text },
  { weight: 1, arbitrary: text.map((each) => `-${each}`) },
  { weight: 1, arbitrary: text.map((each) => `--${each}`) },
);

const line = fc.oneof(
  fc.array(argument, { maxLength: 8 }),
  fc.tuple(fc.constantFrom("q", "c ls", "c use", "doctor"), fc.array(argument, { maxLength: 4 }))
    .map(([names, rest]) => [...names.split(" "), ...rest]),
);

/** Nothing that ends a line, moves a cursor or turns text around. */
const ONE_PLAIN_LINE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

Deno.test("junk: any line gives an answer of its documented shape, and leaves the line alone", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(line, (args) => {
      const before = [...args];
      const parsed = parseArguments(Object.freeze(args));
      assert.deepEqual(args, before);
      seen.add(parsed.kind === "run" ? parsed.command.kind : parsed.kind);
      switch (parsed.kind) {
        case "usage":
          assert.match(parsed.message, ONE_PLAIN_LINE);
          assert.match(parsed.help, ONE_PLAIN_LINE);
          assert(parsed.message.length < 250 && parsed.help.length < 250);
          break;
        case "help":
          assert(parsed.text.includes(["Usage: jp", ...parsed.path].join(" ")));
          break;
        case "version":
          assert(args.some((each) => each === "--version" || /^-[^-].*V|^-V/.test(each)));
          break;
        case "run":
          assert(parsed.globals.width === null || Number.isSafeInteger(parsed.globals.width));
          assert.equal(parsed.globals.cfg.every((each) => each !== ""), true);
          if (parsed.command.kind === "query") {
            const { literalFrom, words, params, fork } = parsed.command;
            assert(literalFrom >= 0 && literalFrom <= words.length);
            assert(params.every(([key]) => key !== ""));
            assert(fork === null || fork === true || fork >= 1);
          }
      }
    }),
    { numRuns: 4000 },
  );
  // A generator that only ever produced faults would prove nothing.
  for (const kind of ["usage", "help", "version", "query", "conversation-ls", "external"]) {
    assert(seen.has(kind), `${kind} among ${[...seen].join(", ")}`);
  }
});

Deno.test("junk: whatever follows -- in a query is its words, unchanged", () => {
  fc.assert(fc.property(fc.array(fc.oneof(argument, text), { maxLength: 6 }), (words) => {
    const parsed = parseArguments(["q", "before", "--", ...words]);
    assert(parsed.kind === "run" && parsed.command.kind === "query");
    assert.deepEqual(parsed.command.words, ["before", ...words]);
    assert.equal(parsed.command.literalFrom, 1);
  }));
});

Deno.test("junk: a global flag means the same before and behind the command", () => {
  const flag = fc.oneof(
    fc.constantFrom("-q", "-v", "-P", "--non-interactive", "--color=never", "--width=80"),
    fc.tuple(
      fc.constantFrom("--cfg", "--log-file", "--workspace"),
      text.filter((each) => each !== ""),
    )
      .map((pair) => pair.join("=")),
  );
  fc.assert(fc.property(fc.array(flag, { maxLength: 5 }), (flags) => {
    assert.deepEqual(parseArguments([...flags, "c", "ls"]), parseArguments(["c", "ls", ...flags]));
    assert.equal(parseArguments([...flags, "c", "ls"]).kind, "run");
  }));
});

Deno.test("junk: lines as long as a kernel passes on", () => {
  const long = 128 * 1024;
  assert.equal(parseArguments(["q", `-${"v".repeat(long)}`]).kind, "run");
  assert.equal(parseArguments(["q", `-${"v".repeat(long)}z`]).kind, "usage");
  assert.equal(parseArguments(["x".repeat(long)]).kind, "run");
  assert.equal(parseArguments(["q", ...Array<string>(long).fill("word")]).kind, "run");
  assert.equal(parseArguments(Array<string>(long).fill("-v")).kind, "usage");
});
