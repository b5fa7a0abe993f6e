import { describe, expect, it } from "vitest";
import { RETENTION_DAYS, retentionBucket } from "./retention-bucket.ts";

describe("retentionBucket", () => {
  it("leaves out words younger than half a day", () => {
    expect(retentionBucket(0)).toBeUndefined();
    expect(retentionBucket(0.499)).toBeUndefined();
    expect(retentionBucket(0.5)).toBe(1);
  });

  it("maps each point to itself", () => {
    expect(RETENTION_DAYS.map(retentionBucket)).toEqual([1, 2, 4, 7, 15, 30]);
  });

  it("maps to the nearest point, on a tie to the earlier", () => {
    const ages = [1.5, 1.51, 3, 3.01, 5.5, 11, 11.1, 22.5, 22.6];
    expect(ages.map(retentionBucket)).toEqual([1, 2, 2, 4, 4, 7, 15, 15, 30]);
  });

  it("maps everything older to the last point", () => {
    expect(retentionBucket(4_000)).toBe(30);
  });
});
