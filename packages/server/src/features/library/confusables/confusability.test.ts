import { describe, expect, it } from "vitest";
import { confusability, editDistance, similarity } from "./confusability.ts";
import { meaningPieces } from "./meaning-pieces.ts";
import { soundOf } from "./sound-key.ts";
import { slipsOf, spellingVariants } from "./spelling-variants.ts";

const word = (text: string, meaning = text, pronunciation: string | null = null) => ({
  text_folded: text,
  meaning_folded: meaning,
  pronunciation,
  language: "en",
  reading: null as string | null,
});
const between = (a: string, b: string) => confusability(word(a), word(b), 0);

describe("slipsOf", () => {
  it("has other accents of any word, and other letters of long ones", () => {
    expect(slipsOf("schön")).toContain("schon");
    expect(slipsOf("schon")).toContain("schön");
    expect(slipsOf("schon")).not.toContain("schoen");
    expect(slipsOf("schon")).not.toContain("schin");
    expect(slipsOf("résumé")).toContain("resume");
    expect(slipsOf("dessert")).toContain("desert");
    expect(slipsOf("dessert")).not.toContain("dessert");
  });

  it("leaves short words of scripts without accents, and very long ones, alone", () => {
    expect(slipsOf("猫").size).toBe(0);
    expect(slipsOf("a".repeat(21)).size).toBe(0);
  });
});

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["adapt", "adopt", 1],
    ["quiet", "quite", 1],
    ["kitten", "sitting", 3],
    ["快乐", "快活", 1],
  ])("from %j to %j is %i, both ways", (a, b, distance) => {
    expect(editDistance([...a], [...b])).toBe(distance);
    expect(editDistance([...b], [...a])).toBe(distance);
  });

  it("is relative to the longer text in similarity", () => {
    expect(similarity("adapt", "adopt")).toBe(0.8);
    expect(similarity("a", "a")).toBe(1);
    expect(similarity("", "")).toBe(0);
  });
});

describe("confusability", () => {
  it("is between 0 and 1, and symmetric", () => {
    const pairs = [
      ["adapt", "adopt"],
      ["cat", "dog"],
      ["write", "right"],
      ["x", "extraordinary"],
    ] as const;
    for (const [a, b] of pairs) {
      expect(between(a, b)).toBeGreaterThanOrEqual(0);
      expect(between(a, b)).toBeLessThanOrEqual(1);
      expect(between(a, b)).toBeCloseTo(between(b, a), 12);
    }
    expect(confusability(word("same"), word("same"), 1)).toBeLessThanOrEqual(1);
  });

  it.each([
    ["adapt", "adopt", "cat"],
    ["night", "knight", "nightly"],
    ["affect", "effect", "defect"],
    ["principal", "principle", "prince"],
  ])("rates %s closer to %s than to %s", (a, near, far) => {
    expect(between(a, near)).toBeGreaterThan(between(a, far));
  });

  it("compares readings, and sounds of spellings in English only", () => {
    const ja = (text: string, reading: string) => ({ ...word(text), language: "ja", reading });
    const [bridge, chopsticks] = [ja("橋", "はし"), ja("箸", "はし")];
    expect(confusability(bridge, chopsticks, 0)).toBeGreaterThan(0.6);
    expect(confusability(bridge, ja("箸", "さら"), 0)).toBeLessThan(0.1);
    const [write, right] = [word("write", "a"), word("right", "b")];
    const german = { language: "de" };
    expect(confusability({ ...write, ...german }, { ...right, ...german }, 0)).toBeLessThan(
      confusability(write, right, 0),
    );
  });

  it("increases with shared meanings and known relations", () => {
    const alone = confusability(word("big", "大的"), word("vast", "广阔的"), 0);
    expect(confusability(word("big", "大的"), word("vast", "大的；广阔的"), 0)).toBeGreaterThan(
      alone,
    );
    expect(confusability(word("big", "大的"), word("vast", "广阔的"), 0.9)).toBeGreaterThan(0.5);
  });

  it("uses transcriptions when both words have one", () => {
    const bough = word("bough", "branch", "/baʊ/");
    const [bend, weapon] = [word("bow", "bend", "/baʊ/"), word("bow", "weapon", "/boʊ/")];
    expect(confusability(bend, bough, 0)).toBeGreaterThan(confusability(weapon, bough, 0));
  });
});

describe("soundOf", () => {
  it.each([
    ["night", "knight"],
    ["write", "right"],
    ["their", "there"],
    ["sea", "see"],
    ["phone", "fone"],
    ["flower", "flour"],
    ["cell", "sell"],
  ])("is the same for %s and %s", (a, b) => expect(soundOf(a, null)).toBe(soundOf(b, null)));

  it.each([
    ["ship", "sheet"],
    ["cat", "dog"],
    ["thin", "tin"],
  ])("differs for %s and %s", (a, b) => expect(soundOf(a, null)).not.toBe(soundOf(b, null)));

  it("removes the marks of a transcription", () => {
    expect(soundOf("any", "/əˈbæn.dən/")).toBe("əbændən");
    expect(soundOf("any", "US /ɡoʊ/ UK /ɡəʊ/")).toBe(soundOf("other", "/ɡoʊ/"));
  });
});

describe("spellingVariants", () => {
  it.each([
    ["adapt", "adopt"],
    ["desert", "dessert"],
    ["quiet", "quite"],
    ["expect", "except"],
    ["perspective", "prospective"],
    ["eminent", "imminent"],
    ["stationary", "stationery"],
    ["complement", "compliment"],
    ["their", "there"],
    ["weather", "whether"],
    ["hear", "here"],
    ["know", "no"],
    ["brake", "break"],
    ["waist", "waste"],
    ["pair", "pear"],
    ["wood", "would"],
    ["root", "route"],
    ["sole", "soul"],
    ["attain", "obtain"],
    ["assume", "consume"],
    ["proceed", "precede"],
    ["über", "uber"],
    ["мука", "рука"],
  ])("of %s include %s", (a, b) => expect(spellingVariants(a)).toContain(b));

  it("exclude the word itself, and are limited in number", () => {
    for (const text of ["a", "international", "ieieieieieieieieieie", "eeeeeeeeeeeeeeeeeeee"]) {
      const variants = spellingVariants(text);
      expect(variants).not.toContain(text);
      expect(variants.length).toBeLessThanOrEqual(3_000);
    }
  });

  it.each(["", "快乐", "x".repeat(21), "1984", "\u{1F600}"])("are empty for %j", (text) => {
    expect(spellingVariants(text)).toEqual([]);
  });
});

describe("meaningPieces", () => {
  it.each([
    ["v. 放弃；抛弃", ["放弃", "抛弃"]],
    ["to leave, to give up", ["leave", "give up"]],
    ["a cat (an animal)", ["cat", "animal"]],
    ["", []],
    ["x; x; x", ["x"]],
  ])("of %j are %j", (meaning, pieces) => expect(meaningPieces(meaning)).toEqual(pieces));
});
