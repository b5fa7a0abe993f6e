import { describe, expect, test } from "vitest";
import { matching, nextOption } from "./match.ts";
import { withinSteps } from "./steps.ts";

const zones = [
  { value: "Africa/Abidjan", label: "Abidjan", detail: "Africa" },
  { value: "America/Sao_Paulo", label: "São Paulo", detail: "America" },
  { value: "Europe/Berlin", label: "Berlin", detail: "Europe", keywords: "Germany" },
  { value: "America/New_York", label: "New York", detail: "America" },
  { value: "Asia/Shanghai", label: "上海", detail: "Asia", keywords: "Shanghai Peking" },
];
const found = (search: string) => matching(zones, search).map(({ value }) => value);

describe("searching in a combobox", () => {
  test("shows all options before anything is typed", () => {
    expect(found("  ")).toHaveLength(zones.length);
  });

  test("finds the beginning of words only, if told so, and any sign of a spaceless script", () => {
    const begun = (search: string) => matching(zones, search, true).map(({ label }) => label);
    expect(begun("pa")).toEqual(["São Paulo"]);
    expect(begun("erlin")).toEqual([]);
    expect(found("erlin")).toEqual(["Europe/Berlin"]);
    expect(begun("海")).toEqual(["上海"]);
  });

  test("ignores accents, case and punctuation between words", () => {
    expect(found("sao_paulo")).toEqual(["America/Sao_Paulo"]);
  });

  test("finds each word at any position, also in the detail and in other names", () => {
    expect(found("york america")).toEqual(["America/New_York"]);
    expect(found("germ")).toEqual(["Europe/Berlin"]);
    expect(found("上海")).toEqual(["Asia/Shanghai"]);
  });

  test("lists options first that begin with the search", () => {
    expect(found("a")[0]).toBe("Africa/Abidjan");
    expect(found("n")[0]).toBe("America/New_York");
  });

  test("finds nothing rather than a bad match", () => {
    expect(found("atlantis")).toEqual([]);
  });
});

test.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 2, 0],
  ["ArrowUp", -1, 2],
  ["ArrowUp", 0, 2],
  ["PageDown", 0, 2],
  ["PageUp", 2, 0],
  ["a", 1, undefined],
])("%s in a list of three leads from %i to %s", (key, at, to) => {
  expect(nextOption(key, at, 3)).toBe(to);
});

test("no key leads anywhere in an empty list", () => {
  expect(nextOption("ArrowDown", -1, 0)).toBeUndefined();
});

test.each([
  [22, { min: 5, max: 60, step: 5 }, 20],
  [23, { min: 5, max: 60, step: 5 }, 25],
  [-4, { min: 5, max: 60, step: 5 }, 5],
  [999, { min: 5, max: 63, step: 5 }, 60],
  [Number.NaN, { min: 5, max: 60, step: 5 }, 5],
])("%d within %o is %i", (value, limits, within) => {
  expect(withinSteps(value, limits)).toBe(within);
});
