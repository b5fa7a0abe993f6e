/** A piece of a query that is looked for by itself. */
export interface QueryPart {
  readonly text: string;
  /** A whole word, not a piece out of a run of signs. */
  readonly isWord: boolean;
}

const PARTS_MAX = 6;
const WORDS = /[\p{L}\p{N}'-]+/gu;
/** Scripts without blanks between words. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

/** Words that say nothing about what is sought. */
const FILLERS = new Set(
  (
    "a about an and any are as at be by do does for from has have how i in is it its kind like " +
    "me my not of on or some somebody someone something sort that the their them they thing " +
    "things this to used very way what when where which who with word words you your"
  ).split(" "),
);

/**
 * The pieces of a query of several words, or of a run of signs the pairs of neighbours. None when
 * there is only one piece: then the query itself is looked for, and that is all.
 *
 * @param query  lower case
 */
export function partsOfQuery(query: string): QueryPart[] {
  const words = (query.match(WORDS) ?? [])
    .filter((word) => !FILLERS.has(word) && word !== query)
    .map((text) => ({ text, isWord: true }));
  const pairs = (query.match(SIGNS) ?? []).flatMap(pairsOf).filter((text) => text !== query);
  const parts = new Map<string, QueryPart>();
  for (const part of [...words, ...pairs.map((text) => ({ text, isWord: false }))]) {
    if (!parts.has(part.text)) parts.set(part.text, part);
  }
  return [...parts.values()].slice(0, PARTS_MAX);
}

/** Signs that stand in so many meanings that they say nothing. */
const EMPTY_SIGNS = new Set("的了是在和与之其地得着过们个子儿头一不有人");

/** The single signs of a query, without those that say nothing. */
export function deviceHintsOf(query: string): string[] {
  const signs = [...query].filter((sign) => SIGN.test(sign) && !EMPTY_SIGNS.has(sign));
  return [...new Set(signs)].slice(0, PARTS_MAX);
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
