import assert from "node:assert/strict";
import { encodeKey } from "../../support/mod.ts";

Deno.test("legacy keys are what xterm sends", () => {
  const expected: Record<string, string> = {
    "a": "a",
    "é": "é",
    "-": "-",
    "S-a": "A",
    "C-c": "\x03",
    "C-\\": "\x1c",
    "C-_": "\x1f",
    "C-Space": "\0",
    "M-b": "\x1bb",
    "C-M-h": "\x1b\b",
    "Enter": "\r",
    "M-Enter": "\x1b\r",
    "Esc": "\x1b",
    "Tab": "\t",
    "S-Tab": "\x1b[Z",
    "Backspace": "\x7f",
    "C-Backspace": "\b",
    "Up": "\x1b[A",
    "C-Left": "\x1b[1;5D",
    "Home": "\x1b[H",
    "Delete": "\x1b[3~",
    "S-PageUp": "\x1b[5;2~",
    "F1": "\x1bOP",
    "F5": "\x1b[15~",
  };
  for (const [name, bytes] of Object.entries(expected)) assert.equal(encodeKey(name), bytes, name);
});

Deno.test("arrows in application cursor mode", () => {
  assert.equal(encodeKey("Up", { applicationCursor: true }), "\x1bOA");
  assert.equal(encodeKey("C-Up", { applicationCursor: true }), "\x1b[1;5A");
});

Deno.test("kitty: only what is ambiguous changes", () => {
  const modes = { kittyFlags: 1 };
  const expected: Record<string, string> = {
    "a": "a",
    "S-a": "A",
    "Enter": "\r",
    "Backspace": "\x7f",
    "Esc": "\x1b[27u",
    "C-c": "\x1b[99;5u",
    "C-S-c": "\x1b[99;6u",
    "M-b": "\x1b[98;3u",
    "S-Enter": "\x1b[13;2u",
    "Up": "\x1b[A",
  };
  for (const [name, bytes] of Object.entries(expected)) {
    assert.equal(encodeKey(name, modes), bytes, name);
  }
});

Deno.test("kitty: all keys as escape codes", () => {
  assert.equal(encodeKey("a", { kittyFlags: 8 }), "\x1b[97u");
  assert.equal(encodeKey("Enter", { kittyFlags: 9 }), "\x1b[13u");
});

Deno.test("a key that does not exist is a mistake in the test", () => {
  assert.throws(() => encodeKey("Entr"), /no such key: Entr/);
  assert.throws(() => encodeKey("C-é"), /no legacy bytes/);
});
