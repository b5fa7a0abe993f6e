import { describe, expect, it } from "vitest";
import { mayReload } from "./reload.ts";

describe("a page with a missing file", () => {
  it("reloads itself, but not again and again", () => {
    expect(mayReload({ type: "navigate", ageMs: 10 })).toBe(true);
    expect(mayReload({ type: "back_forward", ageMs: 10 })).toBe(true);
    expect(mayReload({ type: "reload", ageMs: 59_999 })).toBe(false);
    expect(mayReload({ type: "reload", ageMs: 60_000 })).toBe(true);
  });
});
