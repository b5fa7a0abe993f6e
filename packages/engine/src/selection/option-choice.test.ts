import { describe, expect, it } from "vitest";
import type { WordFacts } from "../answer.ts";
import { generateOptions } from "./option-choice.ts";

function word(id: string, meaning: string, change: Partial<WordFacts> = {}): WordFacts {
  return { id, text: id, meaning, difficulty: 0.5, partOfSpeech: "n.", ...change };
}

const apple = word("apple", "苹果");
const pool = [
  word("table", "桌子"),
  word("horse", "马"),
  word("pomme", "苹果；水果"),
  word("river", "河流"),
  word("quickly", "迅速地", { partOfSpeech: "adv." }),
  word("ample", "充足的", { partOfSpeech: "adj." }),
];

describe("generateOptions", () => {
  it("offers the right meaning and three others, the right one at correctIndex", () => {
    const made = generateOptions(apple, "word-to-meaning", pool, 3);
    expect(made?.options).toHaveLength(4);
    expect(new Set(made?.options).size).toBe(4);
    expect(made?.options[made.correctIndex]).toBe("苹果");
  });

  it("offers words when the question shows the meaning", () => {
    const made = generateOptions(apple, "meaning-to-word", pool, 3);
    expect(made?.options[made.correctIndex]).toBe("apple");
  });

  it.each(["meaning-to-word", "meaning-to-spelling"] as const)(
    "asks for no word by a meaning that is blank: %s",
    (mode) => {
      for (const meaning of ["", " \n"]) {
        expect(generateOptions({ ...apple, meaning }, mode, pool, 3)).toBeNull();
        expect(generateOptions({ ...apple, meaning }, "word-to-meaning", pool, 3)).toBeNull();
      }
    },
  );

  it("never offers a synonym", () => {
    for (let seed = 0; seed < 50; seed++) {
      const made = generateOptions(apple, "word-to-meaning", pool, seed);
      expect(made?.options).not.toContain("苹果；水果");
    }
  });

  it("never offers a synonym that is explained in Korean words of two syllables", () => {
    const school = word("school", "학교");
    const others = ["집", "바다", "시간", "나무"].map((meaning) => word(meaning, meaning));
    const korean = [word("academy", "학교, 학원"), ...others];
    for (let seed = 0; seed < 50; seed++) {
      const made = generateOptions(school, "word-to-meaning", korean, seed);
      expect(made?.options).not.toContain("학교, 학원");
    }
  });

  it("offers a confusable word when there is one", () => {
    const confusables = [{ id: "ample", similarity: 0.8 }];
    const made = generateOptions({ ...apple, confusables }, "word-to-meaning", pool, 3);
    expect(made?.options).toContain("充足的");
  });

  it("draws the place of the right answer uniformly and reproducibly", () => {
    const places = Array.from({ length: 400 }, (_, seed) => {
      const made = generateOptions(apple, "word-to-meaning", pool, seed);
      return made?.correctIndex ?? -1;
    });
    for (const place of [0, 1, 2, 3]) {
      const share = places.filter((other) => other === place).length / places.length;
      expect(share).toBeGreaterThan(0.18);
      expect(share).toBeLessThan(0.32);
    }
    expect(generateOptions(apple, "word-to-meaning", pool, 5)).toEqual(
      generateOptions(apple, "word-to-meaning", pool, 5),
    );
  });

  it("never offers the meaning of a word that is written the same", () => {
    const twins = [word("fruit-tree", "乔木", { text: "Apple" }), ...pool];
    for (let seed = 0; seed < 50; seed++) {
      const made = generateOptions(apple, "word-to-meaning", twins, seed);
      expect(made?.options).not.toContain("乔木");
    }
  });

  it("counts texts that look the same as one option", () => {
    const alike = [word("a", "Ｔable  top"), word("b", "table top"), word("c", "horse")];
    expect(generateOptions(apple, "word-to-meaning", alike, 3)).toBeNull();
  });

  it("uses fallback words only as far as the pool is too small", () => {
    const two = [word("table", "桌子"), word("horse", "马")];
    const spare = [word("river", "河流"), word("stone", "石头")];
    for (let seed = 0; seed < 20; seed++) {
      const made = generateOptions(apple, "word-to-meaning", two, seed, { spare: [spare] });
      expect(made?.options).toEqual(expect.arrayContaining(["苹果", "桌子", "马"]));
    }
    expect(generateOptions(apple, "word-to-meaning", two, 1)).toBeNull();
  });

  it("uses near meanings as a last resort, but never another right answer", () => {
    const near = [
      word("pear", "meaning of pear"),
      word("plum", "meaning of plum"),
      word("fig", "meaning of fig"),
      word("pomme", "something; meaning of lime"),
    ];
    const lime = word("lime", "meaning of lime");
    expect(generateOptions(lime, "word-to-meaning", near, 1)).toBeNull();
    const areBothRight = (_: WordFacts, other: WordFacts) => other.text === "pomme";
    const sources = { nearMeanings: true, areBothRight };
    const made = generateOptions(lime, "word-to-meaning", near, 1, sources);
    expect(made?.options).not.toContain("something; meaning of lime");
  });

  it("returns null with fewer than three usable words", () => {
    expect(generateOptions(apple, "word-to-meaning", pool.slice(0, 3), 1)).toBeNull();
  });

  const wordIdsOf = (asked: WordFacts, from: readonly WordFacts[], sources = {}) =>
    generateOptions(asked, "word-to-meaning", from, 3, sources)?.wordIds.toSorted();

  it("never offers a word that the caller knows to be right as well", () => {
    const areBothRight = (_: WordFacts, other: WordFacts) => other.text === "horse";
    for (const nearMeanings of [false, true]) {
      expect(wordIdsOf(apple, pool, { areBothRight, nearMeanings })).not.toContain("horse");
    }
  });

  it("avoids a meaning that names the word asked for", () => {
    const from = [word("terrified", "very much apple"), ...pool];
    expect(wordIdsOf(word("apple", "a fruit"), from) ?? []).not.toContain("terrified");
  });

  it("offers no word that is not alike, even where there are no others", () => {
    const confusables = [{ id: "яблоко", similarity: 0.9 }];
    const areAlike = (_: WordFacts, other: WordFacts) => other.text !== "яблоко";
    const from = [word("яблоко", "雅布洛科"), ...pool];
    expect(wordIdsOf({ ...apple, confusables }, from, { areAlike })).not.toContain("яблоко");
    const sources = { areAlike, nearMeanings: true };
    expect(generateOptions(apple, "word-to-meaning", from.slice(0, 3), 3, sources)).toBeNull();
  });

  it("prefers meanings of like length and punctuation", () => {
    const long = ["一种用来吃饭的、有四条腿的家具", "在田野里奔跑；吃草的动物", "流向大海的水。"];
    const short = ["桌子", "马儿", "河流"];
    const from = [...long, ...short].map((other, at) => word(`w${at}`, other));
    const made = generateOptions(apple, "word-to-meaning", from, 3);
    expect(made?.options.toSorted()).toEqual(["苹果", ...short].toSorted());
  });

  it("takes meanings in the order that is fair, those of similar meaning last", () => {
    const near = word("plum", "苹果；李子");
    const from = ["桌子", "马", "河流", "石头", "云"].map((meaning) => word(meaning, meaning));
    const asked: number[] = [];
    const fairFirst = (_: WordFacts, ranked: readonly WordFacts[], count: number) => {
      asked.push(count);
      return ranked.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    };
    const sources = { fairFirst, nearMeanings: true };
    const fair = fairFirst(apple, from, 3).slice(0, 3);
    for (const mode of ["word-to-meaning", "audio-to-meaning"] as const) {
      const made = generateOptions(apple, mode, [near, ...from], 3, sources);
      expect(new Set(made?.wordIds)).toEqual(new Set(["apple", ...fair.map(({ id }) => id)]));
    }
    expect(asked).toEqual([3, 3, 3]);
    generateOptions(apple, "meaning-to-word", from, 3, sources);
    expect(asked).toHaveLength(3);
  });
});
