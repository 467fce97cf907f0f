import assert from "node:assert/strict";
import { describeKeys, namesBelow, toJsonSchema } from "../../../../src/services/config/mod.ts";
import { BUILT_IN, builtInTree } from "../../../../src/services/config/built_in.ts";
import type { Node } from "../../../../src/services/config/field.ts";
import { readLayer } from "../../../../src/services/config/read_layer.ts";
import { SCHEMA } from "../../../../src/services/config/schema.ts";
import type { Tree } from "../../../../src/services/config/tree.ts";

function walk(node: Node, path: string, visit: (node: Node, path: string) => void): void {
  visit(node, path);
  if (node.node !== "table") return;
  for (const [name, child] of Object.entries(node.fields)) walk(child, `${path}.${name}`, visit);
  if (node.rest !== null) walk(node.rest, `${path}.<name>`, visit);
}

Deno.test("every default is a value its own key accepts and leaves as it is", () => {
  walk(SCHEMA, "", (node, path) => {
    if (node.node !== "key" || node.fallback === undefined || node.fallback === null) return;
    const value = node.shape.read(node.fallback, [], (complaint) => {
      assert.fail(`${path}: ${complaint.expected}`);
    });
    assert.deepEqual(value, node.fallback, path);
  });
});

Deno.test("every key is described in one sentence, and choices are words of one line", () => {
  walk(SCHEMA, "", (node, path) => {
    assert.match(node.doc, /^[A-Z][^\n]*\.$/, path);
    if (node.node === "key") assert.doesNotMatch(node.shape.expects, /\n/, path);
  });
});

Deno.test("the built-in entries are what reading them would make of them", () => {
  const plain = (tree: Tree | undefined): unknown => {
    if (tree?.kind === "leaf") return tree.value;
    if (tree?.kind !== "branch") return undefined;
    return Object.fromEntries([...tree.children].map(([name, child]) => [name, plain(child)]));
  };
  const problems: unknown[] = [];
  const layer = { originOf: () => ({ kind: "default" }) as const };
  const read = readLayer(SCHEMA, BUILT_IN, [], { layer, report: (each) => problems.push(each) });
  assert.deepEqual(problems, []);
  assert.deepEqual(plain(builtInTree()), plain(read));
});

Deno.test("the keys of the interrupt ladder are there with the defaults of the RFD", () => {
  const keys = new Map(describeKeys().map((each) => [each.path, each]));
  const defaults = {
    "interrupt.escalation_cooldown_secs": "2",
    "interrupt.streaming.action": '"prompt"',
    "interrupt.streaming.compose_in_editor": "false",
    "interrupt.tool_call.action": '"prompt"',
    "interrupt.tool_call.compose_in_editor": "false",
    "interrupt.turn.action": '"prompt"',
    "interrupt.turn.compose_in_editor": "false",
    "interrupt.shutdown.show": "true",
    "interrupt.shutdown.delay_secs": "1",
    "interrupt.shutdown.interval_ms": "100",
    "interrupt.shutdown.timeout_secs": "10",
    "editor.cmd": null,
    "editor.inline.edit_mode": '"emacs"',
    "assistant.request.stream_idle_timeout_secs": "60",
    "plugins.shutdown_timeout_secs": "5",
    "style.sanitize": '"strip"',
    "conversation.tools.*.run": '"ask"',
    "conversation.tools.<name>.run": null,
  };
  for (const [path, fallback] of Object.entries(defaults)) {
    assert.equal(keys.get(path)?.default, fallback, path);
  }
  assert.equal(keys.get("editor.cmd")?.needsConsent, true);
  assert.equal(keys.get("providers.mcp.<name>.command")?.needsConsent, true);
  assert.equal(keys.get("user.name")?.needsConsent, false);
  assert.equal(
    keys.get("interrupt.turn.compose_in_editor")?.type,
    'true or false or "always" or "never"',
  );
});

Deno.test("names can be completed below any path", () => {
  assert.deepEqual(namesBelow(["interrupt", "shutdown"]), [
    "show",
    "delay_secs",
    "interval_ms",
    "timeout_secs",
  ]);
  assert.deepEqual(namesBelow(["conversation", "tools"]), ["*", "<name>"]);
  assert.deepEqual(namesBelow(["conversation", "tools", "x", "style"]).slice(0, 2), [
    "hidden",
    "inline_results",
  ]);
  assert.deepEqual(namesBelow(["user", "name"]), []);
  assert.deepEqual(namesBelow(["constructor"]), []);
});

Deno.test("the JSON Schema holds every key and accepts nothing else", () => {
  const text = JSON.stringify(toJsonSchema());
  assert.ok(text.length < 100_000);
  const schema = JSON.parse(text);
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(schema.additionalProperties, false);
  for (const { path, description } of describeKeys()) {
    let at = schema;
    for (const name of path.split(".")) {
      at = name === "<name>" ? at.additionalProperties : at.properties[name];
      assert.ok(at, path);
    }
    assert.equal(at.description, description);
  }
  assert.deepEqual(schema.properties.interrupt.properties.turn.properties.compose_in_editor, {
    description:
      schema.properties.interrupt.properties.turn.properties.compose_in_editor.description,
    anyOf: [{ type: "boolean" }, { enum: ["always", "never"] }],
    default: false,
  });
});
