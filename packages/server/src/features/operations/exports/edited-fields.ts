import type { WordPublic } from "@wordloom/contract";
import {
  createNoteDrafter,
  directionsOf,
  guessNoteType,
  html,
  type ColumnRole,
  type Direction,
  type NoteType,
} from "@wordloom/imports";
import { completeWord } from "../../library/words/word-draft.ts";

/** How notes of a type are read. */
export interface NoteReader {
  readonly directions: ReadonlyMap<number, Direction>;
  readonly roles: readonly ColumnRole[];
  /** The word that a note says, as an import would store it; undefined if it says none. */
  read(fields: readonly string[]): { readonly text: string; readonly meaning: string } | undefined;
}

/** @param fields  those of a note of the type, HTML */
export function noteReader(type: NoteType, fields: readonly string[]): NoteReader {
  const roles = guessNoteType(type, [fields]);
  const draft = createNoteDrafter(type, roles);
  const rest = { place: 1, id: 1, guid: "", typeId: type.id, modifiedS: 0, tags: [] };
  return {
    roles,
    directions: directionsOf(type, roles),
    read(held) {
      const row = draft({ ...rest, fields: held });
      if (!("word" in row)) return undefined;
      const { text, meaning } = row.word;
      return completeWord({ text, meaning });
    },
  };
}

/**
 * The fields of a note with what the learner changed in its word: the word or its meaning. Without
 * a change, and where the field is not certain, they stay as they are.
 */
export function withEdits(
  fields: readonly string[],
  type: NoteType,
  { roles, read }: NoteReader,
  word: Pick<WordPublic, "text" | "meaning">,
): readonly string[] {
  const said = type.isCloze ? undefined : read(fields);
  if (said === undefined) return fields;
  // What is the same on both sides shows that the guess of the fields is right.
  const changed = (["text", "meaning"] as const).filter((part) => said[part] !== word[part]);
  const [part] = changed;
  if (part === undefined || changed.length > 1 || said[part] === "") return fields;
  const places = roles.flatMap((role, index) => (role === part ? [index] : []));
  const [place] = places;
  return place === undefined || places.length > 1 ? fields : fields.with(place, html(word[part]));
}
