import { stressPattern } from "./arpabet.ts";
import type { PartOfSpeech } from "./wordnet-reader.ts";

/** ARPAbet by word; further pronunciations are under `word(2)`, `word(3)` and so on. */
export type PronouncingDictionary = Readonly<Record<string, string>>;

/** Some entries end in a remark on their origin. */
const REMARK = / #.*$/;

/** Pronunciations of headwords that no rule selects. */
const HETERONYMS: Record<string, string> = {
  effect: "IH0 F EH1 K T",
  lead: "L IY1 D",
  live: "L IH1 V",
  read: "R IY1 D",
  tear: "T EH1 R",
  wind: "W IH1 N D",
  wound: "W UW1 N D",
};

/**
 * The pronunciation that fits a part of speech; undefined if the word is not listed.
 *
 * English distinguishes many nouns and verbs by stress (RE-cord, re-CORD), by voicing (a use, to
 * use) and in -ate by the last vowel (a graduate, to graduate). A variant that fits by these rules
 * is chosen; otherwise the first, which is the most common.
 */
export function findPronunciation(
  word: string,
  partOfSpeech: PartOfSpeech,
  dictionary: PronouncingDictionary,
): string | undefined {
  const variants = variantsOf(word, dictionary);
  const heteronym = HETERONYMS[word];
  if (heteronym !== undefined && variants.includes(heteronym)) return heteronym;

  const isVerb = partOfSpeech === "verb";
  const [first] = variants;
  if (first === undefined) return undefined;
  return variants.find((other) => fitsBetter(other, first, isVerb)) ?? first;
}

function variantsOf(word: string, dictionary: PronouncingDictionary): string[] {
  const variants: string[] = [];
  let key = word;
  for (let next = 2; Object.hasOwn(dictionary, key); next += 1) {
    variants.push((dictionary[key] ?? "").replace(REMARK, ""));
    key = `${word}(${next})`;
  }
  return variants;
}

function fitsBetter(other: string, first: string, isVerb: boolean): boolean {
  const [verbForm, plainForm] = isVerb ? [other, first] : [first, other];
  return (
    isStressedLater(verbForm, plainForm) ||
    isVoicedForm(verbForm, plainForm) ||
    hasFullAte(verbForm, plainForm)
  );
}

function isStressedLater(a: string, b: string): boolean {
  return /^[02]1$/.test(stressPattern(a)) && /^1[02]$/.test(stressPattern(b));
}

function isVoicedForm(a: string, b: string): boolean {
  return [" S: Z", " F: V", " TH: DH"].some((pair) => {
    const [voiceless = "", voiced = ""] = pair.split(":");
    return b.endsWith(voiceless) && a === b.slice(0, -voiceless.length) + voiced;
  });
}

function hasFullAte(a: string, b: string): boolean {
  return / EY[12] T$/.test(a) && / (AH|IH)0 T$/.test(b);
}
