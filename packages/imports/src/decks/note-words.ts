import { createDrafter, type DraftRow, type ImportedWord } from "../columns/to-draft.ts";
import type { RowFault } from "../row.ts";
import type { ColumnRole } from "../table.ts";
import { htmlToText, withoutSounds } from "../text/html-text.ts";
import { readCloze } from "./cloze.ts";
import type { NoteType } from "./note-types.ts";

/** A note as it stands in the collection. */
export interface RawNote {
  /** Counted from 1. */
  readonly place: number;
  readonly id: number;
  readonly guid: string;
  readonly typeId: string;
  /** Seconds since 1970. */
  readonly modifiedS: number;
  readonly tags: readonly string[];
  /** HTML, in the order of the note type's fields. */
  readonly fields: readonly string[];
}

/** A longer hidden part is no word, characters. */
const HIDDEN_MAX = 60;

/** Turns notes of one type into words. */
export function createNoteDrafter(
  type: NoteType,
  roles: readonly ColumnRole[],
): (note: RawNote) => DraftRow {
  const draft = createDrafter(roles, { html: "always" });
  // The sentence of a cloze note comes before its other examples.
  const draftCloze = createDrafter(["examples", ...roles], { html: "always" });
  const texts = roles.flatMap((role, index) => (role === "text" ? [index] : []));
  return (note) => {
    const where = `note ${note.place}`;
    const held = texts.map((index) => note.fields[index] ?? "").join("\n");
    const cloze = type.isCloze ? readCloze(held) : undefined;
    if (cloze === undefined) return withTags(draft({ where, cells: note.fields }), note);
    const hidden = plain(cloze.hidden);
    if (hidden.startsWith("image-occlusion:")) return { where, fault: PICTURE };
    if ([...hidden].length > HIDDEN_MAX) return { where, fault: TOO_LONG };
    const [first] = texts;
    const cells = note.fields.map((field, index) => {
      if (index === first) return cloze.hidden;
      return texts.includes(index) ? "" : field;
    });
    const row = draftCloze({ where, cells: [plain(cloze.sentence), ...cells] });
    if (!("word" in row) || row.word.meaning !== "") return withTags(row, note);
    return withTags({ ...row, word: { ...row.word, meaning: plain(cloze.hint) } }, note);
  };
}

const PICTURE: RowFault = {
  code: "cloze_picture",
  message: "The note hides a part of a picture, not a word.",
};
const TOO_LONG: RowFault = {
  code: "cloze_too_long",
  message: `The note hides more than ${HIDDEN_MAX} characters.`,
};

/** One line without tags and recordings. */
function plain(html: string): string {
  return withoutSounds(htmlToText(html)).text.replace(/\s+/gu, " ").trim();
}

/** The tags of the note come before those in fields. */
function withTags(row: DraftRow, note: RawNote): DraftRow {
  if (!("word" in row) || note.tags.length === 0) return row;
  const tags = [...new Set([...note.tags, ...(row.word.tags ?? [])])];
  const word: ImportedWord = { ...row.word, tags };
  return { ...row, word };
}
