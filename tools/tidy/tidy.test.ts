import { describe, expect, it } from "vitest";
import { brokenBans } from "./bans.ts";
import { brokenFolderBudgets, brokenWidths } from "./budgets.ts";
import { brokenCircles } from "./circles.ts";
import { brokenFloors } from "./floors.ts";
import { brokenNames } from "./names.ts";
import { brokenCycles, brokenImports, idleServices } from "./import-rules.ts";
import { brokenManifests, brokenTables } from "./tables.ts";
import { brokenDoors, idleDoors } from "./package-doors.ts";
import { toSource } from "./source-file.ts";
import { brokenTexts } from "./texts.ts";
import { brokenWebLayers } from "./web-layers.ts";

// Each rule reports a minimal violation and accepts a minimal valid file; sources are given as
// text.
const server = "packages/server/src";
const file = (path: string, text: string) => toSource(path, text);

describe("import rules", () => {
  it.each([
    ["routes that use a repo", `${server}/features/library/a/a.routes.ts`, "./a.repo.ts"],
    ["a repo that uses a service", `${server}/features/library/a/a.repo.ts`, "./a.service.ts"],
    ["a foreign repo", `${server}/features/library/a/a.service.ts`, "../b/b.repo.ts"],
    [
      "a platform that knows a feature",
      `${server}/platform/x.ts`,
      "../features/library/b/b.service.ts",
    ],
    [
      "a repo that acts",
      `${server}/features/library/a/a.repo.ts`,
      "../../../platform/outside/outbound.ts",
    ],
  ])("refuse %s", (_name, path, specifier) => {
    expect(brokenImports(file(path, `import { x } from "${specifier}";\n`))).toHaveLength(1);
  });

  it.each([
    ["routes that use their service", `${server}/features/library/a/a.routes.ts`, "./a.service.ts"],
    ["a foreign service", `${server}/features/library/a/a.service.ts`, "../b/b.service.ts"],
    ["foreign plain code", `${server}/features/library/a/a.repo.ts`, "../b/b.ts"],
    [
      "a repo that uses the database",
      `${server}/features/library/a/a.repo.ts`,
      "../../../platform/database/x.ts",
    ],
  ])("allow %s", (_name, path, specifier) => {
    expect(brokenImports(file(path, `import { x } from "${specifier}";\n`))).toEqual([]);
  });

  it("refuse a service that is plain code", () => {
    const service = (text: string) => file(`${server}/features/library/a/a.service.ts`, text);
    const plain = service(
      `import type { A } from "./b.service.ts";\nimport { c } from "./c.ts";\n`,
    );
    expect(idleServices(plain)).toHaveLength(1);
    for (const text of [
      `import { b } from "./b.service.ts";\n`,
      `import type { Message } from "./a.thread.ts";\n`,
      `import type { Deps } from "../../../deps.ts";\n`,
    ]) {
      expect(idleServices(service(text))).toEqual([]);
    }
  });

  it("refuse a dependency cycle of features, once", () => {
    const ring = ["a", "b", "c"].map((name, index, all) => {
      const next = all[(index + 1) % all.length];
      return file(
        `${server}/features/library/${name}/${name}.service.ts`,
        `import { x } from "../${next}/${next}.service.ts";\n`,
      );
    });
    expect(brokenCycles(ring)).toEqual([
      "dependency cycle of features: library/a → library/b → library/c → library/a",
    ]);
  });
});

describe("floors", () => {
  it.each([
    ["a group that uses one above it", "features/library/a/a.service.ts", "../../study/b/b.ts"],
    ["the same for a type", "features/library/a/a.service.ts", "../../study/b/b.ts", "type"],
    ["a folder of the platform that uses one above it", "platform/time/a.ts", "../http/b.ts"],
  ])("refuse %s", (_name, path, specifier, how = "") => {
    const source = file(`${server}/${path}`, `import ${how} { x } from "${specifier}";\n`);
    expect(brokenFloors(source)).toHaveLength(1);
  });

  it.each([
    ["features/study/a/a.service.ts", "../../library/b/b.service.ts"],
    ["features/study/a/a.service.ts", "../b/b.service.ts"],
    ["platform/http/a.ts", "../time/b.ts"],
  ])("allow %s to use %s", (path, specifier) => {
    const source = file(`${server}/${path}`, `import { x } from "${specifier}";\n`);
    expect(brokenFloors(source)).toEqual([]);
  });

  it.each(["features/cellar/a/a.ts", "features/a.ts", "platform/a.ts"])("refuse %s", (path) => {
    expect(brokenFloors(file(`${server}/${path}`, "export const x = 1;\n"))).toHaveLength(1);
  });
});

