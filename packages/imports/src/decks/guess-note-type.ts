import { guessColumns } from "../columns/guess-columns.ts";
import type { ColumnRole } from "../table.ts";
import { htmlToText } from "../text/html-text.ts";
import { rolesOfFieldNames } from "./field-names.ts";
import type { NoteType } from "./note-types.ts";

/**
 * What the fields of a note type hold, by their names, the templates and the first notes.
 *
 * @param sample  the fields of the first notes, HTML
 */
export function guessNoteType(
  type: NoteType,
  sample: readonly (readonly string[])[],
): ColumnRole[] {
  const cells = sample.map((fields) => fields.map((field) => htmlToText(field.slice(0, 5_000))));
  const given = type.isCloze ? clozeRoles(type) : rolesOfFieldNames(type.fields);
  return guessColumns(type.fields, cells, given).slice(0, type.fields.length);
}

/** The field that the template hides parts of, and the one after it. */
function clozeRoles({ fields, templates }: NoteType): Record<number, ColumnRole> {
  const questions = templates.map(({ question }) => question).join("\n");
  const [, name = ""] = /\{\{(?:[\w-]+:)*cloze:(?:[\w-]+:)*([^{}]+)\}\}/.exec(questions) ?? [];
  const text = Math.max(0, fields.indexOf(name.trim()));
  const meaning = text === 0 ? 1 : 0;
  return { [text]: "text", ...(meaning < fields.length && { [meaning]: "meaning" as const }) };
}
