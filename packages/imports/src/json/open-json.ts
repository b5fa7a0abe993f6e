import { roleOfName } from "../columns/column-names.ts";
import { languageOfName } from "../columns/language-names.ts";
import type { ByteSource } from "../files/byte-source.ts";
import { UnreadableError, withoutWords } from "../files/unreadable.ts";
import type { Row } from "../row.ts";
import type { ReadOptions, Table } from "../table.ts";
import { decodedChunks, linesOf, type Encoding } from "../text/decode-text.ts";
import { guessEncoding } from "../text/guess-encoding.ts";
import { isTooDeep, jsonElements } from "./json-elements.ts";
import { fieldsOf, isRecord, plainFields, shapeOf, type JsonFields } from "./json-shapes.ts";

/** A larger file has to be a list, whose entries are read one at a time. Bytes. */
const WHOLE_MAX = 8 * 1024 * 1024;
const SAMPLE_ITEMS = 200;
const COLUMNS_MAX = 100;

/** An entry somewhere in a file. */
interface Item {
  readonly where: string;
  readonly value: unknown;
  readonly group?: string;
}

type Items = () => Iterable<Item> | AsyncIterable<Item>;

/**
 * Opens a JSON file: a list, an object with a list (or lists, such as the units of a course), an
 * object whose keys are words, or one object a line.
 *
 * @throws UnreadableError
 */
export async function openJson(source: ByteSource, options: ReadOptions): Promise<Table> {
  const encoding = options.encoding ?? guessEncoding(source).encoding;
  const { items, languages } = await findItems(source, encoding);
  const sample: Item[] = [];
  for await (const item of items()) if (sample.push(item) >= SAMPLE_ITEMS) break;
  if (sample.length === 0) throw withoutWords("The file has no list of words.");
  const shape = shapeOf(sample.map(({ value }) => value));
  const kind = commonKind(sample);
  const read = (value: unknown): JsonFields | undefined => {
    if (shape !== undefined) return fieldsOf(shape, value);
    return kindOf(value) === kind ? plainFields(value) : undefined;
  };
  const header = headerOf(sample.map(({ value }) => read(value)));
  const hasNames = kind === "record" || shape !== undefined || header.includes("text");
  return {
    kind: "json",
    encoding,
    separator: null,
    hasHeader: hasNames,
    header: hasNames ? header : null,
    sheets: [],
    rules: { html: "tags", ...(shape?.isOwn && { isOwn: "json" as const }) },
    ...(languages !== undefined && { languages }),
    async *rows() {
      for await (const { where, value, group } of items())
        yield rowOf(read(value), header, { where, ...(group !== undefined && { group }) });
    },
  };
}

const INVALID = {
  code: "invalid_item",
  message: "The entry has another shape than the others.",
} as const;

function rowOf(
  fields: JsonFields | undefined,
  header: readonly string[],
  place: { where: string; group?: string },
): Row {
  if (fields === undefined) return { ...place, cells: [], fault: INVALID };
  return { ...place, cells: header.map((key) => fields[key] ?? "") };
}

/** All keys of the sample, in the order in which they come. */
function headerOf(sample: readonly (JsonFields | undefined)[]): string[] {
  const keys = new Set(sample.flatMap((fields) => Object.keys(fields ?? {})));
  return [...keys].slice(0, COLUMNS_MAX);
}

const kindOf = (value: unknown) =>
  Array.isArray(value) ? "list" : isRecord(value) ? "record" : typeof value;

function commonKind(sample: readonly Item[]): string {
  const kinds = Map.groupBy(sample, ({ value }) => kindOf(value));
  const [most] = [...kinds].toSorted((a, b) => b[1].length - a[1].length);
  return most?.[0] ?? "record";
}

interface FoundItems {
  readonly items: Items;
  readonly languages?: { text: string | null; meaning: string | null };
}

