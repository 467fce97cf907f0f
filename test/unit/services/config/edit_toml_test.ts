import assert from "node:assert/strict";
import { parse as parseToml } from "smol-toml";
import {
  ConfigError,
  editToml,
  parseSettings,
  unsetToml,
} from "../../../../src/services/config/mod.ts";

/** The values, as ordinary objects. */
function parse(text: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(parseToml(text)));
}

async function set(text: string, ...assignments: string[]): Promise<string> {
  let edited = text;
  for (const setting of await parseSettings(assignments)) {
    edited = await editToml("/c.toml", edited, setting);
  }
  return edited;
}

async function refusal(text: string, assignment: string): Promise<string> {
  try {
    await set(text, assignment);
  } catch (error) {
    assert(error instanceof ConfigError, String(error));
    return error.message;
  }
  throw new Error(`${assignment} was not refused`);
}

Deno.test("edit: a value is replaced where it stands, its comment and spacing stay", async () => {
  const text = '# top\n\n[assistant.model]\n  id   =  "a/b"\t# why\n# end\n';
  assert.equal(
    await set(text, "assistant.model.id=openai/gpt-5.2"),
    '# top\n\n[assistant.model]\n  id   =  "openai/gpt-5.2"\t# why\n# end\n',
  );
});

Deno.test("edit: every way a key can be written down is found", async () => {
  for (
    const text of [
      'interrupt.turn.action = "stop"\n',
      'interrupt . "turn" . \'action\' = "stop"\n',
      '[interrupt]\nturn.action = "stop"\n',
      '[interrupt]\nturn = { action = "stop" }\n',
      'interrupt = { turn = { action = "stop" } }\n',
      '[ interrupt . turn ]\naction = """stop"""\n',
      "[interrupt.'turn']\naction = 'stop' # = \"stop\"\n",
      '["\\u0069nterrupt".turn]\naction = "stop"\n',
      '\ufeffinterrupt.turn.action = "stop"\n',
    ]
  ) {
    const edited = await set(text, "interrupt.turn.action=reply");
    assert.deepEqual(parse(edited), { interrupt: { turn: { action: "reply" } } }, text);
    assert.equal(edited.length, text.length + (/"""stop"""/.test(text) ? -3 : 1), text);
  }
});

Deno.test("edit: a new key joins its table, behind the last one, indented alike", async () => {
  const text = '[interrupt.turn]\n  action = "stop"   # now\n\n[user]\nname = "u"\n';
  assert.equal(
    await set(text, "interrupt.turn.compose_in_editor=true"),
    '[interrupt.turn]\n  action = "stop"   # now\n  compose_in_editor = true\n\n' +
      '[user]\nname = "u"\n',
  );
});

Deno.test("edit: a new key joins dotted keys of its kind", async () => {
  assert.equal(
    await set(
      'interrupt.turn.action = "stop"\nuser.name = "u"\n\n[assistant]\n',
      "interrupt.streaming.action=stop",
    ),
    'interrupt.turn.action = "stop"\ninterrupt.streaming.action = "stop"\nuser.name = "u"\n\n' +
      "[assistant]\n",
  );
});

Deno.test("edit: a new key takes the place its commented-out example shows", async () => {
  const text = '[assistant.model]\n# Which one.\n# id = "x/y"\n\n[user]\n';
  assert.equal(
    await set(text, "assistant.model.id=a/b"),
    '[assistant.model]\n# Which one.\n# id = "x/y"\nid = "a/b"\n\n[user]\n',
  );
});

Deno.test("edit: an inline table grows, an empty one too", async () => {
  const path = "conversation.tools.x.style.error.inline_results=full";
  assert.equal(
    await set('[conversation.tools.x]\nstyle = { hidden = true } # c\nsource = "local"\n', path),
    '[conversation.tools.x]\nstyle = { hidden = true, error.inline_results = "full" } # c\n' +
      'source = "local"\n',
  );
  assert.equal(
    await set("[conversation.tools.x]\nstyle = {}\n", path),
    '[conversation.tools.x]\nstyle = { error.inline_results = "full" }\n',
  );
});

