import type { StarterEntry, StarterExample } from "./starter-entries.ts";
import { orderFaults } from "./starter-sets.ts";
import { containsFormOf, wordsOf } from "./word-forms.ts";

const ENGLISH_LENGTH_MAX = 160;
const CHINESE_LENGTH_MAX = 40;
const EXAMPLE_WORDS = { min: 3, max: 14 } as const;
const TRANSLATION_LENGTH_MAX = 30;

const LABEL = /(?:^|[;；] ?)(n|v|adj|adv|prep)\. /g;
/** Labels, and letters that Chinese words begin with, as in T恤. */
const CHINESE_LETTER = new RegExp(`${LABEL.source}|[A-Z](?=\\p{Script=Han})`, "gu");
const PARTS: Readonly<Record<string, string>> = {
  n: "noun",
  v: "verb",
  adj: "adjective",
  adv: "adverb",
  prep: "preposition",
};
const AMERICAN = /^\/[ˈˌa-zæðŋɑɔəɚɛɝɡɪʃʊʌʒθ]+\/$/;
/** Length marks, and no r that is not sounded, as in British dictionaries. */
const BRITISH = /^\/(?:[ˈˌa-qs-zæðŋɑɒɔəɜɡɪʃʊʌʒθː]|r(?=[ˈˌ]?[aeiuæɑɒɔəɜɪʊʌ]))+\/$/;
/**
 * An r that begins the stressed syllable, as in /əˈraɪv/, written as the end of the previous one.
 */
const MISPLACED_R = /ɚˈ[aeiouæɑɔəɚɛɝɪʊʌ]/;

/** Words that do not distinguish definitions. */
const STOP_WORDS = new Set(
  (
    "a an the of or and to in on for with by at from as is are be being that which who usually " +
    "especially something someone somebody one some very"
  ).split(" "),
);

/**
 * Rule violations in the entries, one line each: a word in its own definition, an example without
 * the word, a definition or Chinese meaning that two words share, and so on. Only a reader can
 * judge whether a meaning is right.
 */
export function entryFaults(entries: readonly StarterEntry[]): string[] {
  return [
    ...entries.flatMap((entry) => faultsOf(entry).map((fault) => `${entry.text}: ${fault}`)),
    ...sharedBy(entries, "word", ({ text }) => [text]),
    ...sharedBy(entries, "definition", ({ text, english }) => englishKeys(text, english)),
    ...sharedBy(entries, "Chinese meaning", ({ chinese }) => [chineseKey(chinese)]),
    ...sharedBy(entries, "example", ({ examples }) => examples.map(({ english }) => english)),
  ];
}

/** Rule violations in the whole table: in its order and in its entries. */
export function tableFaults(entries: readonly StarterEntry[]): string[] {
  return [...orderFaults(entries.map(({ text }) => text)), ...entryFaults(entries)];
}

function faultsOf(entry: StarterEntry): string[] {
  const { text, english, american, british, chinese } = entry;
  const labels = labelsOf(english);
  const [first = ""] = definitionsOf(english);
  const checks: readonly (readonly [boolean, string])[] = [
    [containsFormOf(definitionsOf(english).join(" "), text), "defined by itself"],
    [english.length > ENGLISH_LENGTH_MAX, `meaning of ${english.length} characters`],
    [chinese.length > CHINESE_LENGTH_MAX, `Chinese of ${chinese.length} characters`],
    [!chinese.split("；").every((piece) => /\p{Script=Han}/u.test(piece)), "not Chinese"],
    [/[a-z]/i.test(chinese.replace(CHINESE_LETTER, "")), "Latin letters in the Chinese"],
    [labels.join() !== labelsOf(chinese).join(), "English and Chinese differ in parts of speech"],
    [labels.length === 1, "a label without need"],
    [labels[0] !== undefined && PARTS[labels[0]] !== entry.partOfSpeech, "not the first part"],
    [entry.partOfSpeech === "verb" && /^(an?|the) /.test(first), "a verb defined as a noun"],
    [!AMERICAN.test(american), "pronunciation is not IPA"],
    [british !== "" && !BRITISH.test(british), "British pronunciation is not IPA"],
    [british === american, "a British pronunciation without need"],
    [[american, british].some((sounds) => sounds.split("ˈ").length > 2), "two main stresses"],
    [MISPLACED_R.test(american), "stress after the r it begins with"],
  ];
  return [...failed(checks), ...entry.examples.flatMap((one) => exampleFaults(text, one))];
}

function exampleFaults(text: string, { english, chinese }: StarterExample): string[] {
  const length = wordsOf(english).length;
  return failed([
    [!containsFormOf(english, text), "not in its example"],
    [length < EXAMPLE_WORDS.min || length > EXAMPLE_WORDS.max, `example of ${length} words`],
    [!/^["A-Z].*[.!?]$/.test(english), "example is not a sentence"],
    [
      !/^[“（\p{Script=Han}0-9].*[。！？”]$/u.test(chinese),
      "translation is not a Chinese sentence",
    ],
    [/[,.!?]|[a-z]{2}/.test(chinese), "translation is partly not Chinese"],
    [chinese.length > TRANSLATION_LENGTH_MAX, `translation of ${chinese.length} characters`],
  ]);
}

/** The faults of the checks that fail. */
export function failed(checks: readonly (readonly [boolean, string])[]): string[] {
  return checks.flatMap(([fails, fault]) => (fails ? fault : []));
}

function labelsOf(meaning: string): string[] {
  return [...meaning.matchAll(LABEL)].map(([, label = ""]) => label);
}

/** The definitions in a meaning, without labels. */
export function definitionsOf(english: string): string[] {
  return english.split("; ").map((definition) => definition.replace(LABEL, "").trim());
}

/** Definitions of a word that differ only in small words count once. */
function englishKeys(text: string, english: string): string[] {
  const keys = definitionsOf(english).map((definition) =>
    wordsOf(definition)
      .filter((word) => !STOP_WORDS.has(word))
      .join(" "),
  );
  return [...new Set(keys)].filter((key) => key !== "" && key !== text);
}

/** Equal for meanings that differ only in order. */
function chineseKey(chinese: string): string {
  return chinese.replace(LABEL, "；").split("；").toSorted().join();
}

/** Faults of entries that have a key in common. `what`: what the key is, in the fault. */
export function sharedBy<E extends { readonly text: string }>(
  entries: readonly E[],
  what: string,
  keysOf: (entry: E) => readonly string[],
): string[] {
  const byKey = new Map<string, string[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) byKey.set(key, [...(byKey.get(key) ?? []), entry.text]);
  }
  return [...byKey]
    .filter(([, texts]) => texts.length > 1)
    .map(([key, texts]) => `${texts.join(", ")}: share the ${what} "${key}"`);
}
