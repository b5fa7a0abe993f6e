import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packageFiles, productionPackages, type Lock } from "./npm-packages.ts";

const lock: Lock = {
  "packages/server": { dependencies: { "@ours/engine": "1", one: "1", two: "1" } },
  "node_modules/@ours/engine": { link: true, resolved: "packages/engine" },
  "packages/engine": { dependencies: { deep: "1" } },
  "node_modules/one": { dependencies: { two: "2" }, optionalDependencies: { absent: "1" } },
  "node_modules/one/node_modules/two": {},
  "node_modules/two": { peerDependencies: { peer: "1", choice: "1" }, ...optional("choice") },
  "node_modules/deep": { dependencies: { "@scope/three": "1" } },
  "node_modules/@scope/three": { dependencies: { one: "1" } },
  "node_modules/peer": {},
  "node_modules/choice": {},
  "node_modules/unrelated": {},
};

function optional(name: string) {
  return { peerDependenciesMeta: { [name]: { optional: true } } };
}

const placesOf = (from: Lock, without?: string[]) =>
  productionPackages(from, "packages/server", without).map(({ place }) => place);

describe("productionPackages", () => {
  it("follows the lock as Node does, workspaces included", () => {
    expect(placesOf(lock)).toEqual([
      "node_modules/@scope/three",
      "node_modules/deep",
      "node_modules/one",
      "node_modules/one/node_modules/two",
      "node_modules/peer",
      "node_modules/two",
    ]);
  });

  it("leaves out given packages and everything that only they need", () => {
    expect(placesOf(lock, ["@ours/engine", "two"])).toEqual(["node_modules/one"]);
  });

  it("refuses a lock without a required package, and native packages", () => {
    const { "node_modules/deep": _, ...without } = lock;
    expect(() => placesOf(without)).toThrow("packages/engine needs deep");
    const native = { ...lock, "node_modules/deep": { os: ["linux"], cpu: ["x64"] } };
    expect(() => placesOf(native)).toThrow("node_modules/deep is for one kind of machine only");
  });
});

describe("packageFiles", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "wordloom-package-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const put = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  };
  const paths = () => packageFiles(root, "node_modules/one").map(({ path }) => path.slice(17));

  it("takes only the license and the files that Node loads", () => {
    const kept = ["package.json", "lib/a.js", "lib/b.cjs", "lib/c.mjs", "lib/d.json", "LICENSE.md"];
    const left = ["README.md", "lib/a.d.ts", "lib/a.js.map", "src/a.ts", "test/a.js", ".npmrc"];
    for (const path of [...kept, ...left]) put(`node_modules/one/${path}`);
    put("node_modules/one/node_modules/two/index.js");
    expect(paths().toSorted()).toEqual(kept.toSorted());
  });

  it("refuses native code", () => {
    put("node_modules/one/build/one.node");
    expect(paths).toThrow("native code");
  });
});
