import { IRREGULAR_FORMS } from "../starter-words/irregular-forms.ts";

const HEADWORDS: ReadonlyMap<string, readonly string[]> = byForm();

function byForm(): ReadonlyMap<string, readonly string[]> {
  const heads = new Map<string, string[]>();
  for (const [headword, forms] of IRREGULAR_FORMS)
    for (const form of forms) heads.set(form, [...(heads.get(form) ?? []), headword]);
  return heads;
}

/** Endings, and what may stand in their place in the base form, the likeliest first. */
const ENDINGS: readonly (readonly [ending: RegExp, bases: readonly string[]])[] = [
  [/'s?$/, [""]],
  [/ies$/, ["y", "ie"]],
  [/ied$/, ["y", "ie"]],
  [/ier$/, ["y"]],
  [/iest$/, ["y"]],
  [/ying$/, ["y", "ie"]],
  [/ves$/, ["f", "fe", "ve"]],
  [/men$/, ["man"]],
  [/(?<=s|x|z|ch|sh|o)es$/, ["", "e"]],
  [/(?<=[^s])s$/, [""]],
  [/([bdfglmnprtvz])\1(?:ed|ing|er|est)$/, ["$1", "$1$1"]],
  [/ed$/, ["", "e"]],
  [/ing$/, ["", "e"]],
  [/er$/, ["", "e"]],
  [/est$/, ["", "e"]],
];

/** A base form has at least this many letters. */
const BASE_MIN = 2;

/**
 * The words of which an English word may be a form: irregular ones first, then by its ending. Some
 * are no words at all; a look-up leaves them out.
 *
 * @param folded  by `foldText`
 */
export function englishBases(folded: string): readonly string[] {
  if (!/^[a-z][a-z'-]*$/.test(folded)) return [];
  const regular = ENDINGS.flatMap(([ending, bases]) =>
    ending.test(folded) ? bases.map((base) => folded.replace(ending, base)) : [],
  );
  const all = new Set([...(HEADWORDS.get(folded) ?? []), ...regular]);
  all.delete(folded);
  return [...all].filter((base) => base.length >= BASE_MIN);
}
