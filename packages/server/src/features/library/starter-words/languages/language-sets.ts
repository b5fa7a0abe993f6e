import { parseSets } from "../starter-sets.ts";
import type { LanguageEntry } from "./language-entries.ts";

/**
 * Meanings that beginners meet together. A set stands as a whole, in its own order, among the first
 * words; words that only one language has may stand between them.
 */
const LANGUAGE_SETS = parseSets(`
numbers: zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty hundred thousand
questions: who what where when why how which
days: Monday Tuesday Wednesday Thursday Friday Saturday Sunday
family: mother father parents
colors: red blue yellow green black white gray brown orange pink purple
months: January February March April May June July August September October November December
seasons: spring summer autumn winter
parts of the day: morning noon afternoon
`);

/** The sets begin before this rank. */
const SETS_UNTIL = 250;

/** Sets that a language lacks, splits or orders otherwise, one line each. */
export function setFaults(entries: readonly LanguageEntry[]): string[] {
  const ranks = new Map(entries.map(({ shared }, rank) => [shared ?? "", rank]));
  return [...LANGUAGE_SETS].flatMap(([name, meanings]) => {
    const missing = meanings.filter((meaning) => !ranks.has(meaning));
    if (missing.length > 0) return [`${name}: missing ${missing.join(", ")}`];
    const start = ranks.get(meanings[0] ?? "") ?? 0;
    const end = ranks.get(meanings.at(-1) ?? "") ?? 0;
    const found = entries.slice(start, end + 1).flatMap(({ shared }) => shared ?? []);
    if (found.join() !== meanings.join()) return [`${name}: not together and in order`];
    return start < SETS_UNTIL ? [] : [`${name}: only from rank ${start + 1}`];
  });
}
