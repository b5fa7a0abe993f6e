import { describe, expect, it } from "vitest";
import { placeNames } from "./bar-names.ts";

const barsOf = (...labels: readonly string[]) => labels.map((label) => ({ label }));
const fortnight = barsOf(...Array.from({ length: 14 }, (_, day) => `Sat ${day + 10}`));
const week = barsOf("Fri", "Sat", "Sun", "Mon", "Tue", "Wed", "Thu");

describe("placeNames", () => {
  it("names every bar if there is room", () => {
    expect([...placeNames(week, 350).keys()]).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(placeNames(week, 350).get(1)).toEqual({ x: 75, anchor: "middle" });
  });

  it("names as many bars as fit, including the last", () => {
    expect([...placeNames(fortnight, 364).keys()]).toEqual([1, 3, 5, 7, 9, 11, 13]);
  });

  it("keeps names inside the chart", () => {
    expect(placeNames(fortnight, 364).get(13)).toEqual({ x: 364, anchor: "end" });
    expect(placeNames(barsOf("Saturday", "", "", ""), 120).get(0)).toEqual({
      x: 0,
      anchor: "start",
    });
  });

  it("leaves names alone that are already far enough apart", () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour % 6 === 0 ? `${hour}:00` : ""));
    expect([...placeNames(barsOf(...hours), 360).keys()]).toEqual([0, 6, 12, 18]);
  });

  it("names the current bar, and none whose name would overlap it", () => {
    const [first, ...others] = week;
    const french = [{ ...first, label: "Aujourd’hui", now: true }, ...others];
    expect([...placeNames(french, 350).keys()]).toEqual([0, 2, 3, 4, 5, 6]);
  });

  it("measures Chinese at its real width", () => {
    const days = barsOf(...Array.from({ length: 7 }, () => "星期六"));
    expect([...placeNames(days, 350).keys()]).toHaveLength(7);
    expect([...placeNames(days, 300).keys()]).toHaveLength(4);
  });

  it("returns nothing without bars", () => {
    expect(placeNames([], 300).size).toBe(0);
  });
});
