import type { ColumnRole } from "../table.ts";
import type { NoteType } from "./note-types.ts";

/** What a card shows, and what the learner has to give. */
export type Direction = "word-to-meaning" | "meaning-to-word" | "meaning-to-spelling";

/**
 * What the cards of a note type ask, by ordinal. Cards that show neither the word nor its meaning
 * have no direction, nor have those of cloze notes.
 *
 * @param roles  what the fields hold, in order
 */
export function directionsOf(
  type: NoteType,
  roles: readonly ColumnRole[],
): ReadonlyMap<number, Direction> {
  const found = new Map<number, Direction>();
  if (type.isCloze) return found;
  const roleOf = new Map(type.fields.map((name, index) => [name, roles[index]]));
  for (const { ordinal, question } of type.templates) {
    const { shown, isTyped } = fieldsOf(question);
    const asked = shown.map((name) => roleOf.get(name));
    if (asked.includes("text")) found.set(ordinal, "word-to-meaning");
    else if (asked.includes("meaning"))
      found.set(ordinal, isTyped ? "meaning-to-spelling" : "meaning-to-word");
  }
  return found;
}

/** Filters before a field's name that keep it from being read. */
const HIDING = /^(?:type|hint|tts)\b/;

/** The fields that a side shows, and whether it has a line to type into. */
function fieldsOf(template: string): { shown: string[]; isTyped: boolean } {
  const shown: string[] = [];
  let isTyped = false;
  for (const [, inside = ""] of template
    .replace(/<!--[^]*?-->/g, "")
    .matchAll(/\{\{([^{}]{1,500})\}\}/g)) {
    const parts = inside.trim().split(":");
    const name = parts.pop()?.trim() ?? "";
    const filters = parts.map((part) => part.trim());
    if (filters.includes("type")) isTyped = true;
    // `{{#Field}}` and `{{/Field}}` only ask whether there is something in it.
    else if (!/^[#^/]/.test(inside.trim()) && !filters.some((filter) => HIDING.test(filter)))
      shown.push(name);
  }
  return { shown, isTyped };
}
