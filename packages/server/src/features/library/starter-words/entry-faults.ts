import type { StarterEntry } from "./starter-entries.ts";
import { containsFormOf, wordsOf } from "./word-forms.ts";

const ENGLISH_LENGTH_MAX = 160;
const CHINESE_LENGTH_MAX = 40;
const EXAMPLE_WORDS = { min: 3, max: 14 } as const;

const LABEL = /(?:^|[;；] ?)(n|v|adj|adv)\. /g;
const PARTS: Readonly<Record<string, string>> = {
  n: "noun",
  v: "verb",
  adj: "adjective",
  adv: "adverb",
};
const PRONUNCIATION = /^\/[ˈˌa-zæðŋɑɔəɚɛɝɡɪʃʊʌʒθ]+\/$/;
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
  ];
}

function faultsOf(entry: StarterEntry): string[] {
  const { text, english, example, chinese } = entry;
  const labels = labelsOf(english);
  const [first = ""] = definitionsOf(english);
  const length = wordsOf(example).length;
  const checks: readonly (readonly [boolean, string])[] = [
    [containsFormOf(definitionsOf(english).join(" "), text), "defined by itself"],
    [!containsFormOf(example, text), "not in its example"],
    [length < EXAMPLE_WORDS.min || length > EXAMPLE_WORDS.max, `example of ${length} words`],
    [!/^[A-Z].*[.!?]$/.test(example), "example is not a sentence"],
    [english.length > ENGLISH_LENGTH_MAX, `meaning of ${english.length} characters`],
    [chinese.length > CHINESE_LENGTH_MAX, `Chinese of ${chinese.length} characters`],
    [!chinese.split("；").every((piece) => /\p{Script=Han}/u.test(piece)), "not Chinese"],
    [/[a-z]/i.test(chinese.replace(LABEL, "")), "Latin letters in the Chinese"],
    [labels.join() !== labelsOf(chinese).join(), "English and Chinese differ in parts of speech"],
    [labels.length === 1, "a label without need"],
    [labels[0] !== undefined && PARTS[labels[0]] !== entry.partOfSpeech, "not the first part"],
    [entry.partOfSpeech === "verb" && /^(an?|the) /.test(first), "a verb defined as a noun"],
    [!PRONUNCIATION.test(entry.pronunciation), "pronunciation is not IPA"],
    [entry.pronunciation.split("ˈ").length > 2, "two main stresses"],
    [MISPLACED_R.test(entry.pronunciation), "stress after the r it begins with"],
  ];
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

function sharedBy(
  entries: readonly StarterEntry[],
  what: string,
  keysOf: (entry: StarterEntry) => readonly string[],
): string[] {
  const byKey = new Map<string, string[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) byKey.set(key, [...(byKey.get(key) ?? []), entry.text]);
  }
  return [...byKey]
    .filter(([, texts]) => texts.length > 1)
    .map(([key, texts]) => `${texts.join(", ")}: share the ${what} "${key}"`);
}
