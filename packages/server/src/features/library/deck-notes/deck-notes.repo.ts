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
  },
  key: ["user_id", "word_id"],
  onConflict: "ignore",
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

export async function insertDeckNotes(
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

/** Those of these words that have a note. */
export async function listNotedWords(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("deck_notes")
    .select("word_id")
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
  return new Set(rows.map((row) => row.word_id));
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
