import { describe, expect, it } from "vitest";
import { pageAt, pageGroups } from "./page-list.ts";

describe("pages of the console", () => {
  it("are found by the longest path that an address begins with", () => {
    expect(pageAt("/")?.path).toBe("/");
    expect(pageAt("/audit/17")?.path).toBe("/audit");
    expect(pageAt("/auditing")).toBeUndefined();
  });

  it("have one address each", () => {
    const paths = pageGroups.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(new Set(paths).size).toBe(paths.length);
  });
});
