/**
 * What of a call is seen: its arguments once, in JSON or in the words of a command, around the
 * question about it; what became of it; where the whole of its result is.
 */
import assert from "node:assert/strict";
import { answer, type Pty, toolCalls } from "../../support/mod.ts";
import { assertEndedWell, KEYS, toolWorld, write } from "./support.ts";

/** A local tool without a command line worth seeing, whose arguments a command prints. */
function worded(name: string, format: string): string {
  return `[conversation.tools.${name}]
source = "builtin.fs_list"
enable = true
format = "${format}"
style.parameters = { program = "sh", args = ["-c", 'printf "\\033[2Jwords: "; cat; echo $0 >> ran', "{{tool.name}}"] }
`;
}

async function lines(pty: Pty): Promise<string> {
  const { scrollback, text } = await pty.screen();
  return [...scrollback, ...text.split("\n")].join("\n").trimEnd();
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

Deno.test("arguments stand there once, also after an edit; a skipped call did not fail", async () => {
  await using world = await toolWorld(
    [
      toolCalls({ id: "a", name: "fs_list", args: { path: "." } }),
      toolCalls({ id: "b", name: "fs_list", args: { path: "." } }),
      write("a.txt", "x"),
      answer("Done."),
    ],
    '[conversation.tools.fs_list]\nenable = true\nrun = "ask"\nresult = "skip"\n' +
      "[conversation.tools.fs_write]\nenable = true\n",
  );
  await using pty = world.pty("deno", ["q", "do it"], { rows: 40 });
  const ask = `Run built-in fs_list tool? ${KEYS}`;
  await pty.expect(ask);
  assert.equal(
    await lines(pty),
    `Calling tool fs_list with arguments:\n\n\`\`\`json\n{\n  "path": "."\n}\n\`\`\`\n\n${ask}`,
  );
  pty.press("n");
  await pty.expect("skipped");
  await pty.expect(ask);
  assert.match(await lines(pty), /```\n\nThe tool was skipped: Tool skipped by user\.\n\nCalling/);
  pty.press("e");
  await pty.expect("Edit arguments: ");
  pty.press("Up", "C-e", "Left");
  pty.write("/");
  pty.press("Enter");
  await pty.expect(ask);
  assert.equal(count(await lines(pty), '"path": "./"'), 1, "what is asked about now");
  pty.press("y");
  await pty.expect("with edited arguments:");
  await pty.expect("The result was withheld: ");
  // A change is shown a row below the call.
  await pty.expect(`Run built-in fs_write tool? ${KEYS}`);
  assert.match(await lines(pty), /\n```\n\na\.txt \(new file\)\n\+x\n/);
  pty.press("n");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  const ended = (await world.events()).filter(({ type }) => type === "tool_call_response")
    .map(({ ended }) => ended);
  assert.deepEqual(ended, ["skipped", "withheld", "skipped"]);
  const printed = await world.run("deno", ["c", "print"]);
  assert.equal(count(printed.stdout, "The tool was skipped: "), 2);
  assert.doesNotMatch(printed.stdout, /failed/);
});

Deno.test("a command's words for a call come before the question or behind it, and hide nothing", async () => {
  await using world = await toolWorld(
    [
      toolCalls({ id: "a", name: "early", args: { path: "." } }),
      toolCalls({ id: "b", name: "late", args: { path: "." } }),
      answer("Done."),
    ],
    worded("early", "unattended") + worded("late", "ask"),
  );
  const ran = async () => await Deno.readTextFile(`${world.fixture.workspace}/ran`);
  await using pty = world.pty("deno", ["q", "do it"], { rows: 50 });
  const words = 'words: {"path":"."}';
  const args = '{\n  "path": "."\n}';
  await pty.expect(`Run built-in early tool? ${KEYS}`);
  assert.match(await lines(pty), /^Calling tool early:\n\n```\nwords: .*\n```\n\nearly\n\{\n/);
  assert.equal(count(await lines(pty), args), 1, "what will run is in the question");
  pty.press("y");
  await pty.expect(`Run built-in late tool? ${KEYS}`);
  assert.equal(await ran(), "early\n");
  assert.match(await lines(pty), /Calling tool late\n\nlate\n\{\n/);
  pty.press("y");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  const text = await lines(pty);
  assert.equal(count(text, words), 2, text);
  assert.equal(count(text, args), 0, text);
  assert.equal(await ran(), "early\nlate\n");
});

Deno.test("a command for words that hangs or fails leaves the arguments as they are", async () => {
  await using world = await toolWorld(
    [toolCalls({ id: "a", name: "bad", args: { path: "." } }), answer("Done.")],
    worded("bad", "unattended").replace("cat;", "exec sleep 1000;"),
  );
  await using pty = world.pty("deno", ["q", "do it"]);
  await pty.expect("style.parameters: stopped after 2 seconds");
  await pty.expect(`Run built-in bad tool? ${KEYS}`);
  assert.ok((await lines(pty)).includes(`with arguments:\n\n\`\`\`json\n{\n  "path": "."\n}`));
  pty.press("n");
  await pty.expect("Done.");
  await assertEndedWell(pty);
});

Deno.test("the whole of a result that is cut is kept and linked, and found again", async () => {
  const toml = (link: string) =>
    `[conversation.tools.fs_read]\nenable = true\nrun = "unattended"\n` +
    `style = { inline_results = 2, results_file_link = "${link}" }\n`;
  const text = "one\ntwo\nthree\nfour\n";
  const call = toolCalls({ id: "a", name: "fs_read", args: { path: "a.txt" } });
  await using world = await toolWorld([call, answer("Done."), call, answer("Done.")], toml("osc8"));
  await Deno.writeTextFile(`${world.fixture.workspace}/a.txt`, text);
  const env = { TERM: "xterm-kitty" };
  await using pty = world.pty("deno", ["q", "read"], { env });
  await pty.expect("Done.");
  await assertEndedWell(pty);
  const directory = `${await world.conversation()}/outputs`;
  const [file, ...others] = Array.from(Deno.readDirSync(directory), ({ name }) => name);
  assert.deepEqual(others, []);
  assert.match(await Deno.readTextFile(`${directory}/${file}`), /three/);
  const link = `\x1b]8;;file://${directory}/${file}\x1b\\`;
  assert.equal(count(pty.raw, link), 1, pty.raw);
  await using again = world.pty("deno", ["c", "print", "--no-pager"], { env });
  await again.expect("Done.");
  await assertEndedWell(again);
  assert.equal(count(again.raw, link), 1);
  // A terminal that knows none gets no file, a pipe neither; the path is for everybody.
  await using plain = world.pty("deno", ["q", "read"], { env: { TERM: "linux" } });
  await plain.expect("Done.");
  await assertEndedWell(plain);
  assert.doesNotMatch(plain.raw, /The whole of it/);
  const full = await world.run("deno", [
    ...["c", "print", "--cfg", "conversation.tools.fs_read.style.results_file_link=full"],
  ]);
  assert.equal(count(full.stdout, `The whole of it: \`${directory}/${file}\``), 2);
});