Deno.test("edit: a missing table is made at the end, with a blank line before it", async () => {
  assert.equal(
    await set('[user]\nname = "u"', "conversation.tools.*.run=ask"),
    '[user]\nname = "u"\n\n[conversation.tools.\'*\']\nrun = "ask"\n',
  );
  assert.equal(await set("", "user.name=u"), '[user]\nname = "u"\n');
  assert.equal(
    await set("inherit = true  \n\n  \n", "user.name=u"),
    'inherit = true  \n\n[user]\nname = "u"\n',
  );
  assert.equal(
    await set("# only words\n\n\n", "user.name=u"),
    '# only words\n\n[user]\nname = "u"\n',
  );
});

Deno.test("edit: a key of the root stands before the first table", async () => {
  assert.equal(await set("[user]\n", "inherit=false"), "inherit = false\n\n[user]\n");
  assert.equal(
    await set("# About this file.\n\n# The user.\n[user]\n", "inherit=false"),
    "# About this file.\n\ninherit = false\n\n# The user.\n[user]\n",
  );
  assert.equal(
    await set("# The user.\n[user]\n", "inherit=false"),
    "inherit = false\n\n# The user.\n[user]\n",
  );
  assert.equal(await set("", "inherit=false"), "inherit = false\n");
});

Deno.test("edit: CRLF stays CRLF, and no line end stays none", async () => {
  assert.equal(
    await set('[user]\r\nname = "u"\r\n', "inherit=false", "user.name=v", "assistant.name=a"),
    'inherit = false\r\n\r\n[user]\r\nname = "v"\r\n\r\n[assistant]\r\nname = "a"\r\n',
  );
  assert.equal(await set('user.name = "u"', "user.name=v"), 'user.name = "v"');
});

Deno.test("edit: what looks like a key in a string or a comment is none", async () => {
  const text = [
    '# user.name = "no"',
    'assistant.system_prompt = """',
    "[user]",
    'name = "no"',
    '"""',
    "editor.envs = [ # name = 1",
    '  "[user]", "name = \\"x\\"",',
    "]",
    "",
  ].join("\n");
  const edited = await set(text, "user.name=yes");
  assert.equal(parse(edited)["assistant"] instanceof Object, true);
  assert.deepEqual(edited.includes(text.trimEnd()), true);
  assert.deepEqual(parse(edited)["user"], { name: "yes" });
});

Deno.test("edit: values of every kind read back as they were given", async () => {
  const text = await set(
    "",
    'assistant.system_prompt=a "quoted" \\ line\nwith é, \u007f and \u0001',
    'editor.envs:=["A", "B"]',
    'editor.cmd:={"program": "vi", "args": ["-u", "NONE"]}',
    "assistant.model.parameters.temperature=0.5",
    "assistant.request.max_retries=3",
    "style.typewriter.text_delay=500us",
    'template.values."odd key".x:={"deep": [1, {"er": true}]}',
    "conversation.labels.empty=",
  );
  assert.deepEqual(parse(text), {
    assistant: {
      system_prompt: 'a "quoted" \\ line\nwith é, \u007f and \u0001',
      model: { parameters: { temperature: 0.5 } },
      request: { max_retries: 3 },
    },
    editor: { envs: ["A", "B"], cmd: { program: "vi", args: ["-u", "NONE"] } },
    style: { typewriter: { text_delay: "500us" } },
    template: { values: { "odd key": { x: { deep: [1, { er: true }] } } } },
    conversation: { labels: { empty: "" } },
  });
});

