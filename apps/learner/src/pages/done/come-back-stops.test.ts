import { expect, test } from "vitest";
import { comeBackStops } from "./come-back-stops.ts";

const now = Date.UTC(2026, 10, 22, 20, 30);
const utc = { timeZone: "UTC", dayStartHour: 0 };
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

test("dates are counted by the day on which they fall, not by hours from now", () => {
  const dates = [
    inHours(-1),
    inHours(2),
    inHours(4),
    inHours(24),
    inHours(24 * 5),
    inHours(24 * 20),
  ];
  expect(comeBackStops([...dates, inHours(24 * 90)], now, utc)).toEqual([
    { span: "later_today", count: 2 },
    { span: "tomorrow", count: 2 },
    { span: "this_week", count: 1 },
    { span: "this_month", count: 1 },
    { span: "later", count: 1 },
  ]);
});

test("spans without a word are left out", () => {
  expect(comeBackStops([inHours(24)], now, utc)).toEqual([{ span: "tomorrow", count: 1 }]);
  expect(comeBackStops([], now, utc)).toEqual([]);
});

test("days are the learner's: in the account's zone, from the hour at which her day starts", () => {
  const tokyo = { timeZone: "Asia/Tokyo", dayStartHour: 4 };
  // 05:30 in Tokyo: the day started an hour and a half ago and ends in 22 and a half.
  const spanOf = (hours: number) => comeBackStops([inHours(hours)], now, tokyo)[0]?.span;
  expect([22, 23].map(spanOf)).toEqual(["later_today", "tomorrow"]);
  const early = { ...tokyo, dayStartHour: 6 };
  expect(comeBackStops([inHours(1)], now, early)[0]?.span).toBe("tomorrow");
});
