import { foldName, roleOfName } from "../columns/column-names.ts";
import { languageOfName } from "../columns/language-names.ts";
import type { ColumnRole } from "../table.ts";

/** Words for a sentence in names of fields, in the seven languages. */
const SENTENCE =
  /^(?:sentences?|examples?|satz|beispiel(?:satz)?|例句|例文|예문|phrase|exemple|frase|oración|ejemplo)$/;
/** Words before a name that say only that it is about the word itself. */
const OF_WORD = /^(?:vocabulary|vocab|word|expression|headword|target|term)$/;

/**
 * What the fields of a note type hold, by names such as `Vocabulary-Kana`, `Sentence English` or
 * `de_word`: parts of a name are divided by dashes, blanks, underscores or capitals.
 *
 * @returns the roles of the fields whose names tell them, by index
 */
export function rolesOfFieldNames(names: readonly string[]): Record<number, ColumnRole> {
  const roles: Record<number, ColumnRole> = {};
  const taken = new Set<ColumnRole>();
  const give = (index: number, role: ColumnRole) => {
    if (role !== "ignore" && taken.has(role)) return;
    taken.add(role);
    roles[index] = role;
  };
  // A plain name goes before a composed one.
  names.forEach((name, index) => {
    const role = roleOfName(name);
    if (role !== undefined) give(index, role);
  });
  names.forEach((name, index) => {
    if (roles[index] !== undefined || roleOfName(name) !== undefined) return;
    const role = composedRole(foldName(name).split(" "));
    // The second sentence translates the first, and the second word is its meaning.
    if (role === "examples" && taken.has(role)) give(index, "exampleMeanings");
    else if (role === "text" && taken.has(role)) give(index, "meaning");
    else if (role !== undefined) give(index, role);
  });
  return roles;
}

function composedRole(parts: readonly string[]): ColumnRole | undefined {
  if (parts.length < 2) return undefined;
  const rest = parts.filter((part) => languageOfName(part) === undefined);
  const isSentence = rest.some((part) => SENTENCE.test(part));
  const about = rest.filter((part) => !SENTENCE.test(part) && !OF_WORD.test(part));
  const role = roleOfName(about.join(" "));
  if (!isSentence) return about.length > 0 ? role : rest.length > 0 ? "text" : undefined;
  if (role === undefined || role === "text") return "examples";
  return role === "meaning" ? "exampleMeanings" : "ignore";
}
