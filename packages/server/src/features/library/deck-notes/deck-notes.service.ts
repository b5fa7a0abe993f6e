import { createHash } from "node:crypto";
import type { NoteType } from "@wordloom/imports";
import type { DeckKeeper, DeckWord } from "../../../deck-keeper.ts";
import {
  addNoteTypes,
  insertDeckNotes,
  listNotedWords,
  removeDeckNotes,
} from "./deck-notes.repo.ts";

/** Keeps with which note a word came, so that it can leave with the same one. */
export const deckNotesKeeper: DeckKeeper = {
  keeps: "deck_note",
  async keep(_, tx, { userId, words, noteTypes }) {
    const ids = words.map(({ wordId }) => wordId);
    const noted = new Set(await listNotedWords(tx, userId, ids));
    const fresh = words.filter(({ wordId }) => !noted.has(wordId) && noted.add(wordId));
    const used = new Set(fresh.map(({ note }) => note.typeId));
    const types = [...used].flatMap((id) => noteTypes.get(id) ?? []);
    const keys = new Map(types.map((type) => [type.id, keyOf(type)]));
    await addNoteTypes(
      tx,
      types.map((type) => ({
        user_id: userId,
        key: keys.get(type.id) ?? "",
        type_id: type.id,
        name: type.name,
        is_cloze: Number(type.isCloze),
        fields_json: JSON.stringify(type.fields),
        templates_json: JSON.stringify(type.templates),
        css: type.css,
      })),
    );
    await insertDeckNotes(
      tx,
      fresh.map((word) => noteRow(userId, word, keys)),
    );
    return fresh.map(({ wordId }) => wordId);
  },
  drop: removeDeckNotes,
};

function noteRow(userId: string, { wordId, note }: DeckWord, keys: ReadonlyMap<string, string>) {
  return {
    user_id: userId,
    word_id: wordId,
    guid: note.guid,
    note_id: note.id,
    type_key: keys.get(note.typeId) ?? "",
    modified_s: note.modifiedS,
    tags_json: JSON.stringify(note.tags),
    fields_json: JSON.stringify(note.fields),
    cards_json: JSON.stringify(note.cards),
  };
}

/** Types of different decks may have one id. */
function keyOf({ id, name, isCloze, fields, templates, css }: NoteType): string {
  const text = JSON.stringify([id, name, isCloze, fields, templates, css]);
  return createHash("sha256").update(text).digest("base64url");
}
