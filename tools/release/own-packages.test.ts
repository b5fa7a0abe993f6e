import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldersThatRun, ownPackages } from "./own-packages.ts";

const root = join(import.meta.dirname, "../..");
const paths = new Set(ownPackages(root, "9.9.9").map(({ path }) => path));
const IMPORT = /from "@wordloom\/([a-z]+)/g;

describe("the packages of a release", () => {
  it("are all that the server's sources import", () => {
    const imported = ownPackages(root, "9.9.9")
      .filter(({ path }) => path.startsWith("packages/") && path.endsWith(".ts"))
      .flatMap(({ content }) => [...content.toString().matchAll(IMPORT)])
      .map(([, folder]) => folder);
    expect(imported).not.toHaveLength(0);
    expect([...new Set([...imported, "server"])].toSorted()).toEqual(foldersThatRun(root));
  });

  it("are found by name", () => {
    for (const folder of foldersThatRun(root).filter((one) => one !== "server"))
      expect(paths).toContain(`node_modules/@wordloom/${folder}/package.json`);
  });
});
