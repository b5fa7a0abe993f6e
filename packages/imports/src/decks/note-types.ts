import { tooLarge } from "../files/unreadable.ts";
import { numberOf, textOf, type ForeignDatabase } from "../sqlite/open-database.ts";
import { protoFields, protoNumber, protoText } from "./protobuf.ts";

/** How the notes of a type are laid out and asked. */
export interface NoteType {
  readonly id: string;
  readonly name: string;
  readonly isCloze: boolean;
  /** Names of the fields, in the order in which notes hold them. */
  readonly fields: readonly string[];
  /** Each makes a card; their ordinals are those of the cards. */
  readonly templates: readonly NoteTemplate[];
  readonly css: string;
}

interface NoteTemplate {
  readonly ordinal: number;
  readonly name: string;
  readonly question: string;
  readonly answer: string;
}

const TYPES_MAX = 5_000;
const PARTS_MAX = 50_000;
/** Longer templates are programs, UTF-16 units. They are left out, and so is their direction. */
const TEMPLATE_MAX = 100_000;

const bounded = (text: string) => (text.length > TEMPLATE_MAX ? "" : text);

/** From JSON, as in collections up to schema 14. @throws UnreadableError */
export function jsonNoteTypes(list: Record<string, unknown>): Map<string, NoteType> {
  const types = Object.entries(list);
  if (types.length > TYPES_MAX)
    throw tooLarge(`The collection has more than ${TYPES_MAX} note types.`, "col.models");
  return new Map(
    types.map(([id, type]) => {
      const { name, type: kind, flds, tmpls, css } = objectOf(type);
      return [
        id,
        {
          id,
          name: stringOf(name),
          isCloze: Number(kind) === 1,
          fields: inOrder(flds).map((field) => stringOf(field["name"])),
          templates: inOrder(tmpls).map((template, index) => ({
            ordinal: Number(template["ord"] ?? index),
            name: stringOf(template["name"]),
            question: bounded(stringOf(template["qfmt"])),
            answer: bounded(stringOf(template["afmt"])),
          })),
          css: bounded(stringOf(css)),
        },
      ];
    }),
  );
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const stringOf = (value: unknown) => (typeof value === "string" ? value : "");

function inOrder(list: unknown): Record<string, unknown>[] {
  const parts = Array.isArray(list) ? list.map(objectOf) : [];
  return parts.toSorted((a, b) => (Number(a["ord"]) || 0) - (Number(b["ord"]) || 0));
}

/** From tables, as in collections from schema 15 on. @throws UnreadableError */
export function tableNoteTypes(database: ForeignDatabase): Map<string, NoteType> {
  const fields = partsOf(database, "fields");
  const templates = partsOf(database, "templates");
  const types = new Map<string, NoteType>();
  const columns = ["id", "name", "config"];
  for (const [key, name, config] of database.scan("notetypes", columns, TYPES_MAX)) {
    const id = textOf(key);
    const says = messageOf(config, `note type ${id}`);
    types.set(id, {
      id,
      name: textOf(name),
      isCloze: protoNumber(says, 1, 0) === 1,
      fields: (fields.get(id) ?? []).map((field) => field.name),
      templates: (templates.get(id) ?? []).map((template) => ({
        ordinal: template.ordinal,
        name: template.name,
        question: bounded(protoText(template.config, 1)),
        answer: bounded(protoText(template.config, 2)),
      })),
      css: bounded(protoText(says, 3)),
    });
  }
  return types;
}

interface Part {
  readonly ordinal: number;
  readonly name: string;
  readonly config: ReturnType<typeof messageOf>;
}

function partsOf(database: ForeignDatabase, table: "fields" | "templates"): Map<string, Part[]> {
  const parts = new Map<string, Part[]>();
  const columns = ["ntid", "ord", "name", "config"];
  for (const [type, ordinal, name, config] of database.scan(table, columns, PARTS_MAX)) {
    const id = textOf(type);
    const known = parts.get(id) ?? [];
    parts.set(id, known);
    known.push({
      ordinal: numberOf(ordinal),
      name: textOf(name),
      config: messageOf(config, `${table} of note type ${id}`),
    });
  }
  for (const known of parts.values()) known.sort((a, b) => a.ordinal - b.ordinal);
  return parts;
}

function messageOf(value: unknown, where: string) {
  return value instanceof Uint8Array ? [...protoFields(value, where)] : [];
}
