import { describe, expect, it } from "vitest";
import { changedLimits, limitsIn, withLimit, wrongLimits } from "./limits.ts";

const t = (key: string) => key;
const field = JSON.stringify({
  auth: { window_secs: 60, max: 10 },
  probe: { window_secs: 1, max: 2 },
});

describe("rate limits in a form", () => {
  it("change one number at a time", () => {
    expect(limitsIn(withLimit(field, "auth", "max", " 30 "))).toEqual({
      auth: { window_secs: 60, max: 30 },
      probe: { window_secs: 1, max: 2 },
    });
  });

  it("are sent only if they differ", () => {
    const before = limitsIn(field);
    const limits = limitsIn(withLimit(field, "auth", "max", "30"));
    expect(changedLimits(limits, before)).toEqual({ auth: { window_secs: 60, max: 30 } });
    expect(changedLimits(before, before)).toEqual({});
  });

  it.each([
    ["", "settings.no_number"],
    ["many", "settings.no_number"],
    ["0", "settings.limits_range"],
    ["2.5", "settings.limits_range"],
    ["100001", "settings.limits_range"],
    ["100000", undefined],
  ])("with “%s” requests are judged before they are sent: %s", (typed, said) => {
    expect(wrongLimits(limitsIn(withLimit(field, "auth", "max", typed)), { t })).toBe(said);
  });

  it("have windows of at most an hour", () => {
    const long = limitsIn(withLimit(field, "auth", "window_secs", "3601"));
    expect(wrongLimits(long, { t })).toBe("settings.limits_range");
  });
});
