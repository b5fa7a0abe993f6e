import { describe, expect, it } from "vitest";
import { together } from "./together.ts";

const idle = { failureReason: null, isPending: false, isFetching: false, fetchStatus: "idle" };
const times = { dataUpdatedAt: 5, errorUpdatedAt: 0 };
const there = <T>(data: T) => ({ ...idle, ...times, data, error: null, refetch: () => undefined });
const coming = { ...there(undefined), isPending: true, isFetching: true, fetchStatus: "fetching" };

describe("several calls as one", () => {
  it("are there when all are", () => {
    expect(together(there(1), there("a"))).toMatchObject({ data: [1, "a"], isPending: false });
    expect(together(there(1), coming)).toMatchObject({ data: undefined, isFetching: true });
  });

  it("are as old as the oldest, and say that one could not be read again", () => {
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

  it("have failed when one has, whatever the others do; only that is asked again", () => {
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
