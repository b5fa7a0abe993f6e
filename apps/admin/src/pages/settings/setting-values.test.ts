import type { SettingAbout } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import texts from "../../text/en/settings.json" with { type: "json" };
import type { Translator } from "../../text/use-text.ts";
import {
  changesOf,
  originText,
  rangeText,
  refusedFields,
  shownValue,
  standardText,
  typedOf,
  valueOf,
  wrongIn,
} from "./setting-values.ts";

const named = Object.entries(texts).map(([key, value]) => [`settings.${key}`, value]);
const text = createTranslator("en", Object.fromEntries(named)) as unknown as Translator;

const about = (changes: Partial<SettingAbout>): SettingAbout => ({
  key: "max_users",
  group: "Accounts",
  type: "integer",
  min: 1,
  max: 10,
  default: 5,
  inherited: 5,
  unit: null,
  description: "",
  effect: "at_once",
  source: "default",
  origin: "default",
  value: 5,
  environment: null,
  updatedAt: null,
  updatedBy: null,
  ...changes,
});
const limits = about({ key: "rate_limits", type: "object", min: null, max: null, value: {} });
const open = about({ key: "open", type: "boolean", min: null, max: null, value: false });

describe("a typed setting", () => {
  it("is parsed by its type, or is undefined", () => {
    expect(valueOf({ type: "integer" }, " 12 ")).toBe(12);
    expect(valueOf({ type: "number" }, "0,5")).toBe(0.5);
    expect(valueOf({ type: "number" }, "")).toBeUndefined();
    expect(valueOf({ type: "boolean" }, "true")).toBe(true);
    expect(valueOf({ type: "object" }, "{")).toBeUndefined();
  });

  it("is checked against the service's range", () => {
    expect(wrongIn(about({}), "11", text)).toBe("1 to 10");
    expect(wrongIn(about({}), "1.5", text)).toBe("1 to 10");
    expect(wrongIn(about({ type: "number" }), "1.5", text)).toBeUndefined();
    expect(wrongIn(about({}), "many", text)).toBe("Enter a number.");
    expect(wrongIn(limits, '{"auth":{"max":0,"window_secs":60}}', text)).toContain("1 to 100,000");
  });

  it("shows its default", () => {
    expect(standardText(about({}), text)).toContain("5");
    expect(standardText(about({ default: true }), text)).toContain("on");
    expect(standardText(about({ min: 0, max: 1, default: 1 }), text)).toContain("on");
    // As typed, without thousands separators.
    expect(standardText(about({ max: 65_535, default: 3_000 }), text)).toContain("3000");
    expect(standardText(about({ type: "object", default: { max: 2 } }), text)).toBeUndefined();
    expect(standardText(about({ default: null }), text)).toBeUndefined();
  });

  it("shows its range, that of ports without thousands separators", () => {
    expect(rangeText(about({ max: 65_535 }), text)).toBe("1 to 65535");
    expect(rangeText(about({ max: 65_536 }), text)).toBe("1 to 65,536");
  });

  it.each([
    ["stored", "MAX_USERS", "Set by ada@example.org on 5 May"],
    ["environment", "MAX_USERS", "Set by environment variable MAX_USERS"],
    ["environment", undefined, "Set on the server"],
    ["file", "MAX_USERS", "Set by MAX_USERS in CONFIG_FILE"],
    ["generated", "MAX_USERS", "generated"],
    ["default", "MAX_USERS", "Default"],
  ] as const)("says that it comes from %s, variable %s", (origin, name, said) => {
    const environment = name === undefined ? null : { name, value: 5 };
    const stored = { by: "ada@example.org", when: "5 May" };
    expect(originText({ origin, environment }, stored, text)).toBe(said);
  });

  it.each([[null], [""], [[]], ["unset"]])("has one text for an unset value: %j", (value) => {
    expect(shownValue({ type: "string" }, value, text)).toBe(texts.unset);
  });

  it("is a switch if the service stores 0 or 1, and is sent as such", () => {
    const flag = about({ key: "auto", min: 0, max: 1, value: 0 });
    expect(typedOf([flag])).toEqual({ auto: "false" });
    expect(changesOf([flag], { auto: "true" })).toEqual({ auto: 1 });
    expect(rangeText(flag, text)).toBeUndefined();
  });

  it("is sent only if it differs", () => {
    const fields = [about({}), open, limits];
    const typed = { ...typedOf(fields), open: "true" };
    expect(changesOf(fields, typed)).toEqual({ open: true });
  });

  it("shows the service's refusal at its field, or at the object that contains it", () => {
    const faults = [
      { field: "max_users", rule: "between 1 and 10" },
      { field: "rate_limits.auth.max", rule: "an integer" },
      { field: "elsewhere", rule: "" },
    ];
    expect(refusedFields([about({}), limits], faults, text)).toEqual({
      max_users: "1 to 10",
      rate_limits: "an integer",
    });
  });
});
