import { describe, expect, it } from "vitest";
import { createLocalLastSeen, LAST_SEEN_KEPT_MS } from "./last-seen.ts";

describe("createLocalLastSeen", () => {
  it("returns the latest time of a device, in whatever order times are noted", async () => {
    const lastSeen = createLocalLastSeen();
    lastSeen.note("d1", 1_000);
    lastSeen.note("d2", 5_000);
    lastSeen.note("d1", 3_000);
    lastSeen.note("d1", 2_000);
    expect(await lastSeen.read(["d1", "d2", "d3"])).toEqual(
      new Map([
        ["d1", 3_000],
        ["d2", 5_000],
      ]),
    );
  });

  it("forgets devices not seen for more than an hour", async () => {
    const lastSeen = createLocalLastSeen();
    lastSeen.note("d1", 0);
    lastSeen.note("d2", LAST_SEEN_KEPT_MS);
    expect((await lastSeen.read(["d1"])).size).toBe(1);
    lastSeen.note("d2", LAST_SEEN_KEPT_MS + 1);
    expect((await lastSeen.read(["d1"])).size).toBe(0);
  });

  it("forgets the devices seen first when there are too many", async () => {
    const lastSeen = createLocalLastSeen(2);
    for (const [atMs, device] of ["d1", "d2", "d1", "d3"].entries()) lastSeen.note(device, atMs);
    expect([...(await lastSeen.read(["d1", "d2", "d3"])).keys()]).toEqual(["d1", "d3"]);
  });
});
