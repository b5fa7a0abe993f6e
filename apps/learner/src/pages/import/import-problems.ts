/** Problems of lines for which the app has a sentence, by the service's codes. */
const sentences = {
  no_text: "no_word",
  field_empty: "no_word",
  open_quote: "open_quote",
  long_row: "long_row",
  long_text: "too_long",
  long_meaning: "too_long",
  field_too_long: "too_long",
  list_too_long: "too_many",
  formula_without_value: "formula",
  cell_error: "cell_error",
  invalid_item: "no_entry",
  invalid_language: "language",
  not_selected: "not_selected",
  long_note: "too_long",
  no_card: "deck_note",
  unknown_note_type: "deck_note",
  impossible_note: "deck_note",
  impossible_card: "deck_note",
  cloze_picture: "deck_gap",
  cloze_too_long: "deck_gap",
  impossible_time: "deck_review",
  impossible_review: "deck_review",
  absent_card: "deck_review",
  no_room: "no_room",
  unknown_table: "unknown_table",
  invalid_word: "invalid_word",
  media_unusable: "media_unusable",
  media_limit: "media_limit",
} as const;

export type ProblemSentence = (typeof sentences)[keyof typeof sentences];

/** The sentence for a problem; undefined for a code that is newer than the app. */
export function sentenceOf(code: string): ProblemSentence | undefined {
  return Object.hasOwn(sentences, code) ? sentences[code as keyof typeof sentences] : undefined;
}

/** A place in a file: its kind, its number, and the file or sheet within the file. */
export interface Place {
  readonly kind: "line" | "row" | "entry" | "word" | "note" | "card" | "review" | "cell";
  readonly number: number;
  readonly within: string;
}

/** A place that the service names in English, such as `line 3`; undefined for any other text. */
export function placeOf(where: string): Place | undefined {
  const numbered = /^(?:(.+) )?(line|row|entry|word|note|card|review) (\d+)$/.exec(where);
  if (numbered !== null) {
    const [, within = "", kind, number] = numbered;
    return { kind: kind as Place["kind"], number: Number(number), within };
  }
  const cell = /^(.+)![A-Z]+(\d+)$/.exec(where);
  return cell === null ? undefined : { kind: "cell", number: Number(cell[2]), within: cell[1]! };
}

/** Endings of files that no import reads. */
const unfit = {
  document: ["pdf", "doc", "docx", "odt", "rtf", "pages", "epub", "ppt", "pptx"],
  sheet: ["xls", "xlsb", "numbers"],
  packed: ["rar", "7z", "gz", "tgz", "tar", "bz2", "xz", "zst", "zip"],
  media: ["png", "jpg", "jpeg", "gif", "webp", "heic", "mp3", "m4a", "wav", "ogg", "mp4"],
  deck: ["apkg", "colpkg"],
};

/** What an unreadable file is, by the ending of its name. */
export function unfitKind(name: string): keyof typeof unfit | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const kinds = Object.keys(unfit) as (keyof typeof unfit)[];
  return kinds.find((kind) => unfit[kind].includes(ending));
}