Deno.test("edit: what would be lost or changed besides is refused with its line", async () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      '\neditor.envs = [ # mine\n  "A",\n]\n',
      'editor.envs:=["B"]',
      /^\/c\.toml:2: editor\.envs: holds comments that would be lost/,
    ],
    [
      "[editor]\n\n[editor.cmd]\nprogram = 'vi'\n",
      "editor.cmd=nano",
      /^\/c\.toml:3: editor\.cmd: is a table in this file/,
    ],
    [
      "editor.cmd.program = 'vi'\n",
      "editor.cmd=nano",
      /^\/c\.toml:1: editor\.cmd: is a table in this file/,
    ],
    [
      "\n[template]\nvalues.a = 1\n",
      "template.values.a.b=2",
      /^\/c\.toml:3: template\.values\.a\.b: template\.values\.a is one value in this file/,
    ],
    [
      "[[template.values.list]]\na = 1\n",
      "template.values.list.a=2",
      /^\/c\.toml:1: template\.values\.list\.a: template\.values\.list is a list of tables/,
    ],
    [
      "[[template.values.list]]\na = 1\n",
      "template.values.list:=[]",
      /^\/c\.toml:1: .*is a list of tables/,
    ],
    ["user = \n", "user.name=u", /^\/c\.toml:1:\d+: not valid TOML/],
    ["", "template.values.x:=null", /TOML has no null/],
    ["", "template.values.x:=[null]", /TOML has no null/],
  ];
  for (const [text, assignment, expected] of cases) {
    assert.match(await refusal(text, assignment), expected, `${text}${assignment}`);
  }
});

Deno.test("settings: all that is wrong is told at once, and the key's type decides", async () => {
  const told = await refusal("", "inherit=perhaps");
  assert.match(told, /inherit: expected true or false, got "perhaps"/);
  await assert.rejects(
    parseSettings(["interrupt.turn.acton=stop", "nope", "a+=b", "user.name:=nope"]),
    (error) => {
      assert(error instanceof ConfigError);
      assert.equal(error.problems.length, 4);
      assert.match(error.message, /did you mean action\?/);
      assert.match(error.message, /expected KEY=VALUE or KEY:=JSON, got "nope"/);
      return true;
    },
  );
});

Deno.test("unsetting takes the key and its own comment, and leaves the rest to the letter", async () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ["# top\n[user]\nname = 'u' # mine\n# end\n", "user.name", "# top\n[user]\n# end\n"],
    ["a.b = 1\r\na.c = 2\r\n", "a.b", "a.c = 2\r\n"],
    ["a.b = 1", "a.b", ""],
    ["x = { a = 1, b = 2, c = 3 }\n", "x.b", "x = { a = 1, c = 3 }\n"],
    ["x = { a = 1, b = 2 }\n", "x.b", "x = { a = 1 }\n"],
    ["x = { a = 1 }\n", "x.a", "x = {  }\n"],
    ["x = { a = { b = 1 } } # kept\n", "x.a.b", "x = { a = {  } } # kept\n"],
    ["l = [\n  1, # one\n  2,\n]\nm = 1\n", "l", "m = 1\n"],
    ['s = """\na = 1\n"""\na = 2\n', "a", 's = """\na = 1\n"""\n'],
    ["[a]\nb = 1\n", "a.c", null],
    ["", "a", null],
  ];
  for (const [text, key, expected] of cases) {
    assert.equal(await unsetToml("/c.toml", text, key.split(".")), expected, `${text}${key}`);
  }
  for (
    const [text, key, expected] of [
      ["[a]\nb = 1\n", "a", /:1: a: is a table in this file; unset the keys in it/],
      ["a.b = 1\n", "a", /is a table in this file/],
      ["[[a]]\nb = 1\n", "a", /is a list of tables/],
      ["a = \n", "a", /not valid TOML/],
    ] as const
  ) {
    await assert.rejects(unsetToml("/c.toml", text, key.split(".")), (error) => {
      assert(error instanceof ConfigError);
      assert.match(error.message, expected);
      return true;
    });
  }
});
