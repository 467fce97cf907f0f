import assert from "node:assert/strict";
import { answer, type Result, type Script, startProvider } from "../../support/mod.ts";
import { type Place, place } from "./support.ts";

const KEY = "sk-planted-0123456789-abcdefghij";
const ECHO = `Incorrect API key provided: ${KEY}. Find yours at the usual place.`;

/** What the provider does, by the word in the request that asks for it. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  fine: answer("All ", "is well."),
  refused: [{ status: 401, body: { error: { message: ECHO, type: "auth", code: "bad_key" } } }],
  broken: [{ text: "Some" }, { error: { message: ECHO } }],
  garbage: [{ raw: `data: {"choices": [ ${KEY}\n\n` }, { end: true }],
  page: [{ status: 502, body: `<html>${KEY}</html>` }],
  moved: [{ status: 302, headers: { location: `http://127.0.0.1:9/?key=${KEY}` }, body: KEY }],
  reset: [{ text: "Some" }, { reset: true }],
};

async function planted(url: string): Promise<Place> {
  const here = await place({ env: { PLANTED_KEY: KEY } });
  const config = [
    'assistant.model.id = "local/test"',
    "assistant.request.max_retries = 0",
    "conversation.title.generate.auto = false",
    "[providers.llm.local]",
    'kind = "openai-compatible"',
    `base_url = ${JSON.stringify(url)}`,
    'api_key_env = "PLANTED_KEY"',
    "",
  ].join("\n");
  await Deno.mkdir(`${here.fixture.configHome}/jp`, { recursive: true });
  await Deno.writeTextFile(`${here.fixture.configHome}/jp/config.toml`, config);
  return here;
}

/** Every form in which somebody could read the key out of a text. */
const FORMS: readonly string[] = [
  KEY,
  KEY.slice(0, 20),
  KEY.slice(-12),
  encodeURIComponent(KEY),
  // The alignments of base64 differ by what stands before.
  ...["", "x", "xx"].map((before) => btoa(before + KEY).slice(4, -4)),
];

function mustNotHold(text: string, where: string): void {
  for (const form of FORMS) assert(!text.includes(form), `${where} holds ${form}:\n${text}`);
}

function outputMustNotHold({ stdout, stderr }: Result, what: string): void {
  mustNotHold(stdout, `stdout of ${what}`);
  mustNotHold(stderr, `stderr of ${what}`);
}

async function filesMustNotHold(directory: string): Promise<number> {
  let count = 0;
  for await (const { name, isDirectory, isFile } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    if (isDirectory) count += await filesMustNotHold(path);
    if (!isFile) continue;
    count += 1;
    mustNotHold(await Deno.readTextFile(path), path);
  }
  return count;
}

Deno.test("keys: a planted key is in no output, no log and no file, whatever goes wrong", async () => {
  await using provider = await startProvider(({ body }) => {
    const said = JSON.stringify(body);
    return Object.entries(SCRIPTS).findLast(([word]) => said.includes(`please ${word}`))?.[1];
  });
  await using here = await planted(provider.url);
  for (const word of Object.keys(SCRIPTS)) {
    const format = word === "fine" || word === "broken" ? "json" : "text";
    const ran = await here.run([
      ...["q", "-n", "-F", format, "-vvvvv", "--log-file", `${word}.log`, `please ${word}`],
    ]);
    assert.equal(ran.code, word === "fine" ? 0 : 1, `${word}: ${ran.stderr}`);
    outputMustNotHold(ran, word);
    assert.notEqual(here.text(`work/${word}.log`), "", word);
  }
  // It was the real key that went out, so that there was something to leak.
  for (const { headers } of provider.requests) {
    assert.equal(headers["authorization"], `Bearer ${KEY}`);
  }
  assert(provider.requests.length >= Object.keys(SCRIPTS).length);
  assert(await filesMustNotHold(here.fixture.root) > Object.keys(SCRIPTS).length * 4);
});

Deno.test("keys: the commands that look at keys and configuration show none", async () => {
  await using provider = await startProvider([]);
  await using here = await planted(provider.url);
  for (
    const [code, args] of [
      [0, ["doctor", "-vvv"]],
      [0, ["config", "show", "-vvv"]],
      [0, ["config", "set", "--user-global", "providers.llm.local.api_key_env=PLANTED_KEY"]],
      [0, ["init", "sub"]],
      [1, ["-c", "providers.llm.local.base_url=http://127.0.0.1:9", "q", "-n", "-vvvv", "hello"]],
    ] as const
  ) {
    const ran = await here.run(args);
    assert.equal(ran.code, code, `${args.join(" ")}: ${ran.stderr}`);
    outputMustNotHold(ran, args.join(" "));
  }
  await filesMustNotHold(here.fixture.root);
});

Deno.test("keys: an editor gets none, under whatever name it is configured", async () => {
  await using provider = await startProvider(() => answer("fine"));
  await using here = await planted(provider.url);
  const script = '#!/bin/sh\nenv > "$HOME/env.$1"\ncat > /dev/null < "$2"\n';
  const editor = await here.fixture.file("ed.sh", script, 0o700);
  const cmd = `editor.cmd={"program":"${editor}","args":["ed"]}`.replace("=", ":=");
  await using pty = here.pty(["-c", cmd, "q", "-e", "hello"]);
  await pty.expectExit();
  const seen = await Deno.readTextFile(`${here.fixture.home}/env.ed`);
  assert.match(seen, /^HOME=/m);
  mustNotHold(seen, "the editor's environment");
  assert.doesNotMatch(seen, /PLANTED_KEY/);
});
