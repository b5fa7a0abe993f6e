import type { ZipArchive } from "../files/zip.ts";
import { UnreadableError } from "../files/unreadable.ts";
import { jsonElements } from "../json/json-elements.ts";
import type { Row } from "../row.ts";
import type { ColumnRole, Table } from "../table.ts";
import { readGlossary, type Glossary } from "./structured-content.ts";

/** What a dictionary says of itself. */
export interface DictionaryIndex {
  readonly title: string;
  readonly revision: string;
  readonly format: number;
  readonly attribution: string;
  readonly language: string | null;
  readonly meaningLanguage: string | null;
  /** Whether its frequencies are numbers of occurrences instead of ranks. */
  readonly countsOccurrences: boolean;
}

/** An entry of a dictionary. */
export interface DictionaryEntry extends Glossary {
  readonly text: string;
  readonly reading: string;
  readonly tags: readonly string[];
  /** Tags of the word itself, such as its level; `tags` are those of the meaning. */
  readonly termTags: readonly string[];
  readonly score: number;
  /** The words of which this one is a form; such an entry has no meanings. */
  readonly formOf: readonly string[];
}

/** What a dictionary adds about a word besides its entries. */
export interface DictionaryMeta {
  readonly kind: "frequency" | "pitch" | "ipa";
  readonly text: string;
  readonly reading: string;
  /** Empty for a frequency. */
  readonly pronunciation: string;
  /** Of a frequency: a rank, or a number of occurrences; 0 otherwise. */
  readonly frequency: number;
}

const INDEX = "index.json";
const INDEX_MAX = 1_000_000;
const TERM_BANK = /^term_bank_\d+\.json$/;
const META_BANK = /^term_meta_bank_\d+\.json$/;
const TAG_BANK = /^tag_bank_\d+\.json$/;

export function isYomitan(archive: ZipArchive): boolean {
  return (
    archive.has(INDEX) &&
    archive.entries.some(({ name }) => TERM_BANK.test(name) || META_BANK.test(name))
  );
}

/** @throws UnreadableError */
export async function readIndex(archive: ZipArchive): Promise<DictionaryIndex> {
  const index = await parsedIndex(archive);
  const text = (key: string) => {
    const value = index[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const format = Number(text("format") || text("version"));
  if (text("title") === "") throw new UnreadableError("The dictionary has no title.", INDEX);
  if (![1, 2, 3].includes(format))
    throw new UnreadableError("The dictionary's format is not 1, 2 or 3.", INDEX);
  return {
    title: text("title"),
    revision: text("revision"),
    format,
    attribution:
      [text("attribution"), text("author"), text("url")].find((part) => part !== "") ?? "",
    language: text("sourceLanguage") || null,
    meaningLanguage: text("targetLanguage") || null,
    countsOccurrences: text("frequencyMode") === "occurrence-based",
  };
}

async function parsedIndex(archive: ZipArchive): Promise<Record<string, unknown>> {
  const bytes = await archive.bytes(INDEX, INDEX_MAX);
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Falls through to the refusal.
  }
  throw new UnreadableError("It is not valid JSON.", INDEX);
}

/** A row of a term bank as an entry; undefined for rows of another shape. */
export function entryOf(row: unknown, format = 3): DictionaryEntry | undefined {
  if (!Array.isArray(row) || row.length < 6) return undefined;
  const [text, reading, tags, , score, ...rest] = row as unknown[];
  if (typeof text !== "string" || text.trim() === "") return undefined;
  const items = format === 1 || !Array.isArray(rest[0]) ? rest : (rest[0] as unknown[]);
  const formOf = items.flatMap((item) =>
    Array.isArray(item) && typeof item[0] === "string" ? [item[0]] : [],
  );
  return {
    text: text.trim(),
    reading: typeof reading === "string" ? reading.trim() : "",
    tags: tagsIn(tags),
    termTags: format === 1 ? [] : tagsIn(rest[2]),
    score: typeof score === "number" ? score : 0,
    formOf: [...new Set(formOf)],
    ...readGlossary(items),
  };
}

function tagsIn(value: unknown): string[] {
  return typeof value === "string" ? value.split(" ").filter((tag) => tag !== "") : [];
}

/** A row that is read, or the place of one that cannot be. */
type BankRow<T> = {
  readonly where: string;
  /** The share of the banks before this one, 0 to 1. */
  readonly share: number;
} & ({ readonly entry: T } | { readonly entry?: never });

/** The entries of all term banks, in order. @throws UnreadableError */
export async function* dictionaryEntries(
  archive: ZipArchive,
  format: number,
): AsyncGenerator<BankRow<DictionaryEntry>> {
  for await (const { value, ...place } of bankRows(archive, TERM_BANK)) {
    const entry = entryOf(value, format);
    yield entry === undefined ? place : { ...place, entry };
  }
}

/** Frequencies, pitch accents and IPA of all meta banks. @throws UnreadableError */
export async function* dictionaryMeta(
  archive: ZipArchive,
): AsyncGenerator<BankRow<DictionaryMeta>> {
  for await (const { value, ...place } of bankRows(archive, META_BANK)) {
    const entry = metaOf(value);
    // Banks have other figures as well, which say nothing about words.
    if (entry !== undefined) yield { ...place, entry };
  }
}

/** The categories of tags, such as `partOfSpeech`, by tag. @throws UnreadableError */
export async function tagCategories(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const categories = new Map<string, string>();
  for await (const { value } of bankRows(archive, TAG_BANK)) {
    const [name, category] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof name !== "string" || typeof category !== "string") continue;
    if (categories.size < TAGS_MAX) categories.set(name, category);
  }
  return categories;
}

