import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url);
const folders = ["apps/learner/src/text", "packages/web/src/text"];

/** Every line of text that a learner may read in a language: the apps', and the service's own. */
function linesIn(language: string): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/${language}`, root)).map(
      (file) => `${folder}/${language}/${file}`,
    ),
  );
  const own = `packages/server/src/features/accounts/texts/${language}.json`;
  return [...files, own].flatMap((file) => readFileSync(new URL(file, root), "utf8").split("\n"));
}

describe("the texts for learners", () => {
  it.each([
    ["fr", "tu", /\b(vous|votre|vos)\b|(?<![\p{L}])(?!(?:assez|chez|rez|nez)\b)\p{L}{2,}ez\b/iu],
    ["es", "tú", /\b(usted|ustedes)\b/iu],
    ["de", "du", /(?<=[\p{Ll},] )(Sie|Ihr|Ihre[nmrs]?|Ihnen)\b/u],
    ["ko", "합니다", /[가-힣](아요|어요|해요|네요|게요|이에요|예요)[.!,]/u],
    ["zh", "你", /您/u],
    ["ja", "です・ます", /(である|だ|だった|(?<![まで])した)[。！？]/u],
  ])("in %s address the learner as %s throughout", (language, _, otherwise) => {
    expect(linesIn(language).filter((line) => otherwise.test(line))).toEqual([]);
  });
});
