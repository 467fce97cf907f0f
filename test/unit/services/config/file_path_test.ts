import assert from "node:assert/strict";
import { foldersDownTo, isWithin, resolvePath } from "../../../../src/services/config/file_path.ts";

const unix = { windows: false };
const windows = { windows: true };

Deno.test("paths are seen from a folder and normalised", () => {
  assert.equal(resolvePath("/a/b", "c/./d/../e", unix), "/a/b/c/e");
  assert.equal(resolvePath("/a/b", "../../../x", unix), "/x");
  assert.equal(resolvePath("/a", "/b//c/", unix), "/b/c");
  assert.equal(resolvePath("/a", "b\\c", unix), "/a/b\\c");
  assert.equal(resolvePath("C:\\a", "b\\..\\c", windows), "C:/a/c");
  assert.equal(resolvePath("C:\\a", "D:\\x", windows), "D:/x");
  assert.equal(resolvePath("C:\\a", "\\x\\y", windows), "/x/y");
  assert.equal(resolvePath("C:\\a", "\\\\server\\share\\f", windows), "//server/share/f");
});

Deno.test("folders between two places", () => {
  assert.deepEqual(foldersDownTo("/a", "/a/b/c"), ["/a", "/a/b", "/a/b/c"]);
  assert.deepEqual(foldersDownTo("/", "/a"), ["/", "/a"]);
  assert.deepEqual(foldersDownTo("C:/a", "C:/a"), ["C:/a"]);
  assert.deepEqual(foldersDownTo("/a", "/ab"), []);
  assert.equal(isWithin("/", "/x"), true);
});
