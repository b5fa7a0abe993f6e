import { describe, expect, it } from "vitest";
import { cronFault } from "./cron-rule.ts";

const FIVE_MINUTES_MS = 300_000;
const fault = (pattern: string) =>
  cronFault(pattern, FIVE_MINUTES_MS, Date.parse("2026-05-01T12:00:00Z"));

describe("cronFault", () => {
  it.each(["*/20 * * * *", "*/5 * * * *", "0 3 * * *", "7 4 29 2 *", "0,30 8-18 * * mon-fri"])(
    "accepts %s",
    (pattern) => expect(fault(pattern)).toBeUndefined(),
  );

  it.each([
    ["", "five cron fields"],
    ["*/20 * * *", "five cron fields"],
    ["0 */20 * * * *", "five cron fields"],
    ["@daily", "five cron fields"],
    ["61 * * * *", "five cron fields"],
    ["a b c d e", "five cron fields"],
    ["0 0 30 2 *", "a pattern that matches"],
    ["* * * * *", "times further apart"],
    ["*/4 * * * *", "times further apart"],
    ["0,4 3 * * *", "times further apart"],
    ["2,58 * * * *", "times further apart"],
    ["2,58 0,23 * * *", "times further apart"],
  ])("answers %j with %s", (pattern, expected) => expect(fault(pattern)).toBe(expected));
});
