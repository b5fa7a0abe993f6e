declare module "../../../platform/database/tables.ts" {
  interface Tables {
    deck_notes: DeckNotesTable;
    deck_note_types: DeckNoteTypesTable;
  }
}

/** The note that a learner's word came with; the first one if there were several. */
export interface DeckNotesTable {
  user_id: string;
  word_id: string;
  guid: string;
  /** Its id in the deck, which is when it was made, ms since 1970. */
  note_id: number;
  type_key: string;
  modified_s: number;
  tags_json: string;
  /** HTML, in the order of the note type's fields. */
  fields_json: string;
  /** Ids, ordinals and schedules of its cards. */
  cards_json: string;
  /** Of each review: id, ordinal, kind, interval, last interval, factor. */
  reviews_json: string;
}

/** How such notes are laid out. */
export interface DeckNoteTypesTable {
  user_id: string;
  /** A digest of all that follows. */
  key: string;
  /** Its id in the deck. */
  type_id: string;
  name: string;
  is_cloze: number;
  fields_json: string;
  templates_json: string;
  css: string;
}
