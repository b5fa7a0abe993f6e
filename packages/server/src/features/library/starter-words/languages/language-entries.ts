import { readFile } from "node:fs/promises";
import { TAUGHT_LANGUAGES, type TaughtLanguage } from "./taught-languages.ts";

/** A sentence that contains a form of the word, and its translations. */
export interface LanguageExample {
  readonly text: string;
  /** The forms of the word in it, where they do not begin like the word. */
  readonly forms: readonly string[];
  readonly english: string;
  /** Simplified Chinese; empty where nothing is explained in Chinese. */
  readonly chinese: string;
}

/** A word of a language beside English. */
export interface LanguageEntry {
  /** With its article where the language has one: "der Tisch". */
  readonly text: string;
  readonly partOfSpeech: string;
  /** IPA, kana, pinyin or romanization; empty where the text itself shows how it is read. */
  readonly sound: string;
  readonly english: string;
  readonly chinese: string;
  readonly examples: readonly LanguageExample[];
  /** The meaning that it shares with other languages; undefined for meanings of this language. */
  readonly shared: string | undefined;
}

/** A meaning that several languages have a word for, with its examples. */
interface SharedMeaning {
  readonly english: string;
  readonly chinese: string;
  readonly examples: readonly { readonly english: string; readonly chinese: string }[];
}

/** Abbreviations of the parts of speech in the files. */
const PARTS: Readonly<Record<string, string>> = {
  m: "noun (m)",
  f: "noun (f)",
  n: "noun (n)",
  pl: "noun (pl)",
  noun: "noun",
  v: "verb",
  adj: "adjective",
  adv: "adverb",
  pron: "pronoun",
  prep: "preposition",
  conj: "conjunction",
  num: "number",
  int: "interjection",
  part: "particle",
  phr: "phrase",
};

const OWN = "+";
const fileOf = (name: string) => new URL(`./${name}.txt`, import.meta.url);

/** The words of each language, in learning order. @throws if a file is missing or malformed */
export async function readLanguageEntries(): Promise<
  readonly (readonly [TaughtLanguage, readonly LanguageEntry[]])[]
> {
  const meanings = await readFile(fileOf("meanings"), "utf8");
  return Promise.all(
    TAUGHT_LANGUAGES.map(async (taught) => {
      const words = await readFile(fileOf(taught.file), "utf8");
      return [taught, parseLanguage(taught, words, meanings)] as const;
    }),
  );
}

/**
 * Joins the words of a language with the meanings that it shares with others.
 *
 * @throws RangeError for a line with a wrong number of columns, or a meaning that does not exist
 */
export function parseLanguage(
  taught: Pick<TaughtLanguage, "sound">,
  words: string,
  meanings: string,
): LanguageEntry[] {
  const shared = new Map(linesOf(meanings).map((line) => [line[0] ?? "", sharedMeaning(line)]));
  const isChinese = taught.sound === "pinyin";
  return linesOf(words).map((line) => {
    const [key = "", text = "", part = "", sound = "", ...rest] = line;
    const partOfSpeech = PARTS[part];
    if (partOfSpeech === undefined) throw new RangeError(`no part of speech: ${line.join("|")}`);
    const word = { text, partOfSpeech, sound };
    if (key === OWN) return { ...word, shared: undefined, ...ownMeaning(rest, isChinese) };
    const meaning = shared.get(key);
    if (meaning === undefined) throw new RangeError(`no meaning: ${key}`);
    return {
      ...word,
      shared: key,
      english: key,
      chinese: meaning.chinese,
      examples: examplesOf(meaning, rest, isChinese),
    };
  });
}

/** The sentences of a shared meaning in this language, or others with their translations. */
function examplesOf(
  { examples }: SharedMeaning,
  columns: readonly string[],
  isChinese: boolean,
): readonly LanguageExample[] {
  if (columns.length > 2) return ownExamples(columns, isChinese);
  if (columns.length !== (isChinese ? 0 : 2) || columns.includes("")) malformed(columns);
  return examples.map((translations, index) => {
    // The Chinese sentences of a shared meaning are the examples of the Chinese word.
    const sentence = isChinese ? translations.chinese : columns[index];
    return { ...marked(sentence ?? ""), ...translations };
  });
}

function sharedMeaning(line: readonly string[]): SharedMeaning {
  const [english = "", chinese = "", first = "", firstChinese = "", ...second] = line;
  const [another = "", anotherChinese = ""] = second;
  if (second.length !== 2 || line.includes("")) malformed(line);
  const examples = [
    { english: first, chinese: firstChinese },
    { english: another, chinese: anotherChinese },
  ];
  return { english, chinese, examples };
}

/** A meaning of this language alone; Chinese words have no Chinese meaning. */
function ownMeaning(
  columns: readonly string[],
  isChinese: boolean,
): Pick<LanguageEntry, "english" | "chinese" | "examples"> {
  const [english = "", ...others] = columns;
  const chinese = isChinese ? "" : (others.shift() ?? "");
  return { english, chinese, examples: ownExamples(others, isChinese) };
}

/** Two sentences, each with its translations. */
function ownExamples(columns: readonly string[], isChinese: boolean): LanguageExample[] {
  const step = isChinese ? 2 : 3;
  if (columns.length !== 2 * step || columns.includes("")) malformed(columns);
  return [0, step].map((start) => {
    const [text = "", english = "", chinese = ""] = columns.slice(start, start + step);
    return { ...marked(text), english, chinese };
  });
}

/** Takes the asterisks off the forms that they mark, as in "Er *ist* hier." */
function marked(sentence: string): Pick<LanguageExample, "text" | "forms"> {
  const forms = [...sentence.matchAll(/\*([^*]+)\*/g)].map(([, form = ""]) => form);
  return { text: sentence.replaceAll("*", ""), forms };
}

function linesOf(file: string): string[][] {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => line.split("|"));
}

function malformed(line: readonly string[]): never {
  throw new RangeError(`not an entry: ${line.join("|")}`);
}
