import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, judgeSpelling, spellingsOf } from "./judge-spelling.ts";

const kind = { accents: true, slip: true } as const;
const strict = { accents: false, slip: false } as const;
const verdict = (
  given: string,
  expected: string,
  tolerance = kind as typeof kind | typeof strict,
) => judgeSpelling(given, expected, tolerance).verdict;

/** Milliseconds of a processor that this thread has used: others may be at work beside it. */
const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

describe("judging a spelling", () => {
  it.each([
    ["reluctant", "reluctant"],
    [" Reluctant. ", "reluctant"],
    ["ｒｅｌｕｃｔａｎｔ", "reluctant"],
    ["don’t", "don't"],
    ["don´t", "don't"],
    ["don`t", "don’t"],
    ["ice-cream", "ice cream"],
    ["color", "colo(u)r"],
    ["colour", "colo(u)r"],
    ["an", "a/an"],
    ["to give up", "give up"],
    ["give up", "(to) give up"],
    ["the house", "house"],
    ["grey", "gray/grey"],
    ["东西", "东西"],
    ["straße", "strasse"],
  ])("takes %s for %s, however strict", (given, expected) => {
    expect(verdict(given, expected, strict)).toBe("right");
  });

  it("lets accents matter only where the learner wants it", () => {
    expect(verdict("cafe", "café")).toBe("right");
    expect(verdict("cafe", "café", strict)).toBe("wrong");
  });

  it.each(["reluctnt", "relluctant", "relictant", "relcutant"])(
    "calls one slip in a long word almost right: %s",
    (given) => {
      expect(verdict(given, "reluctant")).toBe("almost");
      expect(verdict(given, "reluctant", strict)).toBe("wrong");
    },
  );

  it("takes no slip in short words, nor one that makes another word of the session", () => {
    expect(verdict("hose", "house")).toBe("wrong");
    const others = ["attitude"];
    expect(judgeSpelling("altitude", "attitude", kind).verdict).toBe("almost");
    expect(judgeSpelling("attitude", "altitude", kind, others).verdict).toBe("wrong");
  });

  it.each(["", " ", "!", "the", "to"])("never takes %j for a word of its own", (given) => {
    expect(verdict(given, "house")).toBe("wrong");
  });

  it("takes an article for itself", () => {
    expect(verdict("the", "the")).toBe("right");
    expect(verdict("to", "to")).toBe("right");
  });

  it("takes marks that make another letter for what they are", () => {
    expect(verdict("かき", "かぎ")).toBe("wrong");
    expect(verdict("คา", "ค่า")).toBe("wrong");
    expect(verdict("ｶﾞ", "ガ", strict)).toBe("right");
  });

  it.each([
    ["oeuvre", "œuvre"],
    ["smorrebrod", "smørrebrød"],
    ["zloty", "złoty"],
  ])("takes %s for %s where accents do not matter", (given, expected) => {
    expect(verdict(given, expected)).toBe("right");
    expect(verdict(given, expected, strict)).toBe("wrong");
  });

  it("counts the letters of a Korean word as they are written", () => {
    expect(verdict("도서간", "도서관")).toBe("wrong");
  });

  it.each(["C++", "&", "…"])(
    "can be answered where the word is not made of letters: %s",
    (word) => {
      expect(verdict(word, word)).toBe("right");
      expect(verdict("", word)).toBe("wrong");
    },
  );

  it("tells C++ from C#", () => {
    expect(verdict("C#", "C++")).toBe("wrong");
  });

  it("is quick about a whole book that was pasted", () => {
    const before = usedMs();
    expect(verdict("reluctant ".repeat(50_000), "reluctant")).toBe("wrong");
    expect(usedMs() - before).toBeLessThan(500);
  });

  it("shows what was too much and what was missing", () => {
    expect(judgeSpelling("relluctnt", "reluctant", kind).pieces).toEqual([
      { text: "rel", kind: "same" },
      { text: "l", kind: "extra" },
      { text: "uct", kind: "same" },
      { text: "a", kind: "missing" },
      { text: "nt", kind: "same" },
    ]);
  });

  it("keeps every letter of both texts in the pieces", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(word, word, (given, expected) => {
        const { pieces, verdict: said } = judgeSpelling(given, expected, strict);
        const join = (kinds: string[]) =>
          pieces.flatMap(({ text, kind: of }) => (kinds.includes(of) ? [text] : [])).join("");
        if (said === "right") return;
        expect(join(["same", "extra"])).toBe(given);
        expect(join(["same", "missing"])).toBe(expected);
      }),
    );
  });

  it("is always right about the word itself", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{Script=Latin}]{1,20}$/u), (word) => {
        expect(verdict(word, word, strict)).toBe("right");
      }),
    );
  });
});

describe("distance", () => {
  it("is symmetric, and nought only between equal texts", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b) === 0).toBe(a === b);
      }),
    );
  });

  it("counts swapped neighbours once", () => {
    expect(distance("ab", "ba")).toBe(1);
    expect(distance("kitten", "sitting")).toBe(3);
  });
});

describe("spellingsOf", () => {
  it("gives each that an entry stands for", () => {
    expect(spellingsOf("colo(u)r")).toEqual(["colour", "color"]);
    expect(spellingsOf("a/an")).toEqual(["a", "an"]);
    expect(spellingsOf("house")).toEqual(["house"]);
  });
});
