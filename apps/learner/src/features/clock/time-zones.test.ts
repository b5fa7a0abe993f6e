import { describe, expect, it } from "vitest";
import { timeZoneOptions } from "./time-zones.ts";

const valuesOf = (current: string | null) => timeZoneOptions(current).map(({ value }) => value);

describe("time zones to choose from", () => {
  it("are those that the browser knows, and UTC, each once", () => {
    const values = valuesOf("Europe/Berlin");
    expect(values).toEqual(expect.arrayContaining(["Europe/Berlin", "America/New_York", "UTC"]));
    expect(new Set(values).size).toBe(values.length);
    expect(valuesOf(null)).toEqual(values);
  });

  it("include the chosen one, whatever this browser calls it", () => {
    const known = new Set(valuesOf(null));
    const other = ["Asia/Calcutta", "Asia/Kolkata"].find((name) => !known.has(name)) ?? "Etc/GMT-3";
    expect(valuesOf(other)).toContain(other);
  });

  it("are printed without the punctuation of their names", () => {
    const option = timeZoneOptions(null).find(({ value }) => value === "America/New_York");
    expect(option?.label).toBe("America/New York");
  });
});
