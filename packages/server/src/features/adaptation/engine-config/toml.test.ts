import { defaultParameters, validateParameters } from "@wordloom/engine";
import { canonicalJson, parameterTable, type ParameterRow } from "@wordloom/engine/parameters";
import { describe, expect, it } from "vitest";
import { readToml, toToml, versionIn } from "./toml-text.ts";

// Checks that a configuration written as TOML is restored exactly, for any values, and that the
// reader accepts hand-written TOML and names the line of a fault.
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

const HASH = "0123456789abcdef";

describe("toToml and readToml", () => {
  it("restore the defaults", () => {
    const back = readToml(toToml(defaultParameters(), HASH));
    expect(canonicalJson(back)).toBe(canonicalJson(defaultParameters()));
    expect(validateParameters(back)).toMatchObject({ ok: true, value: defaultParameters() });
  });

  it("restore 295 unusual values exactly", () => {
    expect(parameterTable()).toHaveLength(295);
    for (const scale of [1 / 3, 1e-9, 1.7e21, -5]) {
      const odd = withEvery((row, n) => {
        return row.kind === "boolean" ? row.default !== true : (n + 1) * scale;
      });
      expect(canonicalJson(readToml(toToml(odd, HASH)))).toBe(canonicalJson(odd));
    }
  });

  it("explain each value with its range", () => {
    expect(toToml(defaultParameters(), HASH)).toMatch(
      /\[monitoring\]\n# .+ 0 to 1 \(share\)\.\nsample/,
    );
  });
});

describe("versionIn", () => {
  it("finds the version of a configuration written as TOML", () => {
    expect(versionIn(toToml(defaultParameters(), HASH))).toBe(HASH);
    expect(versionIn(`\uFEFF# version ${HASH}\r\na = 1`)).toBe(HASH);
  });

  it.each(["", "a = 1", "# version", "# version 123\n", `\n# version ${HASH}\n`])(
    "finds none in %j",
    (text) => expect(versionIn(text)).toBeUndefined(),
  );
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
    ["a = 1\na = 2", "line 2: trying to redefine"],
    ["\n\n[t]\n[t]", "line 4: trying to redefine"],
    ["a = = 1", "line 1: invalid value"],
    ["a = 9007199254740993", "line 1: integer value cannot be represented losslessly"],
  ])("refuses %j and names the line", (text, message) => {
    expect(() => readToml(text)).toThrow(message);
  });

  it.each(["a = inf", "a = nan", "a = 2026-01-01", "[[monitoring]]"])(
    "reads %j, which no parameter can hold",
    (text) => expect(validateParameters(readToml(text))).toMatchObject({ ok: false }),
  );
});
