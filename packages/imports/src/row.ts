/** What is wrong with a row of a file, for programs and for people. */
export interface RowFault {
  readonly code:
    | "no_text"
    | "open_quote"
    | "long_row"
    | "long_text"
    | "long_meaning"
    | "formula_without_value"
    | "cell_error"
    | "invalid_item"
    | "invalid_language"
    | "not_selected"
    | "no_card"
    | "long_note"
    | "unknown_note_type"
    | "cloze_picture"
    | "cloze_too_long"
    | "impossible_note"
    | "impossible_card"
    | "impossible_time"
    | "impossible_review"
    | "absent_card";
  readonly message: string;
}

/** A row of a file of any kind. */
export interface Row {
  /** Its place for people, such as `line 3`, `Sheet1!B3`, `note 12`; counted from 1. */
  readonly where: string;
  readonly cells: readonly string[];
  /** The heading, deck or unit it stands under. */
  readonly group?: string;
  readonly fault?: RowFault;
}

/** Rows of a file, one after another. */
export type Rows = Iterable<Row> | AsyncIterable<Row>;
