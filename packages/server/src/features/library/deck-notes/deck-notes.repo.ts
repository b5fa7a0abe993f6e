import type { Selectable } from "kysely";
import { idsIn, upsertMany, type BulkTarget } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { DeckNotesTable, DeckNoteTypesTable } from "./deck-notes.tables.ts";

const NOTES: BulkTarget = {
  table: "deck_notes",
  columns: {
    user_id: "text",
    word_id: "text",
    guid: "text",
    note_id: "integer",
    type_key: "text",
    modified_s: "integer",
    tags_json: "text",
    fields_json: "text",
    cards_json: "text",
    reviews_json: "text",
  },
  key: ["user_id", "word_id"],
  onConflict: "update",
};

const TYPES: BulkTarget = {
  table: "deck_note_types",
  columns: {
    user_id: "text",
    key: "text",
    type_id: "text",
    name: "text",
    is_cloze: "integer",
    fields_json: "text",
    templates_json: "text",
    css: "text",
  },
  key: ["user_id", "key"],
  onConflict: "ignore",
};

/** Stores notes in place of those that their words have. */
export async function saveDeckNotes(
  tx: Database,
  notes: readonly Selectable<DeckNotesTable>[],
): Promise<void> {
  await upsertMany(tx, NOTES, notes);
}

/** Stores note types that are not there yet. */
export async function addNoteTypes(
  tx: Database,
  types: readonly Selectable<DeckNoteTypesTable>[],
): Promise<void> {
  await upsertMany(tx, TYPES, types);
}

/** The notes of these words. */
export async function listDeckNotes(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<Selectable<DeckNotesTable>[]> {
  return db
    .selectFrom("deck_notes")
    .selectAll()
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

export async function listDeckNoteTypes(
  db: Database,
  userId: string,
): Promise<Selectable<DeckNoteTypesTable>[]> {
  return db
    .selectFrom("deck_note_types")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("key")
    .execute();
}

/** The words of these notes, by the guids of the notes. */
export async function listWordsOfGuids(
  db: Database,
  userId: string,
  guids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("deck_notes")
    .select(["guid", "word_id"])
    .where("user_id", "=", userId)
    .where(idsIn(db, "guid", guids))
    .orderBy("word_id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.guid, row.word_id]));
}

/** Removes notes, and the note types that no note has any more. */
export async function removeDeckNotes(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("deck_notes")
    .where("user_id", "=", userId)
    .where(idsIn(tx, "word_id", wordIds))
    .execute();
  await tx
    .deleteFrom("deck_note_types")
    .where("user_id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deck_notes")
            .select("deck_notes.word_id")
            .whereRef("deck_notes.user_id", "=", "deck_note_types.user_id")
            .whereRef("deck_notes.type_key", "=", "deck_note_types.key"),
        ),
      ),
    )
    .execute();
}
