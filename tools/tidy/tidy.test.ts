import { describe, expect, it } from "vitest";
import { brokenBans } from "./bans.ts";
import { brokenBudgets } from "./budgets.ts";
import { brokenCircles } from "./circles.ts";
import { brokenNames } from "./names.ts";
import { brokenCycles, brokenImports } from "./import-rules.ts";
import { toSource } from "./source-file.ts";

// Each rule reports the smallest file that breaks it, and accepts the smallest that follows it;
// sources are given as text.
const server = "packages/server/src";
const file = (path: string, text: string) => toSource(path, text);

describe("import rules", () => {
  it.each([
    ["routes that use a repo", `${server}/features/a/a.routes.ts`, "./a.repo.ts"],
    ["a repo that uses a service", `${server}/features/a/a.repo.ts`, "./a.service.ts"],
    ["a foreign repo", `${server}/features/a/a.service.ts`, "../b/b.repo.ts"],
    ["a platform that knows a feature", `${server}/platform/x.ts`, "../features/b/b.service.ts"],
    ["an engine that knows zod", "packages/engine/src/a.ts", "zod"],
    ["an engine that knows Node", "packages/engine/src/a.ts", "node:fs"],
    ["a contract that knows the server", "packages/contract/src/a.ts", "../../server/src/app.ts"],
    ["a feature that knows Fastify", `${server}/features/a/a.routes.ts`, "fastify"],
    ["a repo that acts", `${server}/features/a/a.repo.ts`, "../../platform/outbound/outbound.ts"],
  ])("refuse %s", (_name, path, specifier) => {
    expect(brokenImports(file(path, `import { x } from "${specifier}";\n`))).toHaveLength(1);
  });

  it.each([
    ["routes that use their service", `${server}/features/a/a.routes.ts`, "./a.service.ts"],
    ["a foreign service", `${server}/features/a/a.service.ts`, "../b/b.service.ts"],
    [
      "a repo that uses the database",
      `${server}/features/a/a.repo.ts`,
      "../../platform/database/x.ts",
    ],
  ])("allow %s", (_name, path, specifier) => {
    expect(brokenImports(file(path, `import { x } from "${specifier}";\n`))).toEqual([]);
  });

  it("refuse a dependency cycle of features, once", () => {
    const ring = ["a", "b", "c"].map((name, index, all) => {
      const next = all[(index + 1) % all.length];
      return file(
        `${server}/features/${name}/${name}.service.ts`,
        `import { x } from "../${next}/${next}.service.ts";\n`,
      );
    });
    expect(brokenCycles(ring)).toEqual(["dependency cycle of features: a → b → c → a"]);
  });
});

describe("circles", () => {
  const using = (path: string, how: string, target: string) =>
    file(`bench/${path}.ts`, `import ${how} { x } from "./${target}.ts";\n`);

  it("refuse files that import each other at run time, once for each group", () => {
    const ring = [using("a", "", "b"), using("b", "", "c"), using("c", "", "a")];
    const pair = [using("d", "", "e"), using("e", "", "d")];
    const beside = using("f", "", "a");
    expect(brokenCircles([...ring, ...pair, beside])).toEqual([
      "circle of files: bench/a.ts, bench/b.ts, bench/c.ts",
      "circle of files: bench/d.ts, bench/e.ts",
    ]);
  });

  it("allow types in a circle", () => {
    expect(brokenCircles([using("a", "", "b"), using("b", "type", "a")])).toEqual([]);
  });
});

describe("budgets", () => {
  it("refuse a file of 401 lines and allow one of 400", () => {
    expect(brokenBudgets(file("a.ts", "\n".repeat(401)))).toHaveLength(1);
    expect(brokenBudgets(file("a.ts", "\n".repeat(400)))).toEqual([]);
  });

  it("refuse a line of 101 characters and allow one of 100", () => {
    expect(brokenBudgets(file("a.ts", `// ${"x".repeat(98)}\n`))).toHaveLength(1);
    expect(brokenBudgets(file("a.ts", `// ${"x".repeat(97)}\n`))).toEqual([]);
  });

  it("refuse a function of 71 lines and one of seven parameters, by name", () => {
    const long = `export function long() {\n${"  x();\n".repeat(69)}}\n`;
    const wide = "export const wide = (a, b, c, d, e, f, g) => a;\n";
    expect(brokenBudgets(file("a.ts", long)).join()).toContain("long has 71 lines");
    expect(brokenBudgets(file("a.ts", wide)).join()).toContain("wide takes 7 parameters");
  });
});

describe("bans", () => {
  it.each([["Date.now()"], ["new Date()"], ["Math.random()"], ["process.env"], ["console.log(1)"]])(
    "refuse %s in code and allow it in a comment",
    (text) => {
      expect(brokenBans(file(`${server}/a.ts`, `const x = ${text};\n`))).toHaveLength(1);
      expect(brokenBans(file(`${server}/a.ts`, `// never ${text}\n`))).toEqual([]);
    },
  );

  it("refuse a default export and a barrel inside a package", () => {
    expect(brokenBans(file(`${server}/a.ts`, "export default 1;\n"))).toHaveLength(1);
    expect(brokenBans(file(`${server}/a.ts`, 'export * from "./b.ts";\n'))).toHaveLength(1);
    expect(brokenBans(file("packages/engine/src/index.ts", 'export * from "./b.ts";\n'))).toEqual(
      [],
    );
  });
});

describe("names", () => {
  it("refuse capitals and duplicates in one package", () => {
    const twins = [file("packages/a/src/x/same.ts", ""), file("packages/a/src/y/same.ts", "")];
    expect(brokenNames(twins)).toHaveLength(1);
    expect(brokenNames([file("packages/a/src/Big.ts", "")])).toHaveLength(1);
  });
});
