import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson, parametersHash } from "./hash.ts";
import { defaultParameters, withParameters } from "./parameters.ts";

const defaults = defaultParameters();

describe("canonicalJson", () => {
  it("does not depend on the order in which keys were set", () => {
    expect(canonicalJson({ b: 1, a: { d: [2, 1], c: null } })).toBe(
      '{"a":{"c":null,"d":[2,1]},"b":1}',
    );
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
  });

  it("writes numbers in their shortest exact form", () => {
    expect(canonicalJson([0.1, 1e21, -0, 1e-7, 100])).toBe("[0.1,1e+21,0,1e-7,100]");
  });

  it("parses back to the same data", () => {
    expect(JSON.parse(canonicalJson(defaults))).toEqual(defaults);
  });

  it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, () => 1])("refuses %s", (data) => {
    expect(() => canonicalJson({ data })).toThrow(RangeError);
  });
});

describe("parametersHash", () => {
  it("is 16 hex digits of SHA-256 over snapshot and parent", () => {
    const text = canonicalJson({ parent: null, snapshot: defaults });
    const expected = createHash("sha256").update(text).digest("hex").slice(0, 16);
    expect(parametersHash(defaults, null)).toBe(expected);
  });

  it("changes with the parent, so that a rollback is a new version", () => {
    const first = parametersHash(defaults, null);
    const away = parametersHash(withParameters(defaults, { "elo.kFactor": 33 }), first);
    const back = parametersHash(defaults, away);
    expect(new Set([first, away, back]).size).toBe(3);
  });
});
