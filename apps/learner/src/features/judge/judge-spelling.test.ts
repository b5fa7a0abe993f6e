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

/** CPU milliseconds of this thread, since other threads may be running. */
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
  ])("accepts %s for %s at any strictness", (given, expected) => {
    expect(verdict(given, expected, strict)).toBe("right");
  });

  it("enforces accents only if the learner wants it", () => {
    expect(verdict("cafe", "café")).toBe("right");
    expect(verdict("cafe", "café", strict)).toBe("wrong");
  });

  it.each(["reluctnt", "relluctant", "relictant", "relcutant"])(
    "calls one typo in a long word almost right: %s",
    (given) => {
      expect(verdict(given, "reluctant")).toBe("almost");
      expect(verdict(given, "reluctant", strict)).toBe("wrong");
    },
  );

  it("accepts no typo in a short word, nor one that makes another word of the session", () => {
    expect(verdict("hose", "house")).toBe("wrong");
    const others = ["attitude"];
    expect(judgeSpelling("altitude", "attitude", kind).verdict).toBe("almost");
    expect(judgeSpelling("attitude", "altitude", kind, others).verdict).toBe("wrong");
  });

  it.each(["", " ", "!", "the", "to"])("never accepts %j as a word", (given) => {
    expect(verdict(given, "house")).toBe("wrong");
  });

  it("accepts an article as the word itself", () => {
    expect(verdict("the", "the")).toBe("right");
    expect(verdict("to", "to")).toBe("right");
  });

  it("keeps marks that make a different letter", () => {
    expect(verdict("かき", "かぎ")).toBe("wrong");
    expect(verdict("คา", "ค่า")).toBe("wrong");
    expect(verdict("ｶﾞ", "ガ", strict)).toBe("right");
  });

  it.each([
    ["oeuvre", "œuvre"],
    ["smorrebrod", "smørrebrød"],
    ["zloty", "złoty"],
  ])("accepts %s for %s when accents do not matter", (given, expected) => {
    expect(verdict(given, expected)).toBe("right");
    expect(verdict(given, expected, strict)).toBe("wrong");
  });

  it("counts the letters of a Korean word as written", () => {
    expect(verdict("도서간", "도서관")).toBe("wrong");
  });

  it.each(["C++", "&", "…"])("can be answered when the word has no letters: %s", (word) => {
    expect(verdict(word, word)).toBe("right");
    expect(verdict("", word)).toBe("wrong");
  });

  it("distinguishes C++ from C#", () => {
    expect(verdict("C#", "C++")).toBe("wrong");
  });

  it("is quick even when a whole book is pasted", () => {
    const before = usedMs();
    expect(verdict("reluctant ".repeat(50_000), "reluctant")).toBe("wrong");
    expect(usedMs() - before).toBeLessThan(500);
  });

  it("shows superfluous and missing letters", () => {
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
  it("is symmetric, and zero only for equal texts", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b) === 0).toBe(a === b);
      }),
    );
  });

  it("counts swapped neighbors once", () => {
    expect(distance("ab", "ba")).toBe(1);
    expect(distance("kitten", "sitting")).toBe(3);
  });
});

describe("spellingsOf", () => {
  it("lists each spelling that an entry represents", () => {
    expect(spellingsOf("colo(u)r")).toEqual(["colour", "color"]);
    expect(spellingsOf("a/an")).toEqual(["a", "an"]);
    expect(spellingsOf("house")).toEqual(["house"]);
  });
});
