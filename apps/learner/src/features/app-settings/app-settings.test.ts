import { describe, expect, it } from "vitest";
import { defaultSettings, readSettings } from "./app-settings.ts";

describe("readSettings", () => {
  it("gives the defaults for nothing, and for what is no object", () => {
    for (const stored of [undefined, null, 7, "x", []]) {
      expect(readSettings(stored)).toEqual(defaultSettings);
    }
  });

  it("keeps what is stored, leaves out what is unknown and mends what is of another kind", () => {
    const stored = { grades: 4, cues: "yes", gentleCap: 30, kinds: { recall: true }, later: 1 };
    expect(readSettings(stored)).toEqual({
      ...defaultSettings,
      grades: 4,
      gentleCap: 30,
      kinds: { ...defaultSettings.kinds, recall: true },
    });
  });
});
