import { describe, expect, it } from "vitest";
import { failsTooOften, isHealthCheck } from "./failure-alarm.ts";

describe("failsTooOften", () => {
  it.each([
    ["one failure of 25 requests", 1, 25, false],
    ["19 failures and nothing else", 19, 19, false],
    ["20 failures and nothing else", 20, 20, true],
    ["20 failures of 2,000 requests: exactly 1 %", 20, 2_000, false],
    ["21 failures of 2,000 requests", 21, 2_000, true],
    ["10 failures of 999 requests", 10, 999, false],
    ["11 failures of 1,000 requests", 11, 1_000, true],
    ["no requests", 0, 0, false],
  ])("judges %s", (_name, failed, requests, expected) => {
    expect(failsTooOften({ failed, requests })).toBe(expected);
  });
});

describe("isHealthCheck", () => {
  it("recognizes the health paths, and no others", () => {
    const checks = ["/health", "/api/health", "/health/live", "/health/ready", "/health/database"];
    expect(checks.filter((path) => !isHealthCheck(path))).toEqual([]);
    const others = ["/", "/healthy", "/api/words", "/api/admin/monitoring/health"];
    expect(others.filter(isHealthCheck)).toEqual([]);
  });
});
