import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// The author of a new table documents what bounds it, so that an operator can look it up.
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

describe("docs/operating/personal-data.md", () => {
  it("says what each table grows with and what removes its rows", () => {
    const tables = read("./schema.snapshot.sql").matchAll(/^create (?:virtual )?table "?(\w+)/gm);
    const [, bounds = ""] = read("../../../../../docs/operating/personal-data.md").split(
      "## What is kept, and what bounds it",
    );
    const listed = new Set([...bounds.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect([...tables].map(([, name]) => name).filter((name) => !listed.has(name))).toEqual([]);
  });
});
