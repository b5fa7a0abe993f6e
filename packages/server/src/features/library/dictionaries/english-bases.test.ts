import { describe, expect, test } from "vitest";
import { englishBases } from "./english-bases.ts";

describe("englishBases", () => {
  test.each([
    ["ran", "run"],
    ["children", "child"],
    ["houses", "house"],
    ["boxes", "box"],
    ["cities", "city"],
    ["ties", "tie"],
    ["studied", "study"],
    ["stopped", "stop"],
    ["hoped", "hope"],
    ["walked", "walk"],
    ["running", "run"],
    ["making", "make"],
    ["falling", "fall"],
    ["lying", "lie"],
    ["studying", "study"],
    ["bigger", "big"],
    ["happiest", "happy"],
    ["wolves", "wolf"],
    ["knives", "knife"],
    ["firemen", "fireman"],
    ["dog's", "dog"],
  ])("finds %s under %s", (form, base) => {
    expect(englishBases(form)).toContain(base);
  });

  test.each(["glass", "go", "is-", "猫", "", "up to"])("leaves %j alone", (word) => {
    expect(englishBases(word)).toEqual([]);
  });
});
