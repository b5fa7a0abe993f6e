import { describe, expect, it } from "vitest";
import { createTimetable } from "./timetable.ts";

const at = (text: string) => Date.parse(text);

describe("createTimetable with a fixed interval", () => {
  const timetable = createTimetable({ everyMs: 10_000 });

  it("is due again one period later", () => {
    expect(timetable.nextMs(5)).toBe(10_005);
    expect(timetable.periodMs(5)).toBe(10_000);
  });

  it.each([
    [0, 9_999, 0],
    [0, 10_000, 1],
    [0, 39_999, 3],
    [50_000, 0, 0],
    [0, 1e12, 1_000],
  ])("has turns between %d and %d: %d", (since, now, turns) => {
    expect(timetable.scheduledBetween(since, now)).toBe(turns);
  });

  it("describes the interval", () => {
    expect(timetable.text).toBe("every 10 s");
    expect(createTimetable({ everyMs: 600_000 }).text).toBe("every 10 min");
  });
});

describe("createTimetable with a cron pattern", () => {
  const sundays = createTimetable({ cron: "0 5 * * 0" });

  it("reads the pattern in UTC", () => {
    expect(sundays.nextMs(at("2026-03-28T12:00:00Z"))).toBe(at("2026-03-29T05:00:00Z"));
    expect(sundays.periodMs(at("2026-03-28T12:00:00Z"))).toBe(7 * 86_400_000);
    expect(sundays.text).toBe("0 5 * * 0");
  });

  it("returns times after a moment, never the moment itself", () => {
    expect(sundays.nextMs(at("2026-03-29T05:00:00Z"))).toBe(at("2026-04-05T05:00:00Z"));
  });

  it("gives the same answers in any order of questions, as when a clock is set back", () => {
    const asked = [
      ["2026-04-04T23:59:59.999Z", "2026-04-05T05:00:00Z"],
      ["2026-03-29T05:00:00Z", "2026-04-05T05:00:00Z"],
      ["2026-03-29T04:59:59.999Z", "2026-03-29T05:00:00Z"],
      ["2026-04-05T05:00:00Z", "2026-04-12T05:00:00Z"],
      ["2026-04-05T04:59:59.999Z", "2026-04-05T05:00:00Z"],
      ["2027-01-01T00:00:00Z", "2027-01-03T05:00:00Z"],
    ] as const;
    for (const [after, next] of [...asked, ...asked.toReversed()])
      expect(sundays.nextMs(at(after)), after).toBe(at(next));
  });

  it("counts scheduled times, including the last moment", () => {
    const since = at("2026-03-29T05:00:00Z");
    expect(sundays.scheduledBetween(since, at("2026-04-19T04:59:59Z"))).toBe(2);
    expect(sundays.scheduledBetween(since, at("2026-04-19T05:00:00Z"))).toBe(3);
  });

  it("counts the same after a count to a later time, or from another one", () => {
    const [since, later] = [at("2026-03-29T05:00:00Z"), at("2026-04-04T00:00:00Z")];
    expect(sundays.scheduledBetween(since, at("2096-01-01T00:00:00Z"))).toBe(1_000);
    expect(sundays.scheduledBetween(since, at("2026-04-12T05:00:00Z"))).toBe(2);
    expect(sundays.scheduledBetween(later, at("2026-04-12T05:00:00Z"))).toBe(2);
    expect(sundays.scheduledBetween(since, since)).toBe(0);
  });

  it.each(["nonsense", "0 0 31 2 *"])("refuses %s", (cron) => {
    expect(() => createTimetable({ cron }).nextMs(0)).toThrow();
  });
});