async function findItems(source: ByteSource, encoding: Encoding): Promise<FoundItems> {
  const chunks = () => decodedChunks(source, encoding);
  if (source.size > WHOLE_MAX) return { items: await largeItems(chunks) };
  const text = [...chunks()].join("").replace(/^\uFEFF/, "");
  if (isTooDeep(text)) throw new UnreadableError("The file is nested too deeply.");
  const whole = parsed(text);
  if (whole === undefined) {
    if (!isJsonLines(text)) throw new UnreadableError(faultOf(text));
    return { items: () => lineItems([text]) };
  }
  const found: Item[] = [];
  collect(whole.value, undefined, found, 0);
  const names = isRecord(whole.value) ? whole.value : {};
  const [text1, meaning] = [names["learning_language"], names["from_language"]].map(languageIn);
  const languages = { text: text1 ?? null, meaning: meaning ?? null };
  return { items: () => found, ...(text1 !== undefined && { languages }) };
}

const languageIn = (value: unknown) =>
  typeof value === "string" ? languageOfName(value) : undefined;

async function largeItems(chunks: () => Iterable<string>): Promise<Items> {
  const [first = ""] = chunks();
  if (/^\uFEFF?\s*\{/.test(first) && isJsonLines(first.slice(0, first.lastIndexOf("\n"))))
    return () => lineItems(chunks());
  return async function* () {
    for await (const { number, value } of jsonElements(chunks()))
      yield { where: `entry ${number}`, value };
  };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Where JSON stops being valid, in the words of the parser. */
function faultOf(text: string): string {
  try {
    JSON.parse(text);
    return "The file is not valid JSON.";
  } catch (fault) {
    const place = /line \d+ column \d+/.exec(fault instanceof Error ? fault.message : "")?.[0];
    return `The file is not valid JSON${place === undefined ? "" : ` at ${place}`}.`;
  }
}

function isJsonLines(text: string): boolean {
  const lines = text.split(/[\r\n]+/, 3).filter((line) => line.trim() !== "");
  return (
    lines.length > 0 &&
    lines.every((line) => line.trimStart().startsWith("{") && parsed(line) !== undefined)
  );
}

function* lineItems(chunks: Iterable<string>): Generator<Item> {
  for (const { number, text } of linesOf(chunks)) {
    if (text.trim() === "") continue;
    yield { where: `line ${number}`, value: isTooDeep(text) ? undefined : parsed(text)?.value };
  }
}

/** Finds the entries in a value: lists of entries, under the names of the objects around them. */
function collect(value: unknown, group: string | undefined, found: Item[], depth: number): void {
  if (depth > 8) return;
  if (Array.isArray(value)) {
    if (value.some(isEntry)) {
      const start = found.length;
      for (const item of value)
        found.push({
          where: `entry ${found.length - start + 1}`,
          value: item,
          ...(group !== undefined && { group }),
        });
    } else for (const item of value) collect(item, nameOf(item) ?? group, found, depth + 1);
    return;
  }
  if (!isRecord(value)) return;
  const lists = Object.values(value).filter((inner) => Array.isArray(inner) && inner.length > 0);
  const before = found.length;
  for (const list of lists)
    if (!(list as unknown[]).every((item) => typeof item === "string"))
      collect(list, group, found, depth + 1);
  if (found.length > before) return;
  const pairs = Object.entries(value).filter(([, inner]) => isText(inner));
  if (pairs.length === Object.keys(value).length && pairs.length > 0)
    for (const [word, meaning] of pairs)
      found.push({ where: `entry ${found.length + 1}`, value: [word, meaning] });
  else for (const inner of Object.values(value)) collect(inner, group, found, depth + 1);
}

const isText = (value: unknown) =>
  typeof value === "string" ||
  (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string"));

/** A text, a pair of texts, a row of a bank, or an object with a word. */
function isEntry(value: unknown): boolean {
  if (typeof value === "string") return true;
  if (Array.isArray(value)) return typeof value[0] === "string" && value.length > 1;
  if (!isRecord(value)) return false;
  const hasList = Object.values(value).some(
    (inner) => Array.isArray(inner) && inner.some(isRecord),
  );
  const hasWord = Object.entries(value).some(
    ([key, inner]) => typeof inner === "string" && roleOfName(key) === "text",
  );
  return hasWord || shapeOf([value]) !== undefined || (!hasList && Object.keys(value).length > 1);
}

function nameOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const name = value["name"] ?? value["title"];
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}
