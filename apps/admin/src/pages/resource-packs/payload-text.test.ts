import { describe, expect, it } from "vitest";
import { containerOf, emptyPayload, faultsOf, objectAt, withField } from "./payload-text.ts";
import { instantOf, localTimeOf } from "./window-time.ts";

describe("the text of a payload", () => {
  it("is checked as apps check it, if the format is known", () => {
    expect(faultsOf("content-slots", "{").map(({ effect }) => effect)).toEqual(["refused"]);
    expect(faultsOf("other", "{")).toEqual([]);
    expect(containerOf("constructor")).toBeUndefined();
  });

  it("begins with a payload that removes all content", () => {
    expect(faultsOf("content-slots", emptyPayload("content-slots"))).toEqual([]);
    expect(faultsOf("app-config", emptyPayload("app-config"))).toEqual([]);
    expect(emptyPayload("other")).toBe("");
  });

  it("keeps the order of its fields when one is changed", () => {
    expect(Object.keys(withField({ id: 1, kind: 2 }, "id", 3))).toEqual(["id", "kind"]);
    expect(withField({ id: 1, kind: 2 }, "kind", undefined)).toEqual({ id: 1 });
    expect(objectAt({ slots: [] }, "slots")).toEqual({});
  });
});

describe("a time of a window", () => {
  it("survives the round trip", () => {
    const instant = "2026-12-24T08:30:00.000Z";
    expect(instantOf(localTimeOf(instant))).toBe(instant);
    expect(localTimeOf("tomorrow")).toBe("");
    expect(instantOf("")).toBeUndefined();
  });
});
