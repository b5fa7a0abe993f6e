import {
  canonicalJson,
  defaultParameters,
  parameterTable,
  validateParameters,
  type ParameterRow,
} from "@wordloom/engine";
import { describe, expect, it } from "vitest";
import { readToml } from "./toml-reader.ts";
import { toToml } from "./toml-text.ts";

// What we check: a configuration written as TOML is restored exactly, for any values; the reader
// accepts common hand-written TOML and names the line of anything unsupported.
function withEvery(valueOf: (row: ParameterRow, n: number) => number | boolean) {
  const copy = structuredClone(defaultParameters()) as never;
  parameterTable().forEach((row, n) => {
    const steps = row.path.replaceAll("]", "").split(/[.[]/);
    const owner = steps.slice(0, -1).reduce((place: Record<string, never>, step) => {
      return place[step] as never;
    }, copy);
    (owner as Record<string, unknown>)[steps.at(-1) as string] = valueOf(row, n);
  });
  return copy;
}

describe("toToml and readToml", () => {
  it("restore the defaults", () => {
    const back = readToml(toToml(defaultParameters()));
    expect(canonicalJson(back)).toBe(canonicalJson(defaultParameters()));
    expect(validateParameters(back)).toEqual({ ok: true, value: defaultParameters() });
  });

  it("restore 295 unusual values exactly", () => {
    expect(parameterTable()).toHaveLength(295);
    for (const scale of [1 / 3, 1e-9, 1.7e21, -5]) {
      const odd = withEvery((row, n) => {
        return row.kind === "boolean" ? row.default !== true : (n + 1) * scale;
      });
      expect(canonicalJson(readToml(toToml(odd)))).toBe(canonicalJson(odd));
    }
  });

  it("explain each value with its range", () => {
    expect(toToml(defaultParameters())).toMatch(/\[monitoring\]\n# .+ 0 to 1 \(share\)\.\nsample/);
  });
});

describe("readToml", () => {
  it("accepts comments, blanks, signs, underscores, exponents, quotes and dotted keys", () => {
    const text = [
      "\uFEFF# start",
      "a.b = +1_000 # thousand\r\n\"odd key\" = 'as \\ is'",
      "[ t . 'u' ]",
      "n = -1.5e-3",
      "flag = true",
      "list = [ 1, # one",
      "  2.5,",
      "]",
      'said = "a \\"b\\""',
    ].join("\n");
    expect(JSON.parse(JSON.stringify(readToml(text)))).toEqual({
      a: { b: 1000 },
      "odd key": "as \\ is",
      t: { u: { n: -0.0015, flag: true, list: [1, 2.5], said: 'a "b"' } },
    });
  });

  it("treats __proto__ as an ordinary key", () => {
    const read = readToml("[__proto__]\nx = 1");
    expect(Object.keys(read)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it.each([
    ["a = 1\na = 2", "line 2: a is defined twice"],
    ["[t]\n[t]", "line 2: the table t is defined twice"],
    ["a = 1\n[a]", "line 2: a is not a table"],
    ["a = 01", "line 1: 01 is not a value"],
    ["a = 1.", "line 1: 1. is not a value"],
    ["a = inf", "line 1: inf is not a value"],
    ["a = ", "line 1: nothing is not a value"],
    ["a = 1 2", "line 1: unexpected text at the end of the line"],
    ["a = [1 2]", "line 1: array values must be separated by commas"],
    ["a = [1,", "line 1: nothing is not a value"],
    ["a", "line 1: = expected after the key"],
    ["[[a]]", "line 1: arrays of tables are not supported"],
    ["[a", "line 1: ] expected after the table name"],
    ["= 1", "line 1: a key is expected"],
  ])("refuses %j", (text, message) => {
    expect(() => readToml(text)).toThrow(message);
  });
});
