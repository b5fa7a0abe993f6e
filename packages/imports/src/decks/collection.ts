import type { SQLOutputValue } from "node:sqlite";
import { tooLarge, UnreadableError } from "../files/unreadable.ts";
import { numberOf, textOf, type ForeignDatabase } from "../sqlite/open-database.ts";
import { jsonNoteTypes, tableNoteTypes, type NoteType } from "./note-types.ts";
import { protoFields } from "./protobuf.ts";

/** What a collection says besides its notes, cards and reviews. */
export interface Collection {
  /** Midnight of its first day, as days of cards are counted, seconds since 1970. */
  readonly createdS: number;
  /** In version 1, learning had three answers: again, good, easy. */
  readonly scheduler: number;
  readonly decks: ReadonlyMap<string, CollectionDeck>;
  readonly noteTypes: ReadonlyMap<string, NoteType>;
}

interface CollectionDeck {
  readonly id: string;
  /** Levels are divided by `::`. */
  readonly name: string;
  /** Cards are only lent to it. */
  readonly isFiltered: boolean;
}

const SCHEMAS = { first: 11, tables: 15, last: 18 } as const;
const DECKS_MAX = 20_000;
/** Longer settings would not fit into memory once they are parsed, UTF-16 units. */
const JSON_MAX = 16 * 1024 ** 2;

/** Whether a database has the tables of a collection. */
export function isCollection({ tables }: ForeignDatabase): boolean {
  return ["col", "notes", "cards", "revlog"].every((table) => tables.has(table));
}

/**
 * Reads decks, note types and settings: from the tables of their own, or from JSON in `col`.
 *
 * @throws UnreadableError
 */
export function readCollection(database: ForeignDatabase): Collection {
  const names = ["ver", "crt", "conf", "decks", "models"];
  const [row] = database.scan("col", names, 1);
  if (row === undefined) throw new UnreadableError("The collection has no settings.", "col");
  const [version, created, conf, decks, models] = row;
  const schema = numberOf(version);
  if (!(schema >= SCHEMAS.first && schema <= SCHEMAS.last))
    throw new UnreadableError(
      `The collection is of version ${schema}; versions ${SCHEMAS.first} to ${SCHEMAS.last} are ` +
        "known.",
      "col",
      schema > SCHEMAS.last ? "too_new" : "damaged",
    );
  const hasTables = schema >= SCHEMAS.tables;
  return {
    createdS: numberOf(created) || 0,
    scheduler: hasTables
      ? schedulerOf(database)
      : Number(jsonOf(conf, "col.conf")["schedVer"]) || 1,
    decks: hasTables ? tableDecks(database) : jsonDecks(jsonOf(decks, "col.decks")),
    noteTypes: hasTables ? tableNoteTypes(database) : jsonNoteTypes(jsonOf(models, "col.models")),
  };
}

function jsonOf(value: SQLOutputValue | undefined, where: string): Record<string, unknown> {
  const text = typeof value === "string" ? value : "";
  if (text.length > JSON_MAX) throw tooLarge("It is larger than 16 MB.", where);
  try {
    const parsed: unknown = JSON.parse(text || "{}");
    if (typeof parsed === "object" && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // The refusal below names the place.
  }
  throw new UnreadableError("Its JSON is damaged.", where);
}

function schedulerOf(database: ForeignDatabase): number {
  if (!database.tables.has("config")) return 2;
  for (const [key, value] of database.scan("config", ["KEY", "val"], 100_000))
    if (key === "schedVer" && value instanceof Uint8Array)
      return Number(new TextDecoder().decode(value)) || 2;
  return 1;
}

function jsonDecks(list: Record<string, unknown>): Map<string, CollectionDeck> {
  const decks = Object.entries(list).flatMap(([id, deck]): [string, CollectionDeck][] => {
    if (typeof deck !== "object" || deck === null) return [];
    const { name, dyn } = deck as { name?: unknown; dyn?: unknown };
    return typeof name === "string" ? [[id, { id, name, isFiltered: Number(dyn) === 1 }]] : [];
  });
  if (decks.length > DECKS_MAX)
    throw tooLarge(`The collection has more than ${DECKS_MAX} decks.`, "col.decks");
  return new Map(decks);
}

/** The field of the kind of a deck that says that it is filtered. */
const FILTERED = 2;

function tableDecks(database: ForeignDatabase): Map<string, CollectionDeck> {
  const decks = new Map<string, CollectionDeck>();
  for (const [key, name, kind] of database.scan("decks", ["id", "name", "kind"], DECKS_MAX)) {
    const id = textOf(key);
    const fields = kind instanceof Uint8Array ? [...protoFields(kind, `deck ${id}`)] : [];
    decks.set(id, {
      id,
      name: textOf(name).replaceAll("\x1f", "::"),
      isFiltered: fields.some(({ number }) => number === FILTERED),
    });
  }
  return decks;
}
