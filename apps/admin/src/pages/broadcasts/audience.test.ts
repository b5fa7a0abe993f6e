import { describe, expect, it } from "vitest";
import { audienceOf, everyone } from "./audience.ts";

describe("audienceOf", () => {
  it("has no conditions for everyone, no matter what was chosen before", () => {
    expect(audienceOf({ ...everyone, versionMin: "1.0.0", platforms: ["ios"] })).toEqual({});
  });

  it("has the given conditions", () => {
    const some = { ...everyone, to: "some" as const };
    expect(audienceOf(some)).toEqual({});
    expect(audienceOf({ ...some, platforms: ["ios"], lastActiveDays: "7" })).toEqual({
      platforms: ["ios"],
      lastActiveDays: 7,
    });
    expect(audienceOf({ ...some, versionMin: " 1.4.0 " })).toEqual({ versionMin: "1.4.0" });
  });

  it("splits ids by any separator, and keeps each once", () => {
    const userIds = "a1, b2\nc3;a1  ";
    expect(audienceOf({ ...everyone, to: "some", userIds }).userIds).toEqual(["a1", "b2", "c3"]);
  });
});
