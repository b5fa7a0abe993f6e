import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as service from "@wordloom/server/platform/time/local-day";
import { dayEndMs, dayOf, dayStartMs, daysBetween, daysUntil, shiftDay } from "./study-day.ts";

const berlin = { timeZone: "Europe/Berlin", dayStartHour: 4 };
const at = (text: string) => Date.parse(text);
const HOUR_MS = 3_600_000;

describe("a day of the learner's calendar", () => {
  it("starts at her own hour, in her own zone", () => {
    expect(dayOf(at("2026-11-22T02:59:00Z"), berlin)).toBe("2026-11-21");
    expect(dayOf(at("2026-11-22T03:00:00Z"), berlin)).toBe("2026-11-22");
  });

  it("has 23 or 25 hours when the clocks change", () => {
    const length = (day: string) => dayStartMs(shiftDay(day, 1), berlin) - dayStartMs(day, berlin);
    expect(length("2026-03-28")).toBe(23 * HOUR_MS);
    expect(length("2026-10-24")).toBe(25 * HOUR_MS);
    expect(length("2026-11-22")).toBe(24 * HOUR_MS);
  });

  it("starts with the clock change if that skips her hour", () => {
    const rules = { timeZone: "Europe/Berlin", dayStartHour: 2 };
    expect(dayStartMs("2026-03-29", rules)).toBe(at("2026-03-29T01:00:00Z"));
  });

  it("ends where the next starts", () => {
    const nowMs = at("2026-11-22T10:00:00Z");
    expect(dayEndMs(nowMs, berlin)).toBe(at("2026-11-23T03:00:00Z"));
    expect(daysUntil(at("2026-11-23T02:59:00Z"), nowMs, berlin)).toBe(0);
    expect(daysUntil(at("2026-11-23T03:00:00Z"), nowMs, berlin)).toBe(1);
    expect(daysUntil(at("2026-11-20T12:00:00Z"), nowMs, berlin)).toBe(-2);
  });

  it("uses UTC for a zone that this browser does not know", () => {
    const rules = { timeZone: "Mars/Olympus", dayStartHour: 0 };
    expect(dayOf(at("2026-11-22T23:59:00Z"), rules)).toBe("2026-11-22");
  });

  it("is the service's day, at any time in any zone", () => {
    const zone = fc.constantFrom(
      ...["UTC", "Europe/Berlin", "America/New_York", "Asia/Shanghai", "Asia/Kolkata"],
      ...["Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns", "Africa/Casablanca"],
    );
    const moment = fc.integer({ min: at("2000-01-01"), max: at("2040-01-01") });
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: 0, max: 23 }), (ms, timeZone, dayStartHour) => {
        const rules = { timeZone, dayStartHour };
        const day = dayOf(ms, rules);
        expect(day).toBe(service.localDay(ms, timeZone, dayStartHour));
        expect(dayStartMs(day, rules)).toBe(service.dayStartMs(day, timeZone, dayStartHour));
      }),
    );
  });

  it("is counted by the calendar, not by hours", () => {
    expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
    expect(daysBetween("2026-11-22", "2026-11-20")).toBe(-2);
  });
});