describe("tables", () => {
  const manifest = (place: string, text: string) => {
    const name = place.split("/").at(-1);
    return file(
      `${server}/features/${place}/${name}.feature.ts`,
      `export const x = { ${text} };\n`,
    );
  };
  const repo = (place: string, text: string) =>
    file(`${server}/features/${place}/x.repo.ts`, `export const x = () => ${text};\n`);
  const words = manifest("library/words", 'owns: ["words"]');

  it.each([
    ["insertInto", 'tx.insertInto("words")'],
    ["updateTable", 'tx.updateTable("words")'],
    ["deleteFrom", 'tx.deleteFrom("words")'],
    ["a bulk statement", '({ table: "words" })'],
    ["SQL", "sql`update words set x = 1`"],
  ])("refuse a foreign write by %s", (_how, text) => {
    const other = manifest("study/a", "");
    expect(brokenTables([words, other, repo("study/a", text)])).toEqual([
      expect.stringContaining("only library/words writes to words"),
    ]);
  });

  it.each([
    ["selectFrom", 'db.selectFrom("words")'],
    ["a join", 'db.innerJoin("words", "a", "b")'],
    ["SQL", "sql`select 1 from words`"],
  ])(
    "refuse a read by %s that the manifest does not name, and allow one that it names",
    (_, text) => {
      const reading = repo("study/a", text);
      expect(brokenTables([words, manifest("study/a", ""), reading])).toHaveLength(1);
      expect(brokenTables([words, manifest("study/a", 'reads: ["words"]'), reading])).toEqual([]);
    },
  );

  it("refuse a read in a feature without a manifest", () => {
    const reading = repo("study/a", 'db.selectFrom("words")');
    expect(brokenTables([words, reading])).toEqual([
      expect.stringContaining("reads words, which no manifest names"),
    ]);
  });

  it("refuse a read of a table above, a second owner, and a name that nothing reads", () => {
    const upward = repo("accounts/a", 'db.selectFrom("words")');
    const reader = manifest("accounts/a", 'reads: ["words"]');
    expect(brokenTables([words, reader, upward])).toEqual([
      expect.stringContaining("which is above it"),
    ]);
    expect(brokenTables([words, manifest("study/a", 'owns: ["words"]')])).toEqual([
      expect.stringContaining("owns words too"),
    ]);
    expect(brokenTables([words, manifest("study/a", 'reads: ["words"]')])).toEqual([
      expect.stringContaining("nothing here reads words"),
    ]);
  });

  it("refuse a table of a feature in the platform, except in a migration", () => {
    const text = 'export const x = db.selectFrom("words");\n';
    const place = `${server}/platform/database`;
    expect(brokenTables([words, file(`${place}/x.ts`, text)])).toEqual([
      expect.stringContaining("which the platform may not know"),
    ]);
    expect(brokenTables([words, file(`${place}/migrations/x.ts`, text)])).toEqual([]);
  });

  it("ignore comments", () => {
    const text = '1; // never updateTable("words")\n/* delete from words */';
    expect(brokenTables([words, manifest("study/a", ""), repo("study/a", text)])).toEqual([]);
  });
});

describe("manifests", () => {
  const service = file(`${server}/features/study/a/a.service.ts`, "export const x = 1;\n");
  const manifest = file(`${server}/features/study/a/a.feature.ts`, "export const x = 1;\n");
  const group = file(
    `${server}/features/study/study.group.ts`,
    'import { x } from "./a/a.feature.ts";\n',
  );

  it("are required, and required to be listed by their group", () => {
    const routes = file(`${server}/features/study/a/a.routes.ts`, "export const x = 1;\n");
    expect(brokenManifests([routes])).toEqual([expect.stringContaining("has no manifest")]);
    expect(brokenManifests([routes, manifest])).toEqual([
      expect.stringContaining("no group lists it"),
    ]);
    expect(brokenManifests([routes, manifest, group])).toEqual([]);
  });

  it("are not needed by features of services and plain code, and say more than a name", () => {
    expect(brokenManifests([service])).toEqual([]);
    const idle = file(
      `${server}/features/study/a/a.feature.ts`,
      'export const aFeature: Feature = { name: "a" };\n',
    );
    expect(brokenManifests([service, idle, group])).toEqual([
      expect.stringContaining("nothing but a name"),
    ]);
  });
});

