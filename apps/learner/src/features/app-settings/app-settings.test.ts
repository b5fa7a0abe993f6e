import { describe, expect, it } from "vitest";
import { defaultSettings, readSettings } from "./app-settings.ts";

describe("readSettings", () => {
  it("returns the defaults for nothing, and for anything but an object", () => {
    for (const stored of [undefined, null, 7, "x", []]) {
      expect(readSettings(stored)).toEqual(defaultSettings);
    }
  });

  it("plays at the usual speed unless slowly was chosen", () => {
    const speeds = ["slow", "fast", 2, undefined].map((soundSpeed) => readSettings({ soundSpeed }));
    expect(speeds.map(({ soundSpeed }) => soundSpeed)).toEqual([
      "slow",
      "normal",
      "normal",
      "normal",
    ]);
  });

  it("keeps stored settings, drops unknown ones and replaces those of the wrong type", () => {
    const stored = { grades: 4, cues: "yes", gentleCap: 30, kinds: { recall: true }, later: 1 };
    expect(readSettings(stored)).toEqual({
      ...defaultSettings,
      grades: 4,
      gentleCap: 30,
      kinds: { ...defaultSettings.kinds, recall: true },
    });
  });
});
