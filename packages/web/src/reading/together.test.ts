import { describe, expect, it } from "vitest";
import { together } from "./together.ts";

const idle = { failureReason: null, isPending: false, isFetching: false, fetchStatus: "idle" };
const there = <T>(data: T) => ({ ...idle, data, error: null, refetch: () => undefined });
const coming = { ...there(undefined), isPending: true, isFetching: true, fetchStatus: "fetching" };

describe("several calls as one", () => {
  it("are there when all are", () => {
    expect(together(there(1), there("a"))).toMatchObject({ data: [1, "a"], isPending: false });
    expect(together(there(1), coming)).toMatchObject({ data: undefined, isFetching: true });
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
