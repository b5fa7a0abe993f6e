import { wordsOf } from "./lemma.ts";
import { EXCLUDED_FROM_EXAMPLES } from "./word-choices.ts";

const MEANING_LENGTH_MAX = 120;
const MEANING_LENGTH_MIN = 30;
/** Separators of clauses and alternatives: the text before them is complete without the rest. */
const CLAUSE_SEPARATORS = [
  ", ",
  " that ",
  " which ",
  " who ",
  " because ",
  " but ",
  " especially ",
];
const EXAMPLE_LENGTH_MAX = 200;

/** A parsed gloss. */
export interface Gloss {
  readonly definition: string;
  readonly examples: readonly string[];
}

/**
 * Splits a gloss into its definition and its quoted examples: `look at carefully; "She studied the
 * map" - Jane` has one example, without the attribution. Long or offensive examples are omitted.
 */
export function parseGloss(gloss: string): Gloss {
  const quote = gloss.indexOf('"');
  const definition = (quote === -1 ? gloss : gloss.slice(0, quote)).replace(/[\s;:,]+$/, "");
  const examples = [...gloss.matchAll(/"([^"]+)"/g)]
    .map(([, example = ""]) => example.trim())
    .filter(isPresentable);
  return { definition: tidyDefinition(definition), examples };
}

function isPresentable(example: string): boolean {
  if (example.length === 0 || example.length > EXAMPLE_LENGTH_MAX) return false;
  return !wordsOf(example).some((word) => EXCLUDED_FROM_EXAMPLES.has(word));
}

/** Drops the leading subject field, unquoted examples and old-style quotation marks. */
function tidyDefinition(definition: string): string {
  return definition
    .replace(/^\((?!plural)[a-z]+( [a-z]+)?\) /, "")
    .replace(/;? e\.g\.,? .*$/, "")
    .replace(/`([^']*)'/g, "“$1”")
    .trim();
}

/**
 * A definition of at most 120 characters. Longer ones lose their parentheses, then whole clauses
 * from the end, and only then words, marked by an ellipsis.
 */
export function shortenDefinition(definition: string): string {
  if (definition.length <= MEANING_LENGTH_MAX) return definition;
  const plain = definition.replace(/\s*\([^)]*\)/g, "").trim();
  if (plain.length > 0 && plain.length <= MEANING_LENGTH_MAX) return plain;

  return cutBefore(plain, [";"]) ?? cutBefore(plain, CLAUSE_SEPARATORS) ?? `${cutAtWord(plain)}…`;
}

/** The longest prefix that ends before one of the separators, unless it is too short. */
function cutBefore(text: string, separators: readonly string[]): string | undefined {
  const ends = separators.map((separator) => text.lastIndexOf(separator, MEANING_LENGTH_MAX));
  const end = Math.max(...ends);
  return end >= MEANING_LENGTH_MIN ? text.slice(0, end) : undefined;
}

function cutAtWord(text: string): string {
  return text.slice(0, text.lastIndexOf(" ", MEANING_LENGTH_MAX - 1));
}
