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

  it("uses near meanings as a last resort, but never the same meaning", () => {
    const near = [
      word("pear", "meaning of pear"),
      word("plum", "meaning of plum"),
      word("fig", "meaning of fig"),
      word("pomme", "something; meaning of lime"),
    ];
    const lime = word("lime", "meaning of lime");
    expect(generateOptions(lime, "word-to-meaning", near, 1)).toBeNull();
    const made = generateOptions(lime, "word-to-meaning", near, 1, { nearMeanings: true });
    expect(made?.options).not.toContain("something; meaning of lime");
  });

  it("returns null with fewer than three usable words", () => {
    expect(generateOptions(apple, "word-to-meaning", pool.slice(0, 3), 1)).toBeNull();
  });

  const wordIdsOf = (asked: WordFacts, from: readonly WordFacts[], sources = {}) =>
    generateOptions(asked, "word-to-meaning", from, 3, sources)?.wordIds.toSorted();

  it.each([
    ["a sense in common among many", "放弃；抛弃；遗弃；丢掉", "离开；遗弃；舍弃；告别"],
    ["the same sense with a label", "v. 放弃", "放弃；忘记；丢失；离去"],
    ["the same sense with a particle", "以前", "以前的；第一；首先；二者"],
    ["a sense that contains the other", "害怕", "非常害怕；发抖；流泪；尖叫"],
    [
      "the same sense after an article",
      "to leave",
      "leave; forget; ignore entirely; drop something",
    ],
  ])("never offers two that are both right: %s", (_, meaning, other) => {
    const english = ["sing", "walk", "bake", "swim"].map((text) => word(text, `${text} well`));
    const from = [word("both", other), ...pool, ...english];
    const asked = word("asked", meaning);
    for (const nearMeanings of [false, true]) {
      expect(wordIdsOf(asked, from, { nearMeanings })).not.toContain("both");
    }
  });

  it("never offers a word that the caller knows to be a synonym", () => {
    const areSynonyms = (_: string, other: string) => other === "horse";
    expect(wordIdsOf(apple, pool, { areSynonyms })).not.toContain("horse");
  });

  it("avoids a meaning that names the word asked for", () => {
    const from = [word("terrified", "very much apple"), ...pool];
    expect(wordIdsOf(word("apple", "a fruit"), from) ?? []).not.toContain("terrified");
  });

  it("offers no meaning and no word in another script while there are others", () => {
    const confusables = [
      { id: "appel", similarity: 0.9 },
      { id: "яблоко", similarity: 0.9 },
    ];
    const from = [word("appel", "a call to arms"), word("яблоко", "雅布洛科"), ...pool];
    for (const mode of ["word-to-meaning", "meaning-to-word"] as const) {
      const made = generateOptions({ ...apple, confusables }, mode, from, 3);
      expect(made?.wordIds).not.toContain("appel");
      expect(made?.wordIds).not.toContain("яблоко");
    }
  });

  it.each([
    ["none, to a meaning without", "苹果", ["n. 树；v. 种", "桌子", "马", "河流", "n. 山"], 0],
    ["all, to a meaning with them", "n. 苹果", ["n. 树", "桌子", "马", "v. 跑", "n. 山"], 4],
    ["none, where too few carry them", "n. 苹果", ["n. 树", "桌子", "马"], 0],
  ] as const)("lets labels of parts of speech stand on %s", (_, meaning, others, labeled) => {
    const from = others.map((other, at) => word(`w${at}`, other));
    const made = generateOptions(word("apple", meaning), "word-to-meaning", from, 3);
    expect(made?.options).toHaveLength(4);
    expect(made?.options.filter((text) => /[a-z]\./u.test(text))).toHaveLength(labeled);
  });

  it("prefers meanings of like length and punctuation", () => {
    const long = ["一种用来吃饭的、有四条腿的家具", "在田野里奔跑；吃草的动物", "流向大海的水。"];
    const short = ["桌子", "马儿", "河流"];
    const from = [...long, ...short].map((other, at) => word(`w${at}`, other));
    const made = generateOptions(apple, "word-to-meaning", from, 3);
    expect(made?.options.toSorted()).toEqual(["苹果", ...short].toSorted());
  });
});
