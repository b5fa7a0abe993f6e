import { describe, expect, it } from "vitest";
import { together } from "./together.ts";

const idle = { failureReason: null, isPending: false, isFetching: false, fetchStatus: "idle" };
const times = { dataUpdatedAt: 5, errorUpdatedAt: 0 };
const there = <T>(data: T) => ({ ...idle, ...times, data, error: null, refetch: () => undefined });
const coming = { ...there(undefined), isPending: true, isFetching: true, fetchStatus: "fetching" };

describe("several calls as one", () => {
  it("have data when all of them have", () => {
    expect(together(there(1), there("a"))).toMatchObject({ data: [1, "a"], isPending: false });
    expect(together(there(1), coming)).toMatchObject({ data: undefined, isFetching: true });
  });

  it("are as old as the oldest, and report that one could not be refreshed", () => {
    const error = new Error("gone");
    const old = { ...there("a"), dataUpdatedAt: 3, error, errorUpdatedAt: 9 };
    expect(together(there(1), old)).toMatchObject({
      data: [1, "a"],
      isPending: false,
      dataUpdatedAt: 3,
      error,
      errorUpdatedAt: 9,
    });
  });

  it("fail when one fails, whatever the others do, and retry only that one", () => {
    const asked: string[] = [];
    const error = new Error("gone");
    const broken = { ...coming, isFetching: false, error, refetch: () => asked.push("broken") };
    const well = { ...there(1), refetch: () => asked.push("well") };
    const both = together(well, coming, broken);
    expect(both).toMatchObject({ data: undefined, error });
    both.refetch();
    expect(asked).toEqual(["broken"]);
  });
});
