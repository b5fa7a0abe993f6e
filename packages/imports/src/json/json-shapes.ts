import { joinOwnList } from "../columns/own-columns.ts";
import { entryOf } from "../yomitan/open-yomitan.ts";
import type { ColumnRole } from "../table.ts";

/** The fields of an entry by the name of their column. */
export type JsonFields = Readonly<Record<string, string>>;

type Json = Readonly<Record<string, unknown>>;

/** Reads entries of one program. */
interface JsonShape {
  /** Written by this service: every field is taken as it is. */
  readonly isOwn?: true;
  /** Keys that every entry of it has. */
  readonly keys: readonly string[];
  /** @returns undefined for an entry whose fields have other types */
  fields(item: Json): Partial<Record<ColumnRole, unknown>>;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Json)[key] : undefined,
    value,
  );
const each = (value: unknown, ...keys: string[]) => list(value).map((item) => at(item, ...keys));

/** From the most particular keys to the most general. */
const SHAPES: readonly JsonShape[] = [
  {
    isOwn: true,
    keys: ["spelling", "meaningLanguage", "exampleMeanings"],
    fields: (item) => ({
      text: item["spelling"],
      meaning: list(item["meanings"])[0],
      pronunciation: item["phonetic"],
      examples: item["examples"],
      audio: item["audioUrl"],
      language: item["language"],
      meaningLanguage: item["meaningLanguage"],
      reading: item["reading"],
      partOfSpeech: item["partOfSpeech"],
      exampleMeanings: item["exampleMeanings"],
      tags: item["tags"],
      difficulty: item["difficulty"],
    }),
  },
  // A wordbook center. Others may lack all but the spelling.
  {
    keys: ["spelling"],
    fields: (item) => ({
      text: item["spelling"],
      meaning: item["meanings"],
      pronunciation: item["phonetic"],
      examples: item["examples"],
      audio: item["audioUrl"],
    }),
  },
  // kajweb/dict
  {
    keys: ["headWord", "content"],
    fields: (item) => {
      const content = at(item, "content", "word", "content");
      return {
        text: item["headWord"],
        meaning: each(at(content, "trans"), "tranCn"),
        pronunciation: at(content, "usphone") ?? at(content, "ukphone"),
        examples: each(at(content, "sentence", "sentences"), "sContent"),
        exampleMeanings: each(at(content, "sentence", "sentences"), "sCn"),
      };
    },
  },
  // TypeWords
  {
    keys: ["word", "trans", "phonetic0"],
    fields: (item) => ({
      text: item["word"],
      meaning: each(item["trans"], "cn"),
      partOfSpeech: at(list(item["trans"])[0], "pos"),
      pronunciation: item["phonetic0"],
      examples: each(item["sentences"], "c"),
      exampleMeanings: each(item["sentences"], "cn"),
    }),
  },
  // KyleBing/english-vocabulary
  {
    keys: ["word", "translations"],
    fields: (item) => ({
      text: item["word"],
      meaning: each(item["translations"], "translation"),
      partOfSpeech: at(list(item["translations"])[0], "type"),
    }),
  },
  // qwerty-learner
  {
    keys: ["name", "trans"],
    fields: (item) => ({
      text: item["name"],
      meaning: item["trans"],
      pronunciation: item["usphone"] ?? item["ukphone"],
      reading: item["notation"],
    }),
  },
  // drkameleon/complete-hsk-vocabulary, short and long keys
  {
    keys: ["s", "f"],
    fields: (item) => ({
      text: item["s"],
      meaning: each(item["f"], "m").flat(),
      reading: at(list(item["f"])[0], "i", "y"),
    }),
  },
  {
    keys: ["simplified", "forms"],
    fields: (item) => ({
      text: item["simplified"],
      meaning: each(item["forms"], "meanings").flat(),
      reading: at(list(item["forms"])[0], "transcriptions", "pinyin"),
    }),
  },
  // Duolingo, /vocabulary/overview
  {
    keys: ["word_string"],
    fields: (item) => ({ text: item["word_string"], partOfSpeech: item["pos"] }),
  },
];

/** The shape of most of these entries; undefined for one that no known program writes. */
export function shapeOf(items: readonly unknown[]): JsonShape | undefined {
  const records = items.filter(isRecord);
  return SHAPES.find(({ keys }) => {
    const known = records.filter((item) => keys.every((key) => key in item)).length;
    return known > records.length / 2;
  });
}

/** An entry of a known program as fields; undefined if its fields have other types. */
export function fieldsOf(shape: JsonShape, item: unknown): JsonFields | undefined {
  if (!isRecord(item)) return undefined;
  const fields = shape.fields(item);
  if (shape.isOwn === undefined) return printed(fields);
  const joined = Object.entries(fields).map(([key, value]): [string, unknown] => {
    const isList = Array.isArray(value) && value.every((text) => typeof text === "string");
    return [key, isList ? joinOwnList(value) : value];
  });
  return printed(Object.fromEntries(joined));
}

/** An entry whose keys are the names of its columns. */
export function plainFields(item: unknown): JsonFields | undefined {
  if (typeof item === "string") return { text: item };
  if (Array.isArray(item)) return pairFields(item);
  return isRecord(item) ? printed(item, true) : undefined;
}

/** `[text, meaning, …]`, or a row of a Yomitan bank. */
function pairFields(item: readonly unknown[]): JsonFields | undefined {
  if (item.length >= 6 && Array.isArray(item[5])) {
    const entry = entryOf(item);
    if (entry === undefined) return undefined;
    const { text, reading, meanings, tags, examples } = entry;
    return {
      text,
      reading: reading === text ? "" : reading,
      meaning: meanings.join("; "),
      partOfSpeech: tags.join(" "),
      examples: examples.join("\n"),
    };
  }
  const texts = item.map(printedValue);
  if (texts.includes(undefined) || texts.length === 0) return undefined;
  return Object.fromEntries(texts.map((text, index) => [String(index), text ?? ""]));
}

/** @param isLoose  leaves out values that are no text, instead of refusing the entry */
function printed(fields: Json, isLoose = false): JsonFields | undefined {
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const text = printedValue(value, key);
    if (text !== undefined) texts.push([key, text]);
    else if (!isLoose) return undefined;
  }
  return Object.fromEntries(texts);
}

/** Items of lists stand as their field wants them: examples on lines, tags between commas. */
function printedValue(value: unknown, key: string | number = ""): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((item) => item !== undefined && item !== null);
  if (!texts.every((item) => typeof item === "string")) return undefined;
  const separator = /example|sentence/i.test(String(key))
    ? "\n"
    : /tag/i.test(String(key))
      ? ","
      : "; ";
  return texts.join(separator);
}

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
