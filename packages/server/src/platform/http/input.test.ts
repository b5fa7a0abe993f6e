import { list, settableLimits } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../basics/app-error.ts";
import { createInputParser, parseQueryText } from "./input.ts";

const schema = z.object({
  email: z.string().max(10),
  theme: z.enum(["dark", "light"]).optional(),
  hours: z.array(z.number().int().min(0).max(23)).optional(),
  name: z.string(),
});
const faults = {
  email: "AUTH_INVALID_EMAIL",
  theme: "INVALID_THEME",
  hours: "INVALID_PREFERRED_HOURS",
} as const;

const { parse } = createInputParser(schema, faults, settableLimits);

function refusalOf(value: unknown): AppError {
  try {
    parse(value);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("InputParser", () => {
  it("returns the parsed value without unknown fields", () => {
    expect(parse({ email: "a", name: "b", role: "admin" })).toEqual({
      email: "a",
      name: "b",
    });
  });

  it.each<[string, object, string, RegExp]>([
    ["a rule is broken", { email: "far too long" }, "AUTH_INVALID_EMAIL", /^email: /],
    ["an enum has no such value", { theme: "pink" }, "INVALID_THEME", /^theme: /],
    ["an entry is out of range", { hours: [1, 24] }, "INVALID_PREFERRED_HOURS", /^hours\.1: /],
    ["a fraction is no whole number", { hours: [1.5] }, "INVALID_PREFERRED_HOURS", /^hours\.0: /],
  ])("refuses with the code of the field when %s", (_name, faulty, code, message) => {
    const refusal = refusalOf({ email: "a", name: "", ...faulty });
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(message);
  });

  it.each<[string, unknown, RegExp]>([
    ["the field is missing", { name: "" }, /^email: /],
    ["the field is null", { email: null, name: "" }, /^email: /],
    ["the field is of another type", { email: 5, name: "" }, /^email: /],
    ["an enum is not even a text", { email: "a", theme: 5, name: "" }, /^theme: /],
    ["an entry is of another type", { email: "a", hours: ["x"], name: "" }, /^hours\.0: /],
    ["a field without a code of its own is faulty", { email: "a", name: 5 }, /^name: /],
    ["the whole is an array", [], /object/],
    ["the whole is null", null, /object/],
  ])("refuses with INVALID_REQUEST_BODY when %s", (_name, value, message) => {
    const refusal = refusalOf(value);
    expect(refusal.code).toBe("INVALID_REQUEST_BODY");
    expect(refusal.message).toMatch(message);
  });

  it("names the first invalid field, and lists all of them", () => {
    const refusal = refusalOf({ email: "far too long", theme: "pink", hours: [24, 25] });
    expect(refusal.code).toBe("AUTH_INVALID_EMAIL");
    expect(refusal.extras.faults).toMatchObject([
      { field: "email", code: "AUTH_INVALID_EMAIL" },
      { field: "theme", code: "INVALID_THEME" },
      { field: "hours", code: "INVALID_PREFERRED_HOURS" },
      { field: "name", code: "INVALID_REQUEST_BODY" },
    ]);
  });

  it("lists no faults for a single field", () => {
    expect(refusalOf({ email: "a", theme: "pink", name: "" }).extras.faults).toBeUndefined();
  });

  it("gives the limit and the length of a text, alone and among other faults", () => {
    const over = { field: "email", limit: 10, count: 12, unit: "characters" };
    const alone = refusalOf({ email: "far too long", name: "" });
    expect(alone.message).toMatch(/At most 10 characters; yours has 12\.$/);
    expect(alone.extras.faults).toMatchObject([over]);
    const all = refusalOf({ email: "far too long", theme: "pink", name: "" });
    expect(all.extras.faults).toMatchObject([over, { field: "theme" }]);
  });
});

describe("InputParser for lists", () => {
  const visited: number[] = [];
  const seen = z.number().refine((entry) => visited.push(entry) > 0 && entry < 10);
  const { parse: parseList } = createInputParser(
    z.object({
      ids: list(seen, { max: "LIMITS_MAX_BATCH_SIZE", tooMany: "LEARNING_TOO_MANY_IDS" }),
    }),
    {},
    { ...settableLimits, LIMITS_MAX_BATCH_SIZE: 4 },
  );
  const codeOf = (ids: readonly unknown[]) => {
    visited.length = 0;
    try {
      parseList({ ids });
      return undefined;
    } catch (error) {
      return (error as AppError).code;
    }
  };

  it("checks the number of entries before any entry", () => {
    expect(codeOf([1, 2, 3, 4, 5])).toBe("LEARNING_TOO_MANY_IDS");
    expect(codeOf(["x", {}, 3, 4, 5])).toBe("LEARNING_TOO_MANY_IDS");
    expect(visited).toEqual([]);
  });

  it("stops at the first invalid entry", () => {
    expect(codeOf([1, "x", 2, 3])).toBe("INVALID_REQUEST_BODY");
    expect(visited).toEqual([1]);
  });

  it("accepts as many entries as allowed", () => {
    expect(codeOf([1, 2, 3, 4])).toBeUndefined();
  });

  it("checks sizes separately only where a list has its own limit", () => {
    const { requireSizes } = createInputParser(
      z.object({ ids: list(z.string(), { max: 1 }) }),
      {},
      settableLimits,
    );
    expect(() => requireSizes?.({ ids: ["a", "b"] })).toThrow(AppError);
    expect(createInputParser(schema, faults, settableLimits).requireSizes).toBeUndefined();
  });
});

describe("parseQueryText", () => {
  it("takes the last value of a repeated name", () => {
    expect(parseQueryText("a=1&b=x%20y&a=2")).toEqual({ a: "2", b: "x y" });
  });

  it("leaves invalid escapes unchanged", () => {
    expect(parseQueryText("a=%zz&b=%")).toEqual({ a: "%zz", b: "%" });
  });

  it("keeps a name __proto__ from reaching any prototype", () => {
    const query = parseQueryText("__proto__=x");
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
  });

  it("refuses NUL", () => {
    expect(() => parseQueryText("a=%00")).toThrow(AppError);
  });
});
