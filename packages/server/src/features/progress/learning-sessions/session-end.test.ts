import { describe, expect, it } from "vitest";
import { isOver } from "./session-end.ts";

const at = (time: string) => Date.parse(time);

/** A session of 1 May, by its first and latest event. */
const session = (start: string, latest = start) => ({
  created_at_ms: at(`2026-05-01T${start}Z`),
  last_event_at_ms: at(`2026-05-01T${latest}Z`),
});

const UTC = { timeZone: "UTC", dayStartHour: 0 };

describe("a session is over", () => {
  it("two hours after its latest event, to the second", () => {
    const open = session("08:00:00", "08:30:00");
    expect(isOver(open, UTC, at("2026-05-01T10:29:59Z"))).toBe(false);
    expect(isOver(open, UTC, at("2026-05-01T10:30:00Z"))).toBe(true);
  });

  it("at the end of the day on which it began, however short its pause is", () => {
    const open = session("23:30:00", "23:59:00");
    expect(isOver(open, UTC, at("2026-05-01T23:59:59Z"))).toBe(false);
    expect(isOver(open, UTC, at("2026-05-02T00:00:00Z"))).toBe(true);
  });

  it("by the learner's zone and start of the day", () => {
    const night = { timeZone: "Asia/Shanghai", dayStartHour: 4 };
    const open = session("19:00:00", "19:50:00");
    expect(isOver(open, night, at("2026-05-01T19:59:59Z"))).toBe(false);
    expect(isOver(open, night, at("2026-05-01T20:00:00Z"))).toBe(true);
  });
});
