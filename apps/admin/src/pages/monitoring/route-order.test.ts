import { describe, expect, it } from "vitest";
import { routesBy, sortOf, sortText } from "./route-order.ts";

const route = (name: string, count: number, p95Ms: number | null, errorRate = 0) => ({
  route: name,
  count,
  p95Ms,
  errorRate,
});
const routes = [
  route("GET /api/words/:id", 30, 12),
  route("POST /api/records", 90, 40, 0.5),
  route("GET /api/health", 60, null),
];
const counts = (wanted: string, sort: string) =>
  routesBy(routes, wanted, sortOf(sort)).map(({ count }) => count);

describe("routes", () => {
  it("follow the order in the address", () => {
    expect(counts("", "-count")).toEqual([90, 60, 30]);
    expect(counts("", "p95")).toEqual([60, 30, 90]);
    expect(counts("", "-errors")[0]).toBe(90);
    expect(counts("", "route")[0]).toBe(60);
  });

  it("match a part of their name, ignoring case", () => {
    expect(counts("get", "-count")).toEqual([60, 30]);
  });

  it("keep their order in the address; an unknown order becomes by number", () => {
    expect(sortText(sortOf("-p95"))).toBe("-p95");
    expect(sortOf("-color")).toEqual({ key: "count", direction: "descending" });
  });
});
