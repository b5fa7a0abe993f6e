import { describe, expect, it } from "vitest";
import { operationOf, shown } from "./recorded-examples.ts";

describe("a recorded example", () => {
  it("belongs to the operation that answers the request", () => {
    expect(operationOf({ method: "GET", path: "/api/words/w1" })).toBe("readWord");
    expect(operationOf({ method: "GET", path: "/api/words/count?x=1" })).toBe("countWords");
    expect(operationOf({ method: "GET", path: "/api/nothing" })).toBeUndefined();
  });

  it("shows no secret at any depth, and only the first entries of lists", () => {
    const token = `${"a".repeat(30)}.${"b".repeat(30)}.${"c".repeat(43)}`;
    const value = {
      newPassword: "Lovelace1815",
      user: { accessToken: "x" },
      list: [token, "wlk_ABC", 2, 3, 4],
      all: [1, 2, 3, 4],
      properties: { a: {}, b: {}, c: {}, d: {}, e: {} },
    };
    expect(shown(value)).toEqual({
      newPassword: "Secret-1234",
      user: { accessToken: "…" },
      list: ["…", "…"],
      all: [1, 2, 3, 4],
      properties: { a: {}, b: {} },
    });
  });
});
