import { expect, test } from "vitest";
import { comeBackStops } from "./come-back-stops.ts";

const now = new Date(2026, 10, 22, 20, 30).getTime();
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
  expect(comeBackStops([...dates, inHours(24 * 90)], now)).toEqual([
    { span: "later_today", count: 2 },
    { span: "tomorrow", count: 2 },
    { span: "this_week", count: 1 },
    { span: "this_month", count: 1 },
    { span: "later", count: 1 },
  ]);
});

test("spans without a word are left out", () => {
  expect(comeBackStops([inHours(24)], now)).toEqual([{ span: "tomorrow", count: 1 }]);
  expect(comeBackStops([], now)).toEqual([]);
});