describe("circles", () => {
  const using = (path: string, how: string, target: string) =>
    file(`bench/${path}.ts`, `import ${how} { x } from "./${target}.ts";\n`);

  it("refuse files that import each other, once for each group", () => {
    const ring = [using("a", "", "b"), using("b", "", "c"), using("c", "", "a")];
    const pair = [using("d", "", "e"), using("e", "", "d")];
    const beside = using("f", "", "a");
    expect(brokenCircles([...ring, ...pair, beside])).toEqual([
      "circle of files: bench/a.ts, bench/b.ts, bench/c.ts",
      "circle of files: bench/d.ts, bench/e.ts",
    ]);
  });

  it("refuse types in a circle", () => {
    expect(brokenCircles([using("a", "", "b"), using("b", "type", "a")])).toHaveLength(1);
  });

  it("refuse a circle that an import() or a test's tool closes", () => {
    const late = file("bench/b.ts", 'export const x = () => import("./a.ts");\n');
    expect(brokenCircles([using("a", "", "b"), late])).toHaveLength(1);
    const typed = file("bench/b.ts", 'export type X = import("./a.ts").X;\n');
    expect(brokenCircles([using("a", "", "b"), typed])).toHaveLength(1);
    const tools = [using("testing/a", "", "b"), using("testing/b", "", "a")];
    expect(brokenCircles(tools)).toHaveLength(1);
  });

  it("allow files that import the same one", () => {
    expect(brokenCircles([using("a", "", "c"), using("b", "", "c"), using("c", "", "d")])).toEqual(
      [],
    );
  });
});

describe("budgets", () => {
  it("refuse a line of 101 characters and allow one of 100", () => {
    expect(brokenWidths(file("a.ts", `// ${"x".repeat(98)}\n`))).toHaveLength(1);
    expect(brokenWidths(file("a.ts", `// ${"x".repeat(97)}\n`))).toEqual([]);
  });

  it("refuse a feature of 21 files and allow one of 20", () => {
    const files = Array.from({ length: 21 }, (_, n) =>
      file(`${server}/features/study/a/a${n}.ts`, "export const x = 1;\n"),
    );
    expect(brokenFolderBudgets(files)).toEqual([expect.stringContaining("21 files")]);
    expect(brokenFolderBudgets(files.slice(1))).toEqual([]);
  });
});

describe("exports of packages", () => {
  it.each([
    ["an app", "apps/a/src/x.ts", 'import { x } from "../../../packages/b/src/x.ts";'],
    ["a dynamic import", "bench/x.ts", 'const x = await import("../packages/b/src/x.ts");'],
    ["a type", "tools/x.ts", 'type X = typeof import("../packages/b/src/x.ts");'],
    ["a test", "packages/a/src/x.test.ts", 'import "../../b/src/x.ts";'],
    ["what tests share", "apps/a/testing/x.ts", 'export { x } from "../../b/testing/x.ts";'],
  ])("refuse a relative path of %s that leaves its package", (_name, path, text) => {
    expect(brokenDoors([file(path, `${text}\n`)])).toHaveLength(1);
  });

  it.each([
    ["within a package", "apps/a/src/x.ts", 'import { x } from "../testing/x.ts";'],
    ["between tools and bench", "bench/lib/x.ts", 'import { x } from "../../tools/x.ts";'],
    ["by name", "bench/lib/x.ts", 'import { x } from "@wordloom/b/x";'],
  ])("allow an import %s", (_name, path, text) => {
    expect(brokenDoors([file(path, `${text}\n`)])).toEqual([]);
  });

  it("refuse one that no other package uses", () => {
    const manifest = { name: "@wordloom/one", exports: { "./a": "./a.ts", "./b": "./b.ts" } };
    const sources = [
      file("apps/x/src/x.ts", 'import { a } from "@wordloom/one/a";\n'),
      file("packages/one/src/x.ts", 'import { b } from "@wordloom/one/b";\n'),
    ];
    expect(idleDoors(sources, "packages/one", manifest)).toEqual([
      "packages/one/package.json: no other package uses ./b",
    ]);
  });
});

