/** A part of a query that is searched for separately. */
export interface QueryPart {
  readonly text: string;
  /** True for a whole word, false for a pair of CJK characters. */
  readonly isWord: boolean;
}

const PARTS_MAX = 6;
const WORDS = /[\p{L}\p{N}'-]+/gu;
/** Scripts without spaces between words. */
const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const CJK_RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

/** Stop words. */
const STOP_WORDS = new Set(
  (
    "a about an and any are as at be by do does for from has have how i in is it its kind like " +
    "me my not of on or some somebody someone something sort that the their them they thing " +
    "things this to used very way what when where which who with word words you your"
  ).split(" "),
);

/**
 * The words of a query of several words, and the pairs of adjacent characters in CJK text. Empty if
 * the query itself is the only part.
 *
 * @param query  lower case
 */
export function partsOfQuery(query: string): QueryPart[] {
  const words = (query.match(WORDS) ?? [])
    .filter((word) => !STOP_WORDS.has(word) && word !== query)
    .map((text) => ({ text, isWord: true }));
  const pairs = (query.match(CJK_RUNS) ?? []).flatMap(pairsOf).filter((text) => text !== query);
  const parts = new Map<string, QueryPart>();
  for (const part of [...words, ...pairs.map((text) => ({ text, isWord: false }))]) {
    if (!parts.has(part.text)) parts.set(part.text, part);
  }
  return [...parts.values()].slice(0, PARTS_MAX);
}

/** Characters too frequent in meanings to be informative. */
const STOP_CHARACTERS = new Set("的了是在和与之其地得着过们个子儿头一不有人");

/** The single CJK characters of a query, without stop characters. */
export function charactersOf(query: string): string[] {
  const characters = [...query].filter(
    (character) => CJK_CHARACTER.test(character) && !STOP_CHARACTERS.has(character),
  );
  return [...new Set(characters)].slice(0, PARTS_MAX);
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
