import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const THREAD = join(import.meta.dirname, "read-dictionary.thread.ts");

/** The modules that a module loads, directly or through others. */
function loadedBy(file: string, met = new Set<string>()): Set<string> {
  if (met.has(file)) return met;
  met.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export)\s(?!type\b)[^;]*?from "([^"]+)"/gm,
  );
  for (const [, name = ""] of imports) {
    if (name.startsWith(".")) loadedBy(join(dirname(file), name), met);
    else if (name.startsWith("@wordloom/")) loadedBy(fileURLToPath(import.meta.resolve(name)), met);
    else met.add(name);
  }
  return met;
}

describe("the thread that reads dictionaries", () => {
  it("loads no schemas, of which it would hold a copy of its own", () => {
    const loaded = [...loadedBy(THREAD)];
    expect(loaded.length).toBeGreaterThan(20);
    expect(loaded).not.toContain("zod");
    expect(loaded).not.toContain("kysely");
  });
});
