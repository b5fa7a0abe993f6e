import { describe, expect, it } from "vitest";
import { createLocalSigns, SIGNS_KEPT_MS } from "./signs-of-life.ts";

describe("createLocalSigns", () => {
  it("knows when a device was last heard of, in whatever order that was told", async () => {
    const signs = createLocalSigns();
    signs.note("d1", 1_000);
    signs.note("d2", 5_000);
    signs.note("d1", 3_000);
    signs.note("d1", 2_000);
    expect(await signs.read(["d1", "d2", "d3"])).toEqual(
      new Map([
        ["d1", 3_000],
        ["d2", 5_000],
      ]),
    );
  });

  it("forgets devices that have been silent for longer than an hour", async () => {
    const signs = createLocalSigns();
    signs.note("d1", 0);
    signs.note("d2", SIGNS_KEPT_MS);
    expect((await signs.read(["d1"])).size).toBe(1);
    signs.note("d2", SIGNS_KEPT_MS + 1);
    expect((await signs.read(["d1"])).size).toBe(0);
  });
});
