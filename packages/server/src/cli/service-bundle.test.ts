import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import {
  BUNDLE_ENTRY,
  BUNDLES,
  currentBundle,
  fingerprintOfSources,
  OF_RELEASE,
} from "./service-bundle.ts";

const COMMAND_LINE = "packages/server/src/cli/command-line.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(memoryFolder(), "wordloom-bundle-"));
  put("packages/contract/src/index.ts", "export {};");
  put("packages/engine/src/index.ts", "export {};");
  put(COMMAND_LINE, printing("the sources"));
  put("package-lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const printing = (text: string) =>
  `export function runCommand(args) { console.log("${text}:", ...args); return 0; }`;

/** @returns its URL */
function putBundle(name = fingerprintOfSources(root)): string {
  const entry = join(BUNDLES, name, BUNDLE_ENTRY);
  put(entry, printing("a bundle"));
  return pathToFileURL(join(root, entry)).href;
}

describe("currentBundle", () => {
  it("is that of the current sources", () => {
    expect(currentBundle(root)).toBeUndefined();
    putBundle("0123456789abcdef");
    expect(currentBundle(root)).toBeUndefined();
    const url = putBundle();
    expect(currentBundle(root)).toBe(url);
  });

  it.each<[string, () => void]>([
    ["another size", () => put("packages/engine/src/index.ts", "export const a = 1;")],
    ["a new file", () => put("packages/server/src/features/new.ts", "export {};")],
    ["a file less", () => rmSync(join(root, "packages/contract/src/index.ts"))],
    ["an older time", () => utimesSync(join(root, COMMAND_LINE), 1, 1)],
    ["other packages", () => put("package-lock.json", '{"name":"wordloom"}')],
    ["another way to bundle", () => put("tools/service/bundle-service.ts", "export {};")],
  ])("is none after %s", (_, change) => {
    putBundle();
    change();
    expect(currentBundle(root)).toBeUndefined();
  });

  it("does not depend on files outside the bundle", () => {
    const url = putBundle();
    put("packages/server/src/cli/a.test.ts", "export {};");
    put("packages/server/src/testing/b.ts", "export {};");
    put("apps/learner/src/main.tsx", "export {};");
    expect(currentBundle(root)).toBe(url);
  });

  it("is the one of a release, regardless of the times of its files", () => {
    const url = putBundle(OF_RELEASE);
    expect(currentBundle(root)).toBeUndefined();
    put("RELEASE.json", "{}");
    utimesSync(join(root, COMMAND_LINE), 1, 1);
    expect(currentBundle(root)).toBe(url);
  });
});

describe("the program", () => {
  const run = () =>
    execFileSync(process.execPath, ["packages/server/src/main.ts", "say", "hello"], {
      cwd: root,
      encoding: "utf8",
      env: { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
    });

  beforeEach(() => {
    for (const name of ["main.ts", "cli/memory-plan.ts", "cli/standard-streams.ts"]) copy(name);
    copy("cli/service-bundle.ts");
    put("packages/server/package.json", '{"type":"module"}');
  });

  const copy = (name: string) =>
    cpSync(join(import.meta.dirname, "..", name), join(root, "packages/server/src", name));

  it("runs the bundle of its sources, and the sources once they have changed", () => {
    putBundle();
    expect(run()).toBe("a bundle: say hello\n");
    const { mtimeMs } = statSync(join(root, COMMAND_LINE));
    utimesSync(join(root, COMMAND_LINE), mtimeMs / 1000, mtimeMs / 1000 + 1);
    expect(run()).toBe("the sources: say hello\n");
  });
});
