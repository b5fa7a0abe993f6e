import { describe, expect, it } from "vitest";
import { defaultSettings } from "./app-settings.ts";
import { forgetSettings, keepSettings, keptSettings } from "./kept-settings.ts";

const nothing = { settings: defaultSettings, waiting: {} };

describe("the settings stored in a browser", () => {
  it("belong to one account: another finds the defaults, and nothing to send", () => {
    const hers = { settings: { ...defaultSettings, cues: false }, waiting: { cues: false } };
    keepSettings("ada", hers);
    expect(keptSettings("ada")).toEqual(hers);
    expect(keptSettings("bo")).toEqual(nothing);
    expect(keptSettings(undefined)).toEqual(nothing);
  });

  it("are removed at sign-out", () => {
    keepSettings("ada", { settings: { ...defaultSettings, grades: 4 }, waiting: { grades: 4 } });
    forgetSettings("ada");
    expect(keptSettings("ada")).toEqual(nothing);
  });
});