describe("bans", () => {
  it.each([["Date.now()"], ["new Date()"], ["Math.random()"]])(
    "refuse %s in code and allow it in a comment",
    (text) => {
      expect(brokenBans(file(`${server}/a.ts`, `const x = ${text};\n`))).toHaveLength(1);
      expect(brokenBans(file(`${server}/a.ts`, `// never ${text}\n`))).toEqual([]);
    },
  );

  it("refuse a literal that is spread into another, and allow attributes", () => {
    expect(brokenBans(file("a.ts", "const x = { ...{ a, b }, c };\n"))).toHaveLength(1);
    expect(brokenBans(file("a.tsx", "const x = <A {...{ a, b }} />;\n"))).toEqual([]);
    expect(brokenBans(file("a.ts", "const x = { ...y, ...(z && { a }) };\n"))).toEqual([]);
  });

  it("refuse a barrel inside a package", () => {
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

describe("layers of the web apps", () => {
  const app = "apps/learner/src";

  it.each([
    ["a feature that uses a page", `${app}/features/a/a.ts`, "../../pages/b/b-page.tsx"],
    ["a page that uses another", `${app}/pages/a/a-page.tsx`, "../b/b-page.tsx"],
    ["a platform that uses the texts", `${app}/platform/a.ts`, "../text/translator.ts"],
    ["schemas in the browser", `${app}/features/a/a.ts`, "@wordloom/contract"],
  ])("refuse %s", (_name, path, specifier) => {
    expect(brokenWebLayers(file(path, `import { x } from "${specifier}";\n`))).toHaveLength(1);
  });

  it.each([
    ["a page that uses a feature", `${app}/pages/a/a-page.tsx`, "../../features/b/b.tsx"],
    ["a page that uses its parts", `${app}/pages/a/a-page.tsx`, "./a-list.tsx"],
    ["routes that use pages", `${app}/routes.tsx`, "./pages/a/a-page.tsx"],
    ["stripped endpoints", `${app}/server-state/a.ts`, "virtual:endpoints"],
  ])("allow %s", (_name, path, specifier) => {
    expect(brokenWebLayers(file(path, `import { x } from "${specifier}";\n`))).toEqual([]);
  });

  it("refuse calls of the service outside server-state, and content as markup", () => {
    const text =
      'export const a = () => fetch("/api");\nexport const b = (e) => (e.innerHTML = "");\n';
    expect(brokenWebLayers(file(`${app}/pages/a/a.ts`, text))).toHaveLength(2);
    expect(brokenWebLayers(file(`${app}/server-state/a.ts`, text))).toHaveLength(1);
  });
});

describe("texts", () => {
  const code = [file("apps/x/src/a.ts", 'export const a = t("today.due", { n: 1 });\n')];
  const due = "{n, plural, one {# word} other {# words}}";

  it("refuse missing and spare keys, other parameters, missing plurals and unused keys", () => {
    const texts = {
      en: { today: { due, spare: "Not used" } },
      de: { today: { due: "{count} Wörter", more: "Mehr" }, told: { ready: "Bereit" } },
      fr: { today: { due: "{n, plural, other {# mots}}", spare: "{" } },
    };
    expect(brokenTexts(texts, ["apps/x/"], code)).toEqual([
      "de: today.spare is missing",
      "de: today.more is not in English",
      "de: today.due takes {count}, in English {n}",
      "fr: today.due lacks the plural one",
      expect.stringMatching(/^fr: today.spare is no ICU message/),
      "today.spare is used nowhere",
    ]);
  });

  it("allow languages without a plural to name none, and keys made of a prefix and a code", () => {
    const texts = {
      en: { today: { due }, errors: { NOT_FOUND: "Not there" } },
      zh: { today: { due: "{n, plural, other {# 个单词}}" }, errors: { NOT_FOUND: "没有找到" } },
    };
    const byCode = file("apps/x/src/b.ts", "export const b = (c) => t(`errors.${c}`);\n");
    expect(brokenTexts(texts, ["apps/x/"], [...code, byCode])).toEqual([]);
  });
});
