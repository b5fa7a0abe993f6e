import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiError, cappedUnits, countedUnits, fileProblems } from "@wordloom/contract";
import { refusalText } from "@wordloom/web/reading/refusal-text";
import { createTranslator } from "@wordloom/web/text/translator";
import { describe, expect, it } from "vitest";

/** Limits that only learners meet. */
const ofLearners: readonly string[] = ["lists", "new_words"];
const met = <U extends string>(units: readonly U[]) =>
  units.filter((unit) => !ofLearners.includes(unit));

/** What an administrator reads of a refusal that has one fault. */
function saidOf(language: "en" | "zh", fault: object): string {
  const file = readFileSync(join(import.meta.dirname, language, "errors.json"), "utf8");
  const texts = Object.entries(JSON.parse(file)).map(([key, text]) => [`errors.${key}`, text]);
  const error = new ApiError(400, {
    code: "WB_CENTER_TOO_LARGE",
    faults: [{ rule: "", ...fault }],
  });
  return refusalText(error, createTranslator(language, Object.fromEntries(texts)));
}

describe.each(["en", "zh"] as const)("a refusal in %s", (language) => {
  it.each(met(countedUnits))("says the limit and the number of %s", (unit) => {
    expect(saidOf(language, { unit, limit: 41, count: 43 })).toMatch(/41(?!\d).*43(?!\d)/);
  });

  it.each(met(cappedUnits))("says the limit of %s", (unit) => {
    expect(saidOf(language, { unit, limit: 41 })).toMatch(/(?<!\d)41(?!\d)/);
  });

  it.each(fileProblems)("says what is wrong with a file: %s", (problem) => {
    const said = saidOf(language, { problem, path: "words.3.spelling" });
    expect(said).not.toBe(saidOf(language, {}));
    expect(said.includes("words.3.spelling")).toBe(["no_book", "no_word"].includes(problem));
  });
});
