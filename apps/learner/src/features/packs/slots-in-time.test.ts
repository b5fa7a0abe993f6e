import { judgeContentSlots } from "@wordloom/contract/packs";
import { describe, expect, it } from "vitest";
import { shownAt } from "./slots-in-time.ts";

const item = { id: "a", kind: "notice", title: "Hello", priority: 1 };
const slotsWith = (items: readonly object[]) =>
  judgeContentSlots({ schema: 1, slots: { "home-top": items } }).content ?? {};

describe("shownAt", () => {
  const slots = slotsWith([
    { ...item, id: "always" },
    { ...item, id: "window", startAt: "2026-01-01T00:00:00Z", endAt: "2026-01-02T00:00:00Z" },
  ]);
  const idsAt = (time: string, dismissed: readonly string[] = []) =>
    shownAt(slots, Date.parse(time), new Set(dismissed))["home-top"]?.map(({ id }) => id);

  it("shows an item from its start until just before its end", () => {
    expect(idsAt("2025-12-31T23:59:59.999Z")).toEqual(["always"]);
    expect(idsAt("2026-01-01T00:00:00Z")).toEqual(["always", "window"]);
    expect(idsAt("2026-01-01T23:59:59.999Z")).toEqual(["always", "window"]);
    expect(idsAt("2026-01-02T00:00:00Z")).toEqual(["always"]);
  });

  it("leaves out dismissed items, and then the empty slot", () => {
    expect(idsAt("2026-01-01T12:00:00Z", ["always"])).toEqual(["window"]);
    expect(idsAt("2026-02-01T12:00:00Z", ["always"])).toBeUndefined();
  });

  it("shows at most three items in a slot", () => {
    const many = slotsWith(["a", "b", "c", "d"].map((id) => ({ ...item, id })));
    const [, , third] = shownAt(many, 0, new Set())["home-top"] ?? [];
    expect(third?.id).toBe("c");
    expect(shownAt(many, 0, new Set())["home-top"]).toHaveLength(3);
  });
});
