import assert from "node:assert/strict";
import {
  isAbsolute,
  join,
  parentOf,
  resolveFrom,
} from "../../../../src/services/workspace/paths.ts";

Deno.test("joining puts one separator", () => {
  assert.equal(join("/a", "b", "c"), "/a/b/c");
  assert.equal(join("/a/", "b"), "/a/b");
  assert.equal(join("/", "b"), "/b");
  assert.equal(join("C:\\a", "b"), "C:\\a/b");
});

Deno.test("going up ends at the top", () => {
  const up = (path: string, os: "linux" | "windows") => {
    const passed: string[] = [];
    for (let at = parentOf(path, os); at !== null; at = parentOf(at, os)) passed.push(at);
    return passed;
  };
  assert.deepEqual(up("/a/b/c/", "linux"), ["/a/b", "/a", "/"]);
  assert.deepEqual(up("/a\\b/c", "linux"), ["/a\\b", "/"]);
  assert.deepEqual(up("C:\\a\\b/c", "windows"), ["C:\\a\\b", "C:\\a", "C:/"]);
});

Deno.test("a path is seen from a directory unless it is absolute", () => {
  assert.equal(resolveFrom("/w", "x", "linux"), "/w/x");
  assert.equal(resolveFrom("/w", "/x", "linux"), "/x");
  assert.equal(resolveFrom("C:\\w", "D:\\x", "windows"), "D:\\x");
  assert.ok(isAbsolute("\\\\server\\share", "windows"));
  assert.ok(!isAbsolute("C:x", "windows"));
  assert.ok(!isAbsolute("C:\\x", "linux"));
});
