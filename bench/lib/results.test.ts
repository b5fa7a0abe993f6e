import { describe, expect, it } from "vitest";
import { withSection, type RowReport } from "./results.ts";

const report = (name: string, value: number, more: Partial<RowReport> = {}): RowReport => ({
  name,
  figures: [{ name: "ratio", value, unit: "", bar: { atLeast: 0.6 } }],
  ...more,
});

const order = ["accept", "apply"];

describe("withSection", () => {
  it("starts the file with a heading and the first row", () => {
    const text = withSection("", { report: report("apply", 0.7), facts: "today" }, order);
    expect(text).toMatch(/^# Measurements\n/);
    expect(text).toContain("## apply\n\ntoday.\n");
    expect(text).toContain("| ratio | 0.700 |  | ≥ 0.6 | holds |");
  });

  it("keeps other rows, in the order of the rows", () => {
    const first = withSection("", { report: report("apply", 0.7), facts: "today" }, order);
    const text = withSection(first, { report: report("accept", 0.7), facts: "later" }, order);
    expect(text.match(/^## .*/gm)).toEqual(["## accept", "## apply"]);
    expect(text).toContain("today.");
  });

  it("replaces a row measured before, profile included", () => {
    const missed = report("accept", 0.2, { profile: ["parse 40.0 %", "send 9.0 %"] });
    const first = withSection("", { report: missed, facts: "today" }, order);
    expect(first).toContain("MISSED |\n\nprofile: parse 40.0 %; send 9.0 %");
    const text = withSection(first, { report: report("accept", 0.9), facts: "later" }, order);
    expect(text).not.toMatch(/MISSED|profile|today/);
  });

  it("contains the reason why a row failed", () => {
    const broken = { name: "accept", figures: [], failure: "no space left" };
    const text = withSection("", { report: broken, facts: "today" }, order);
    expect(text).toContain("Failed: no space left");
  });
});
