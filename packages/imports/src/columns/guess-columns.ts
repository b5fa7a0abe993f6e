import { hasArticle } from "@wordloom/language";
import type { ColumnRole } from "../table.ts";
import { foldName, roleOfName } from "./column-names.ts";
import { languageOfName } from "./language-names.ts";

/** What the values of a column are like; shares of its filled cells. */
interface ColumnShape {
  readonly filled: number;
  readonly distinct: number;
  readonly numbers: number;
  readonly sounds: number;
  readonly phonetic: number;
  readonly kana: number;
  readonly pinyin: number;
  readonly sentences: number;
  readonly languages: number;
  readonly partsOfSpeech: number;
  readonly articles: number;
  readonly length: number;
}

const NUMBER = /^[\s#(]*[-+]?[\d.,:/ -]*\d[.):]?\s*$/;
const SOUND_FILE = "\\S+\\.(?:mp3|ogg|wav|m4a|opus|flac)";
const SOUND = new RegExp(`^\\s*(?:\\[sound:[^\\]]+\\]|(?:https?://)?${SOUND_FILE}\\S*)\\s*$`, "i");
const PHONETIC = /[\u0250-\u02ffˈˌːθðŋ]/;
const KANA = /^[\p{sc=Hiragana}\p{sc=Katakana}ー・、\s()（）〜～]+$/u;
const TONED = "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ";
const PINYIN = new RegExp(`^(?:[a-zü:'’ ]+[1-5])+$|^[a-z'’ ]*[${TONED}][a-z${TONED}'’ ]*$`, "i");
const ENDING = /[.!?…]["”»]?$/;
const MARKED = /[。！？]$|\{[^{}]+\}/;
const PARTS_OF_SPEECH =
  "n|v|vt|vi|adj|adv|prep|conj|pron|int|interj|num|art|det|aux|noun|verb|adjective|adverb|" +
  "pronoun|preposition|名词|动词|形容词|副词|名詞|動詞|명사|동사|nom|nomen|substantiv|adjektiv|" +
  "sustantivo|verbo|adjetivo";
const PART_OF_SPEECH = new RegExp(`^(?:${PARTS_OF_SPEECH})\\.?$`, "i");

/** The beginning of a longer cell tells as much, UTF-16 units. */
const CELL_MAX = 2_000;

/**
 * What the columns of a table hold: by the roles the file gives, by their names, by languages in
 * the header, and else by what the first rows are like.
 *
 * @param sample  the cells of the first rows
 */
export function guessColumns(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
  given: Readonly<Record<number, ColumnRole>> = {},
): ColumnRole[] {
  const width = Math.max(header?.length ?? 0, ...sample.map((cells) => cells.length), 1);
  const roles: (ColumnRole | undefined)[] = Array.from(
    { length: width },
    (_, index) => given[index],
  );
  if (header !== null) nameRoles(header, roles);
  const shapes = roles.map((_, index) => shapeOf(sample.map((cells) => cells[index] ?? "")));
  markPlain(shapes, roles, header);
  fillMain(shapes, roles, sample);
  fillRest(shapes, roles, header);
  return roles.map((role) => role ?? "ignore");
}

/** A role is given once; further columns with the same name are left to their content. */
function nameRoles(header: readonly string[], roles: (ColumnRole | undefined)[]): void {
  const taken = new Set(roles);
  header.forEach((name, index) => {
    const role = roles[index] ?? roleOfName(name);
    if (role === undefined || (role !== "ignore" && roles[index] === undefined && taken.has(role)))
      return;
    roles[index] = role;
    taken.add(role);
  });
  // ECDICT and others have a definition in the word's language beside the translation.
  const translation = header.findIndex((name) => /^translations?$/.test(foldName(name)));
  const definition = header.findIndex((name) => /^definitions?$/.test(foldName(name)));
  if (translation >= 0 && definition >= 0) {
    roles[translation] = "meaning";
    roles[definition] = "ignore";
  }
  const languages = header.flatMap((name, index) =>
    roles[index] === undefined && languageOfName(name) !== undefined ? [index] : [],
  );
  for (const index of languages) {
    const role = taken.has("text") ? "meaning" : "text";
    if (taken.has(role)) return;
    roles[index] = role;
    taken.add(role);
  }
}

function shapeOf(cells: readonly string[]): ColumnShape {
  const values = cells
    .map((cell) => (cell.length > CELL_MAX ? cell.slice(0, CELL_MAX) : cell).trim())
    .filter((cell) => cell !== "");
  const share = (test: RegExp | ((value: string) => boolean)) => {
    const passes = test instanceof RegExp ? (value: string) => test.test(value) : test;
    return values.length === 0 ? 0 : values.filter(passes).length / values.length;
  };
  return {
    filled: cells.length === 0 ? 0 : values.length / cells.length,
    distinct: values.length === 0 ? 0 : new Set(values).size / values.length,
    numbers: share(NUMBER),
    sounds: share(SOUND),
    phonetic: share((value) => PHONETIC.test(value) && value.length < 60),
    kana: share(KANA),
    pinyin: share(PINYIN),
    sentences: share(isSentence),
    languages: share((value) => languageOfName(value) !== undefined),
    partsOfSpeech: share(PART_OF_SPEECH),
    articles: share(hasArticle),
    length: values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length),
  };
}

/** Three words with a mark at the end, or a word in braces. */
function isSentence(value: string): boolean {
  return MARKED.test(value) || (ENDING.test(value) && value.split(/\s+/, 3).length === 3);
}

/** Columns whose content leaves no doubt. */
function markPlain(
  shapes: readonly ColumnShape[],
  roles: (ColumnRole | undefined)[],
  header: readonly string[] | null,
): void {
  const isNamed = (index: number) => (header?.[index] ?? "").trim() !== "";
  const hasBase = (role: ColumnRole) => roles.includes(role);
  shapes.forEach((shape, index) => {
    if (roles[index] !== undefined) return;
    if (shape.filled === 0) roles[index] = "ignore";
    else if (shape.sounds > 0.8 && !hasBase("audio")) roles[index] = "audio";
    else if (shape.numbers > 0.9) roles[index] = "ignore";
    else if (shape.languages > 0.9 && shape.distinct < 0.5 && !isNamed(index))
      roles[index] = hasBase("language") ? "meaningLanguage" : "language";
    else if (shape.partsOfSpeech > 0.8 && !hasBase("partOfSpeech")) roles[index] = "partOfSpeech";
  });
}

/** The word, its meaning and how it is read. */
function fillMain(
  shapes: readonly ColumnShape[],
  roles: (ColumnRole | undefined)[],
  sample: readonly (readonly string[])[],
): void {
  const isFree = (index: number) => roles[index] === undefined;
  const free = () => shapes.flatMap((shape, index) => (isFree(index) ? [{ shape, index }] : []));
  if (!roles.includes("text")) {
    const word =
      free().find(
        ({ shape }) => shape.filled > 0.7 && shape.sentences < 0.5 && shape.phonetic < 0.5,
      ) ?? free()[0];
    if (word !== undefined) roles[word.index] = "text";
  }
  // Languages that are related share the beginnings of words: then the only column is the meaning.
  const hasMeaningBeside = (column: number) =>
    roles.includes("meaning") ||
    free().some(
      ({ shape, index }) => index !== column && shape.filled > 0.3 && shape.sentences < 0.5,
    );
  const text = roles.indexOf("text");
  const wordIsHan = sample.some((cells) => /\p{sc=Han}/u.test(cells[text] ?? ""));
  for (const { shape, index } of free()) {
    if (shape.phonetic > 0.5 && !roles.includes("pronunciation")) roles[index] = "pronunciation";
    else if (wordIsHan && shape.kana > 0.8 && !roles.includes("reading")) roles[index] = "reading";
    else if (wordIsHan && shape.pinyin > 0.7 && !roles.includes("reading"))
      roles[index] = "reading";
    else if (isFormOf(sample, text, index) && hasMeaningBeside(index)) roles[index] = "ignore";
  }
  if (roles.includes("meaning")) return;
  const candidates = free().filter(({ shape }) => shape.filled > 0.3);
  const meaning =
    candidates.find(({ shape }) => shape.sentences < 0.5 && shape.distinct > 0.2) ??
    (candidates.length === 1 ? candidates[0] : undefined) ??
    free()[0];
  if (meaning !== undefined) roles[meaning.index] = "meaning";
}

/** Sentences before the meaning's translation, then tags that repeat. */
function fillRest(
  shapes: readonly ColumnShape[],
  roles: (ColumnRole | undefined)[],
  header: readonly string[] | null,
): void {
  shapes.forEach((shape, index) => {
    // The name of a column says that it is something else.
    if (roles[index] !== undefined || (header?.[index] ?? "").trim() !== "") return;
    if (shape.sentences > 0.4)
      roles[index] = roles.includes("examples")
        ? roles.includes("exampleMeanings")
          ? "ignore"
          : "exampleMeanings"
        : "examples";
    else if (!roles.includes("tags") && shape.distinct < 0.3 && shape.length < 30)
      roles[index] = "tags";
  });
}

/** Whether the cells are other forms of the words: plurals, past tenses. */
function isFormOf(sample: readonly (readonly string[])[], text: number, index: number): boolean {
  if (text < 0) return false;
  const pairs = sample
    .map((cells) => [stemOf(cells[text] ?? ""), stemOf(cells[index] ?? ""), cells] as const)
    .filter(([, form]) => form !== "");
  const alike = pairs.filter(
    ([word, form, cells]) => word === form && cells[text] !== cells[index],
  );
  return pairs.length > 0 && alike.length / pairs.length > 0.6;
}

/** The beginning of a word without article and accents. */
function stemOf(cell: string): string {
  const word = cell
    .trim()
    .replace(/^(?:der|die|das|the|le|la|les|el|los|las|il|lo|gli|een|het|de)\s+/i, "");
  if (!/^\p{sc=Latin}/u.test(word)) return "";
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().slice(0, 3);
}

/**
 * Whether a row names columns.
 *
 * @param next  the cells below it; names do not repeat there
 */
export function isHeaderRow(cells: readonly string[], next: readonly string[] = []): boolean {
  const names = cells.filter((cell) => cell.trim() !== "" && cell.length < 60);
  const roles = names.map(roleOfName);
  const languages = names.filter((name) => languageOfName(name) !== undefined);
  if (cells.some((cell, index) => languageOfName(cell) !== undefined && cell === next[index]))
    return false;
  const known = roles.filter((role) => role !== undefined).length + languages.length;
  const hasMain = roles.includes("text") || roles.includes("meaning") || languages.length >= 2;
  if (names.length < 2 || !hasMain) return false;
  const areNames =
    names.length === cells.length &&
    new Set(names).size === names.length &&
    names.every((name) => !/\d/.test(name));
  return known / names.length >= 0.5 || (known >= 2 && names.length >= 5 && areNames);
}
