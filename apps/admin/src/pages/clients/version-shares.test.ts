import { describe, expect, it } from "vitest";
import { sharesOf } from "./version-shares.ts";

const ios = (version: string, count: number) => ({ platform: "ios", version, count });

describe("sharesOf", () => {
  const versions = [ios("1.0.0", 2), ios("1.2.0", 9), ios("1.1.0", 4), ios("0.9.0", 1)];

  it("names the most used versions and sums up the others", () => {
    const { named, others } = sharesOf({ platform: "ios", total: 16 }, versions, 2);
    expect(named.map(({ version }) => version)).toEqual(["1.2.0", "1.1.0"]);
    expect(others).toBe(3);
  });

  it("counts devices without a version, and never fewer than none", () => {
    expect(sharesOf({ platform: "ios", total: 20 }, versions, 3).unknown).toBe(4);
    expect(sharesOf({ platform: "ios", total: 15 }, versions, 3).unknown).toBe(0);
  });

  it("ignores other platforms", () => {
    const web = { platform: "web", version: "3.0.0", count: 50 };
    expect(sharesOf({ platform: "web", total: 50 }, [...versions, web], 3)).toEqual({
      named: [web],
      others: 0,
      unknown: 0,
    });
  });
});