const TAGS_MAX = 10_000;

async function* bankRows(archive: ZipArchive, pattern: RegExp) {
  const banks = archive.entries.map(({ name }) => name).filter((name) => pattern.test(name));
  const number = (name: string) => Number(/\d+/.exec(name)?.[0]);
  const sorted = banks.toSorted((a, b) => number(a) - number(b));
  for (const [at, bank] of sorted.entries())
    for await (const { number: entry, value } of jsonElements(archive.text(bank), bank))
      yield { where: `${bank} entry ${entry}`, share: at / banks.length, value };
}

function metaOf(row: unknown): DictionaryMeta | undefined {
  if (!Array.isArray(row) || typeof row[0] !== "string") return undefined;
  const [text, mode, data] = row as [string, unknown, unknown];
  const outer = recordOf(data);
  const reading = typeof outer["reading"] === "string" ? outer["reading"] : "";
  if (mode === "freq") {
    const inner = "frequency" in outer ? outer["frequency"] : data;
    const frequency = Math.round(Number(recordOf(inner)["value"] ?? inner));
    return frequency > 0 && Number.isSafeInteger(frequency)
      ? { kind: "frequency", text, reading, pronunciation: "", frequency }
      : undefined;
  }
  const list = (key: string) => (Array.isArray(outer[key]) ? (outer[key] as unknown[]) : []);
  const ipa = list("transcriptions").map((item) => recordOf(item)["ipa"]);
  const pitches = list("pitches").map((item) => recordOf(item)["position"]);
  const [sound] = ipa.filter((item) => typeof item === "string");
  const [position] = pitches.filter((item) => typeof item === "number");
  const said = { text, reading, frequency: 0 };
  if (sound !== undefined)
    return { ...said, kind: "ipa", pronunciation: sound.replace(/^[/[]|[\]/]$/g, "") };
  return position === undefined
    ? undefined
    : { ...said, kind: "pitch", pronunciation: `[${position}]` };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** The columns into which an entry of a dictionary is put. */
const ENTRY_ROLES: readonly ColumnRole[] = [
  "text",
  "reading",
  "meaning",
  "partOfSpeech",
  "examples",
  "exampleMeanings",
];

function rowOfEntry(entry: DictionaryEntry, where: string): Row {
  const { text, reading, meanings, tags, examples, exampleMeanings } = entry;
  const cells = [
    text,
    reading === text ? "" : reading,
    meanings.join("; "),
    tags.join(" "),
    examples.join("\n"),
    exampleMeanings.join("\n"),
  ];
  return { where, cells };
}

/** Opens a dictionary as a list of words; entries that only name another word are left out. */
export async function openYomitan(archive: ZipArchive): Promise<Table> {
  const index = await readIndex(archive);
  return {
    kind: "yomitan",
    encoding: null,
    separator: null,
    hasHeader: true,
    header: ENTRY_ROLES,
    roles: { ...ENTRY_ROLES },
    sheets: [],
    rules: { html: "never" },
    languages: { text: index.language, meaning: index.meaningLanguage },
    async *rows() {
      for await (const { where, entry } of dictionaryEntries(archive, index.format)) {
        if (entry === undefined) yield { where, cells: [], fault: INVALID };
        else if (entry.formOf.length === 0 || entry.meanings.length > 0)
          yield rowOfEntry(entry, where);
      }
    },
  };
}

const INVALID = {
  code: "invalid_item",
  message: "The entry has another shape than a word.",
} as const;
