import type { ErrorReport } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import type { Database } from "../../../platform/database/tables.ts";
import { silentLog } from "../../../platform/observability/log.ts";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { logErrorReport } from "./error-reports.service.ts";

function setUp() {
  const lines: { fields: object; message: string }[] = [];
  const clock = createTestClock();
  const warn = (fields: object, message: string) => void lines.push({ fields, message });
  const needs = { clock, database: {} as Database, log: { ...silentLog, warn } };
  return { clock, lines, report: (report: ErrorReport) => logErrorReport(needs, report) };
}

describe("an error report", () => {
  it("is logged, with control characters escaped", () => {
    const { lines, report } = setUp();
    report({ message: "x\u001b[2J\ny", stack: null, userAgent: "<b>" });
    const expected = { message: "x\\u001b[2J\\u000ay", userAgent: "<b>" };
    expect(lines).toEqual([{ fields: { report: expected }, message: "an app reported an error" }]);
  });

  it("has each field truncated to 4 KB", () => {
    const { lines, report } = setUp();
    report({ message: "m".repeat(4_096), stack: "s".repeat(4_097) });
    const kept = { message: "m".repeat(4_096), stack: "s".repeat(4_096) };
    expect(lines[0]?.fields).toEqual({ report: kept });
  });

  it("has a URL without its query and fragment, which may be secret", () => {
    const { lines, report } = setUp();
    report({ url: "https://words.example.org/reset?token=abc#x\n?" });
    expect(lines[0]?.fields).toEqual({ report: { url: "https://words.example.org/reset" } });
  });

  it("is dropped beyond a budget per minute", () => {
    const { clock, lines, report } = setUp();
    const large = { message: "m".repeat(4_000), stack: "s".repeat(4_000) };
    for (let n = 0; n < 1_000; n += 1) report(large);
    const logged = lines.length;
    expect(logged).toBeGreaterThan(10);
    expect(JSON.stringify(lines).length).toBeLessThan(300_000);
    clock.advance(60_000);
    report(large);
    expect(lines[logged]?.fields).toEqual({ dropped: 1_000 - logged });
    expect(lines).toHaveLength(logged + 2);
    clock.advance(60_000);
    report(large);
    expect(lines).toHaveLength(logged + 3);
  });
});
