import { foldText } from "@wordloom/language";
import { failed, sharedBy } from "../entry-faults.ts";
import type { LanguageEntry, LanguageExample } from "./language-entries.ts";
import { setFaults } from "./language-sets.ts";
import { isPinyinOf } from "./pinyin.ts";
import { TAUGHT_WORDS, type TaughtLanguage } from "./taught-languages.ts";
import { isFormIn } from "./word-in-sentence.ts";

const MEANING_LENGTH_MAX = 60;
const EXAMPLE_LENGTH_MAX = 60;
/** Kana, Han and Hangul take twice the room of letters. */
const WIDE_EXAMPLE_LENGTH_MAX = 30;

const IPA = /^(?:[ˈˌ]?[a-zæçðŋœøɐɑɒɔəɛɜɡɣɥɪɲɾʀʁʃʊʌʎʏʒʔβθχʝãɛɔœ][\u0300-\u036fːʰ]*|[ .])+$/u;
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー ]+$/u;
const ROMANIZED = /^[a-z]+(?:[ -][a-z]+)*$/;

/** Which genders an article may have; `l'` and the "el" of "el agua" do not tell. */
const GENDERS: Readonly<Record<string, ReadonlyMap<string, readonly string[]>>> = {
  de: new Map([
    ["der", ["m"]],
    ["die", ["f", "pl"]],
    ["das", ["n"]],
  ]),
  fr: new Map([
    ["le", ["m"]],
    ["la", ["f"]],
    ["l'", ["m", "f"]],
    ["les", ["pl"]],
  ]),
  es: new Map([
    ["el", ["m"]],
    ["el a", ["m", "f"]],
    ["la", ["f"]],
    ["los", ["pl"]],
    ["las", ["pl"]],
  ]),
};

/**
 * Rule violations in the words of a language, one line each. Only a reader can judge whether a
 * meaning, a reading or a translation is right.
 */
export function languageFaults(
  taught: Pick<TaughtLanguage, "language" | "sound" | "editions">,
  entries: readonly LanguageEntry[],
): string[] {
  const needsChinese = taught.editions.some(({ meaningLanguage }) => meaningLanguage === "zh");
  return [
    ...(entries.length === TAUGHT_WORDS ? [] : [`${entries.length} words`]),
    ...setFaults(entries),
    ...entries.flatMap((entry) =>
      [
        ...wordFaults(taught, entry),
        ...meaningFaults(entry, needsChinese),
        ...entry.examples.flatMap((one) => exampleFaults(entry, one, needsChinese)),
      ].map((fault) => `${entry.text}: ${fault}`),
    ),
    ...sharedBy(entries, "word", ({ text }) => [foldText(text)]),
    ...sharedBy(entries, "meaning", ({ english }) => english.split("; ")),
    ...sharedBy(entries, "Chinese meaning", (entry) =>
      needsChinese ? entry.chinese.split("；") : [],
    ),
    ...sharedBy(entries, "example", ({ examples }) => examples.map(({ text }) => text)),
  ];
}

function wordFaults(
  { language, sound: kind }: Pick<TaughtLanguage, "language" | "sound">,
  entry: LanguageEntry,
): string[] {
  const { text, sound } = entry;
  return failed([
    [JSON.stringify(entry) !== JSON.stringify(entry).normalize("NFC"), "not in NFC"],
    [/\s\s|^\s|\s$/.test(text), "stray spaces"],
    [kind === "ipa" && !IPA.test(sound), "pronunciation is not IPA"],
    // A word in kana shows how it is read.
    [kind === "kana" && (KANA.test(text) ? sound !== "" : !KANA.test(sound)), "not its kana"],
    [kind === "pinyin" && !isPinyinOf(sound, text), "not its pinyin"],
    [kind === "romanization" && !ROMANIZED.test(sound), "not a romanization"],
    [!hasItsArticle(language, entry), "article and gender differ"],
  ]);
}

/** Whether a noun with a gender has an article of that gender, and others have none. */
function hasItsArticle(language: string, { text, partOfSpeech }: LanguageEntry): boolean {
  const genders = GENDERS[language];
  const [, gender = ""] = /^noun \((\w+)\)$/.exec(partOfSpeech) ?? [];
  if (genders === undefined) return gender === "";
  const [, article = ""] = /^(l'|\p{L}+ (?=\S))/u.exec(text) ?? [];
  const spoken = language === "es" && /^el h?[aá]/.test(text) ? "el a" : article.trim();
  const possible = genders.get(spoken);
  return gender === "" ? true : (possible?.includes(gender) ?? false);
}

function meaningFaults({ english, chinese }: LanguageEntry, needsChinese: boolean): string[] {
  return failed([
    [/[^\x20-\x7e]/.test(english), "meaning is not English"],
    [english.length > MEANING_LENGTH_MAX, `meaning of ${english.length} characters`],
    [
      needsChinese && !/^[\p{Script=Han}；，、（）…]+$/u.test(chinese),
      "Chinese meaning is not Chinese",
    ],
  ]);
}

function exampleFaults(
  { text: word }: LanguageEntry,
  { text, forms, english, chinese }: LanguageExample,
  needsChinese: boolean,
): string[] {
  const isWide = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]/u.test(text);
  const most = isWide ? WIDE_EXAMPLE_LENGTH_MAX : EXAMPLE_LENGTH_MAX;
  return failed([
    [forms.length === 0 && !isFormIn(word, text), `not in "${text}"`],
    [text.length > most, `example of ${text.length} characters`],
    [!/^[¿¡]?[\p{Lu}\p{Lo}0-9].*[.!?。！？]$/u.test(text), `not a sentence: ${text}`],
    [!/^[A-Z][\x20-\x7e–]*[.!?]$/.test(english), `not an English sentence: ${english}`],
    [needsChinese && !/^\p{Script=Han}.*[。！？]$/u.test(chinese), `no sentence: ${chinese}`],
    [needsChinese && /[A-Za-z,.!?]/.test(chinese), `partly not Chinese: ${chinese}`],
  ]);
}
