import { describe, expect, it } from "vitest";
import {
  dayBoundariesMs,
  dayStartMs,
  isTimeZone,
  localDay,
  localHour,
  shiftDay,
  utcOffsetMinutes,
} from "./local-day.ts";

const at = (text: string) => Date.parse(text);

// Both clock changes of 2026 in zones of every kind: half-hour change, quarter-hour offset,
// southern summer, none at all. Expected values are read off the zone tables, not computed.
describe("utcOffsetMinutes", () => {
  it.each([
    ["Europe/Berlin", "2026-03-29T00:59:59.999Z", 60],
    ["Europe/Berlin", "2026-03-29T01:00:00.000Z", 120],
    ["Europe/Berlin", "2026-10-25T00:59:59.999Z", 120],
    ["Europe/Berlin", "2026-10-25T01:00:00.000Z", 60],
    ["America/New_York", "2026-03-08T07:00:00Z", -240],
    ["America/New_York", "2026-03-08T06:59:59Z", -300],
    ["Australia/Lord_Howe", "2026-04-04T14:59:59Z", 660],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", 630],
    ["Asia/Kathmandu", "2026-06-01T12:00:00Z", 345],
    ["Asia/Shanghai", "2026-06-01T12:00:00Z", 480],
    ["Pacific/Auckland", "2026-01-15T12:00:00Z", 780],
    ["UTC", "2038-01-19T03:14:08Z", 0],
  ])("%s at %s is %i", (zone, time, minutes) => {
    expect(utcOffsetMinutes(at(time), zone)).toBe(minutes);
  });

  it("refuses a zone that does not exist", () => {
    expect(() => utcOffsetMinutes(0, "Mars/Olympus")).toThrow(RangeError);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("Asia/Tokyo")).toBe(true);
  });
});

describe("localDay", () => {
  it.each([
    ["Asia/Shanghai", "2026-05-01T16:00:00Z", 0, "2026-05-02"],
    ["Asia/Shanghai", "2026-05-01T15:59:59Z", 0, "2026-05-01"],
    ["America/Los_Angeles", "2026-01-01T07:59:59Z", 0, "2025-12-31"],
    ["UTC", "2026-05-01T03:59:59Z", 4, "2026-04-30"],
    ["UTC", "2026-05-01T04:00:00Z", 4, "2026-05-01"],
    ["UTC", "2024-03-01T00:30:00Z", 1, "2024-02-29"],
    // On days with 23 or 25 hours, local time decides.
    ["Europe/Berlin", "2026-03-29T01:30:00Z", 4, "2026-03-28"],
    ["Europe/Berlin", "2026-03-29T02:00:00Z", 4, "2026-03-29"],
    ["Europe/Berlin", "2026-10-25T02:59:59Z", 4, "2026-10-24"],
    ["Europe/Berlin", "2026-10-25T03:00:00Z", 4, "2026-10-25"],
  ])("%s at %s, day starting at %i, is %s", (zone, time, dayStart, day) => {
    expect(localDay(at(time), zone, dayStart)).toBe(day);
  });

  it("returns the local hour", () => {
    expect(localHour(at("2026-06-01T22:15:00Z"), "Asia/Kathmandu")).toBe(4);
    expect(localHour(at("2026-06-01T00:00:00Z"), "UTC")).toBe(0);
  });

  it("shifts days over months and leap days", () => {
    expect(shiftDay("2024-02-28", 1)).toBe("2024-02-29");
    expect(shiftDay("2026-01-01", -1)).toBe("2025-12-31");
  });
});

describe("dayStartMs", () => {
  const zones = ["UTC", "Asia/Kathmandu", "America/Havana", "Australia/Lord_Howe", "Europe/Berlin"];
  const grid = zones.flatMap((zone) => [0, 2, 4].map((hour) => ({ zone, hour })));

  it.each(grid)("is where localDay changes, all year, $zone at $hour", ({ zone, hour }) => {
    for (let day = "2026-01-01"; day <= "2026-12-31"; day = shiftDay(day, 1)) {
      const startMs = dayStartMs(day, zone, hour);
      expect([day, localDay(startMs, zone, hour)]).toEqual([day, day]);
      expect(localDay(startMs - 1, zone, hour)).toBe(shiftDay(day, -1));
    }
  });

  it("is the moment of the clock change if that hour does not exist", () => {
    expect(dayStartMs("2026-03-29", "Europe/Berlin", 2)).toBe(at("2026-03-29T01:00:00Z"));
    expect(dayStartMs("2026-03-08", "America/Havana", 0)).toBe(at("2026-03-08T05:00:00Z"));
  });
});

describe("dayBoundariesMs", () => {
  const hoursOf = (times: readonly number[]) =>
    times.slice(1).map((ms, n) => (ms - (times[n] ?? 0)) / 3_600_000);

  it("cuts time into learning days, including those of 23 and 25 hours", () => {
    const rules = { timeZone: "Europe/Berlin", dayStartHour: 4 };
    const spring = dayBoundariesMs("2026-03-27", 3, rules);
    expect(spring[0]).toBe(at("2026-03-27T03:00:00Z"));
    expect(hoursOf(spring)).toEqual([24, 23, 24]);
    expect(hoursOf(dayBoundariesMs("2026-10-24", 2, rules))).toEqual([25, 24]);
  });

  it("gives whole quarters of an hour in every zone", () => {
    for (const timeZone of ["Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "UTC"]) {
      const times = dayBoundariesMs("2026-01-01", 366, { timeZone, dayStartHour: 2 });
      expect(times.filter((ms) => ms % 900_000 !== 0)).toEqual([]);
    }
  });
});
