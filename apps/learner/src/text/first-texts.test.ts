import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const HERE = import.meta.dirname;
/** What is loaded before the first question; `build/file-groups.ts` puts it into four files. */
const BEGIN = ["main.ts", "app.tsx", "pages/study/study-page.tsx"].map((file) =>
  join(HERE, "..", file),
);
const AREAS = readdirSync(join(HERE, "en")).map((file) => file.replace(".json", ""));
const LANGUAGES = readdirSync(HERE).filter((name) => /^[a-z]{2}$/.test(name));

/** The areas that a file of texts takes, or leaves to another. */
function areasIn(file: string): readonly string[] {
  const text = readFileSync(join(HERE, "languages", file), "utf8");
  return /\/\{([^}]+)\}\.json/.exec(text)?.[1]?.split(",") ?? [];
}

/** The files and all that they import, except what is loaded later. */
function withImports(files: readonly string[], met = new Set<string>()): Set<string> {
  for (const file of files) {
    if (met.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue;
    met.add(file);
    const text = readFileSync(file, "utf8");
    const imported = text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from "(\.[^"]+)"/gm);
    const paths = [...imported].map(([, path = ""]) => join(dirname(file), path));
    withImports(paths, met);
  }
  return met;
}

describe("the texts with which a visit begins", () => {
  it("hold every area of which studying says something", () => {
    const key = new RegExp(`["'\`](${AREAS.join("|")})\\.`, "g");
    const files = withImports(BEGIN);
    expect(files.size).toBeGreaterThan(100);
    const used = [...files].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(key)].map(([, area = ""]) => area),
    );
    expect(used.length).toBeGreaterThan(50);
    const first = areasIn("texts-en.ts");
    expect([...new Set(used)].filter((area) => !first.includes(area))).toEqual([]);
  });

  it.each(LANGUAGES)(
    "are the same areas in each language, and the others come later: %s",
    (tag) => {
      expect(areasIn(`texts-${tag}.ts`)).toEqual(areasIn("texts-en.ts"));
      expect(areasIn(`texts-${tag}-later.ts`)).toEqual(areasIn("texts-en.ts"));
    },
  );
});
