import { withoutShield } from "@wordloom/contract/csv";
import type { Row, RowFault } from "../row.ts";
import type { CellRules, ColumnRole } from "../table.ts";
import { htmlToText, looksLikeHtml, withoutSounds } from "../text/html-text.ts";
import { withoutRowNumber } from "../text/line-marks.ts";
import { languageOfName } from "./language-names.ts";
import { splitOwnList } from "./own-columns.ts";
import { takeReading } from "./readings.ts";

/** A word as a file has it; what the file is silent about is absent. */
export interface ImportedWord {
  readonly text: string;
  /** Empty where the file has none. */
  readonly meaning: string;
  readonly reading?: string;
  readonly pronunciation?: string;
  readonly partOfSpeech?: string;
  readonly examples?: readonly string[];
  readonly exampleMeanings?: readonly string[];
  readonly tags?: readonly string[];
  /** A name in a deck's media, or an address. */
  readonly audio?: string;
  readonly language?: string;
  readonly meaningLanguage?: string;
  readonly difficulty?: number;
}

/** A row as a word, or what is wrong with it. */
export type DraftRow = { readonly where: string; readonly group?: string } & (
  { readonly word: ImportedWord } | { readonly fault: RowFault }
);

type Cells = Partial<Record<Exclude<ColumnRole, "ignore">, string>>;

/** Turns rows into words by the roles of their columns. */
export function createDrafter(
  roles: readonly ColumnRole[],
  rules: CellRules,
): (row: Row) => DraftRow {
  return (row) => {
    const place = { where: row.where, ...(row.group !== undefined && { group: row.group }) };
    if (row.fault !== undefined) return { ...place, fault: row.fault };
    const cells: Cells = {};
    roles.forEach((role, index) => {
      const cell = row.cells[index];
      if (role === "ignore" || cell === undefined || cell === "") return;
      // Two columns with one role hold parts of the same field.
      const earlier = cells[role];
      cells[role] = earlier === undefined ? cell : `${earlier}\n${cell}`;
    });
    const word =
      rules.isOwn === undefined ? foreignWord(cells, rules) : ownWord(cells, rules.isOwn);
    return word.text === "" ? { ...place, fault: NO_TEXT } : { ...place, word };
  };
}

const NO_TEXT: RowFault = { code: "no_text", message: "The row has no word." };

/** A row of our own export: every field as it was. */
function ownWord(cells: Cells, format: "csv" | "json"): ImportedWord {
  const plain = (role: keyof Cells) => {
    const cell = cells[role];
    return cell === undefined || format === "json" ? cell : withoutShield(cell);
  };
  const list = (role: keyof Cells) => splitOwnList(plain(role) ?? "");
  const difficulty = Number(plain("difficulty") ?? "");
  return withoutAbsent({
    text: plain("text") ?? "",
    meaning: plain("meaning") ?? "",
    reading: plain("reading"),
    pronunciation: plain("pronunciation"),
    partOfSpeech: plain("partOfSpeech"),
    examples: list("examples"),
    exampleMeanings: list("exampleMeanings"),
    tags: list("tags"),
    audio: plain("audio"),
    language: plain("language"),
    meaningLanguage: plain("meaningLanguage"),
    difficulty: cells.difficulty === undefined || Number.isNaN(difficulty) ? undefined : difficulty,
  });
}

function foreignWord(cells: Cells, rules: CellRules): ImportedWord {
  const sounds: string[] = [];
  const clean = (role: keyof Cells): string => {
    const heard = withoutSounds(asText(cells[role] ?? "", rules));
    sounds.push(...heard.sounds);
    return withoutShield(heard.text).trim();
  };
  const [rawText, meaning] = [clean("text"), clean("meaning")];
  // Recordings in other fields are of sentences.
  const [ownSound] = sounds;
  const numberless = rules.isNumbered ? withoutRowNumber(rawText) : rawText;
  const { text, reading } = takeReading(oneLine(numberless));
  const audioCell = withoutSounds(cells.audio ?? "");
  const difficulty = Number((cells.difficulty ?? "").trim());
  const isShare = cells.difficulty !== undefined && difficulty >= 0 && difficulty <= 1;
  return withoutAbsent({
    text,
    meaning,
    reading: readingOf(oneLine(clean("reading"))) || reading,
    pronunciation: withoutSlashes(oneLine(clean("pronunciation"))) || undefined,
    // ECDICT writes shares, such as `n:46/v:54`.
    partOfSpeech: oneLine(clean("partOfSpeech")).replace(/:\d+/g, "") || undefined,
    examples: linesOf(clean("examples")),
    exampleMeanings: linesOf(clean("exampleMeanings")),
    tags: tagsOf(cells.tags ?? ""),
    audio: audioCell.sounds[0] ?? (audioCell.text.trim() || ownSound),
    language: tagOf(cells.language),
    meaningLanguage: tagOf(cells.meaningLanguage),
    difficulty: isShare ? difficulty : undefined,
  });
}

/** `食[た]べる` is read たべる. */
function readingOf(cell: string): string {
  return takeReading(cell).reading ?? cell;
}

function asText(cell: string, { html, hasEscapedBreaks }: CellRules): string {
  const text = hasEscapedBreaks ? cell.replaceAll("\\n", "\n") : cell;
  if (html === "never" || (html === "tags" && !looksLikeHtml(text))) return text;
  return htmlToText(text);
}

const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();

/** Examples are one a line; braces mark the word in them, as LWT writes it. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\{([^{}]+)\}/g, "$1").trim())
    .filter((line) => line !== "");
}

function withoutSlashes(text: string): string {
  return text
    .replace(/^\/(.*)\/$/, "$1")
    .replace(/^\[(.*)\]$/, "$1")
    .trim();
}

/** Tags are divided at commas, semicolons or bars, else at spaces, as Anki writes them. */
function tagsOf(cell: string): readonly string[] {
  const separator = /[,;|，；、]/.test(cell) ? /[,;|，；、]/ : /\s+/;
  const tags = cell.split(separator).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** A language by its name or its tag, as written where it is neither. */
function tagOf(cell: string | undefined): string | undefined {
  const name = cell?.trim() ?? "";
  return name === "" ? undefined : (languageOfName(name) ?? name);
}

type Optional<T> = { readonly [K in keyof T]: T[K] | undefined };

function withoutAbsent(word: Optional<Required<ImportedWord>>): ImportedWord {
  const isPresent = ([, value]: [string, unknown]) =>
    value !== undefined && !(Array.isArray(value) && value.length === 0);
  const { text = "", meaning = "", ...rest } = word;
  return { text, meaning, ...Object.fromEntries(Object.entries(rest).filter(isPresent)) };
}
