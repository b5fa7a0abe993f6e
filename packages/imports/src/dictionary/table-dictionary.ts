import { foldName } from "../columns/column-names.ts";
import { createDrafter, type ImportedWord } from "../columns/to-draft.ts";
import type { ByteSource } from "../files/byte-source.ts";
import { UnreadableError } from "../files/unreadable.ts";
import { guessRoles, guessTableLanguages } from "../preview.ts";
import type { Row } from "../row.ts";
import type { ColumnRole, Table } from "../table.ts";
import { openText } from "../text/open-text.ts";
import { NOTHING_SAID, type DictionaryFile, type LexicalRow } from "./lexical-entry.ts";

/** Columns that only dictionaries have, by the names of their headers. */
const LEVEL_NAMES = ["level", "cefr", "hsk", "jlpt", "topik", "tag", "tags"];
const RANK_NAMES = ["rank", "frequency rank", "frq", "bnc"];
const ECDICT_NAMES = ["translation", "definition", "exchange", "collins", "oxford", "frq"];
const ECDICT_TERMS = "ECDICT, github.com/skywind3000/ECDICT (MIT License)";

/** How the columns of one dictionary are read. */
interface Columns {
  readonly isEcdict: boolean;
  readonly levels: readonly number[];
  readonly ranks: readonly number[];
  /** Names of ECDICT for the forms of a word. */
  readonly exchange: number;
  /** A second spelling, such as the traditional one. */
  readonly variant: number;
  readonly roles: readonly ColumnRole[];
}

/**
 * Opens a table with a header as a dictionary.
 *
 * @param meaningLanguage  which meanings are wanted, where the table has them in two languages
 * @throws UnreadableError
 */
export async function openTableDictionary(
  source: ByteSource,
  name: string,
  meaningLanguage: string | null,
): Promise<DictionaryFile> {
  const table = openText(source, name, {});
  const columns = await columnsOf(table, meaningLanguage);
  const { isEcdict, roles } = columns;
  const english = isEcdict && roles[indexOf(table, "definition")] === "meaning";
  const guessed = isEcdict
    ? { text: "en", meaning: english ? "en" : "zh" }
    : await guessTableLanguages(table, roles);
  return {
    title: name.replace(/\.[a-z0-9]{1,8}$/i, "").trim() || name,
    revision: "",
    attribution: isEcdict ? ECDICT_TERMS : "",
    language: guessed.text,
    meaningLanguage: guessed.meaning,
    rows: () => entriesOf(table, columns, source.size),
  };
}

async function columnsOf(table: Table, meaningLanguage: string | null): Promise<Columns> {
  if (table.header === null)
    throw new UnreadableError(
      "It does not name the columns. Begin the file with a row such as word,meaning.",
      "line 1",
    );
  const names = table.header.map(foldName);
  const indexes = (wanted: readonly string[]) =>
    wanted.map((name) => names.indexOf(name)).filter((index) => index >= 0);
  const isEcdict = ECDICT_NAMES.every((name) => names.includes(name));
  const roles = [...(await guessRoles(table))];
  const [variant = -1] = indexes(["traditional"]);
  const own = [...indexes(LEVEL_NAMES), ...indexes(RANK_NAMES), ...indexes(["exchange"]), variant];
  for (const index of own) if (index >= 0) roles[index] = "ignore";
  if (isEcdict && meaningLanguage?.split("-")[0] === "en") {
    roles[names.indexOf("translation")] = "ignore";
    roles[names.indexOf("definition")] = "meaning";
  }
  for (const [role, what] of [
    ["text", "words"],
    ["meaning", "meanings"],
  ] as const)
    if (!roles.includes(role))
      throw new UnreadableError(
        `No column holds the ${what}: ${table.header.join(", ")}.`,
        "line 1",
      );
  return {
    isEcdict,
    levels: indexes(LEVEL_NAMES),
    ranks: indexes(RANK_NAMES),
    exchange: names.indexOf("exchange"),
    variant,
    roles,
  };
}

function indexOf({ header }: Table, name: string): number {
  return (header ?? []).map(foldName).indexOf(name);
}

async function* entriesOf(
  table: Table,
  columns: Columns,
  size: number,
): AsyncGenerator<LexicalRow> {
  const toDraft = createDrafter(columns.roles, table.rules);
  let read = 0;
  for await (const row of table.rows()) {
    read += row.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    const place = { where: row.where, share: Math.min(1, read / size) };
    const draft = toDraft(row);
    if ("fault" in draft) yield { ...place, fault: draft.fault };
    else yield* rowsOf(row, draft.word, columns, place);
  }
}

function* rowsOf(
  { cells }: Row,
  word: ImportedWord,
  columns: Columns,
  place: Pick<LexicalRow, "where" | "share">,
): Generator<LexicalRow> {
  const cell = (index: number) => (cells[index] ?? "").trim();
  const meanings = meaningsOf(word.meaning, columns);
  const formOf = /(?:^|\/)0:([^/]+)/.exec(cell(columns.exchange))?.[1];
  if (meanings.length === 0 && formOf === undefined)
    return yield { ...place, fault: { code: "invalid_item", message: "The row has no meaning." } };
  const ranks = columns.ranks.map((index) => Number(cell(index)));
  const entry = {
    ...NOTHING_SAID,
    kind: meanings.length > 0 ? ("word" as const) : ("form" as const),
    text: word.text,
    reading: withoutBrackets(word.reading ?? ""),
    pronunciation: word.pronunciation ?? "",
    partOfSpeech: word.partOfSpeech ?? "",
    meanings,
    examples: word.examples ?? [],
    exampleMeanings: word.exampleMeanings ?? [],
    level: columns.levels.map(cell).find((level) => level !== "") ?? "",
    rank: ranks.find((rank) => Number.isSafeInteger(rank) && rank > 0) ?? null,
    formOf: formOf === undefined ? [] : [formOf],
  };
  yield { ...place, entry };
  const variant = cell(columns.variant);
  if (variant !== "" && variant !== word.text)
    yield { ...place, entry: { ...entry, text: variant } };
}

/** Senses are lines; CC-CEDICT sets them between slashes, others divide them by semicolons. */
function meaningsOf(meaning: string, { isEcdict }: Columns): readonly string[] {
  const isSlashed = /^\/.*\/$/s.test(meaning);
  const divided = isSlashed ? /[/\n]/ : isEcdict ? /\n/ : /[;；\n]/;
  const parts = meaning.split(divided).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}

const withoutBrackets = (reading: string) => reading.replace(/^\[(.*)\]$/, "$1").trim();
