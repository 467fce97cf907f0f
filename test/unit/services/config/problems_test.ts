import assert from "node:assert/strict";
import { errorOf, GLOBAL, problemsOf, WORKSPACE } from "./support.ts";

Deno.test("every problem of every layer is told at once, with its place", async () => {
  const error = await errorOf({
    files: {
      [GLOBAL]: `
[interrupt.streaming]
action = "stopp"

[intrrupt]
x = 1

[editor]
cmd = { program = "vi", arg = ["x"] }
envs = ["A", 5]
`,
      [WORKSPACE]: `
[assistant.request]
max_retries = -1
compose_in_editor = true

[[assistant.instructions]]
items = ["fine"]

[[assistant.instructions]]
titel = "x"

[conversation.tools.wc.parameters.path]
type = 5
`,
    },
    env: { HOME: "/home/me", JP_CFG_USER_NAME: "" },
    cfg: ["style.code.color=yes", "style.code.copy_link=full"],
    flags: { editor: { inline: { edit_mode: "vim" } } },
  });
  assert.equal(error.code, "invalid_config");
  assert.match(error.help, /jp config schema/);
  assert.deepEqual(error.message.split("\n"), [
    `${GLOBAL}:3: interrupt.streaming.action: expected "prompt", "continue", "stop", "abort" or ` +
    `"reply", got "stopp"; did you mean stop?`,
    `${GLOBAL}:5: intrrupt: unknown key; did you mean interrupt?`,
    `${GLOBAL}:9: editor.cmd.arg: unknown key; expected one of program, args or shell; did you mean ` +
    "args?",
    `${GLOBAL}:10: editor.envs.1: expected text, got 5`,
    `${WORKSPACE}:3: assistant.request.max_retries: expected a whole number from 0 to 1000, got -1`,
    `${WORKSPACE}:4: assistant.request.compose_in_editor: unknown key; expected max_retries, ` +
    "base_backoff_ms, max_backoff_secs, stream_idle_timeout_secs, max_response_bytes or cache; did you mean " +
    "interrupt.streaming.compose_in_editor?",
    `${WORKSPACE}:10: assistant.instructions.1.titel: unknown key; expected one of title, ` +
    "description or items; did you mean title?",
    `${WORKSPACE}:13: conversation.tools.wc.parameters.path.type: expected text or a list of text, ` +
    "got 5",
    'JP_CFG_USER_NAME: user.name: expected text, got ""',
    '--cfg style.code.color=yes: style.code.color: expected true or false, got "yes"',
    "--cfg style.code.copy_link=full: style.code.copy_link: unknown key; expected color or " +
    "line_numbers: a link can copy nothing without a program that answers it",
    'command line: editor.inline.edit_mode: expected "emacs" or "vi", got "vim"; did you mean vi?',
  ]);
});

Deno.test("a syntax error has file, line and column, and hides no other file's problems", async () => {
  assert.deepEqual(
    await problemsOf({
      files: {
        [GLOBAL]: "[interrupt]\nx = = 1\n",
        [WORKSPACE]: "nonsense = 1\n",
        "/srv/app/.jp.toml": "a = 1\na = 2\n",
      },
    }),
    [
      `${GLOBAL}:2:5: not valid TOML: invalid value`,
      `${WORKSPACE}:1: nonsense: unknown key`,
      "/srv/app/.jp.toml:2:1: not valid TOML: trying to redefine an already defined table or value",
    ],
  );
});

Deno.test("JSON faults name the file and the place", async () => {
  assert.deepEqual(
    await problemsOf({
      files: { "/a.json": "{,", "/b.json": "[]", "/c.json": '{"user":{"nam":1}}' },
      cfg: ["@/a.json", "@/b.json", "@/c.json"],
    }),
    [
      '/a.json: not valid JSON: line 1, column 2: expected a name in double quotes, found ","',
      "/b.json: not a JSON object",
      "/c.json: user.nam: unknown key; expected name; did you mean name?",
    ],
  );
});

Deno.test("what is quoted from a file cannot act on the terminal", async () => {
  const lines = await problemsOf({
    files: {
      [WORKSPACE]: [
        '"\\u001b[2Jx" = 1',
        'style.sanitize = "\\u001b]0;\\u0007\\u009b1m\\u202e"',
        `user.name = ["${"y".repeat(100)}"]`,
        `style.markdown.theme = ""`,
        `assistant.request.cache = "${"z".repeat(100)}"`,
      ].join("\n"),
    },
    cfg: ["\u001b[1m=2"],
  });
  assert.equal(lines.length, 6);
  // deno-lint-ignore no-control-regex -- control characters are what must not be there
  for (const line of lines) assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f\u202e]/);
  for (const line of lines) assert.ok(line.length < 250, line);
});

Deno.test("dates, infinities and huge numbers are told like any other wrong value", async () => {
  assert.deepEqual(
    await problemsOf({
      files: {
        [GLOBAL]: `
user.name = 1979-05-27
assistant.model.parameters.temperature = inf
assistant.model.parameters.max_tokens = 1.5
interrupt.shutdown.timeout_secs = 4000000000
template.values.x = nan
`,
      },
    }),
    [
      `${GLOBAL}:2: user.name: expected text, got a date`,
      `${GLOBAL}:3: assistant.model.parameters.temperature: expected a number, 0 or more, got Infinity`,
      `${GLOBAL}:4: assistant.model.parameters.max_tokens: expected a whole number, 1 or more, got 1.5`,
      `${GLOBAL}:5: interrupt.shutdown.timeout_secs: expected a whole number from 0 to 2147483, got ` +
      "4000000000",
      `${GLOBAL}:6: template.values.x: expected a JSON value, got NaN`,
    ],
  );
});

Deno.test("a value that was refused is not reported missing as well; another one still is", async () => {
  assert.deepEqual(
    await problemsOf({
      files: {
        [GLOBAL]: `
[providers.llm.x]
kind = "openai-compatible"
base_url = "localhost:1"

[providers.llm.y]
kind = "openai-compatible"

[providers.mcp.a]
command = 5

[providers.mcp.b]
arguments = [5]
`,
      },
    }),
    [
      `${GLOBAL}:4: providers.llm.x.base_url: expected a URL that begins with http:// or https://, ` +
      'got "localhost:1"',
      `${GLOBAL}:10: providers.mcp.a.command: expected text, got 5`,
      `${GLOBAL}:13: providers.mcp.b.arguments.0: expected text, got 5`,
      `${GLOBAL}:6: providers.llm.y: missing: expected base_url, as kind is "openai-compatible"`,
      `${GLOBAL}:12: providers.mcp.b.command: missing: expected text`,
    ],
  );
});
