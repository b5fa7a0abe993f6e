/** Longer than any tag in use. */
const TAG_MAX = 64;

/**
 * The canonical form of a BCP 47 language tag: `zh-Hans`, `pt-BR`, `he` for `iw`.
 *
 * @returns undefined for a malformed tag
 */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > TAG_MAX) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * Whether a language belongs to a range: `zh-Hans` and `zh` belong to `zh`, `zh` does not belong to
 * `zh-Hans`. Source: RFC 4647, basic filtering.
 */
export function isOfLanguage(tag: string, range: string): boolean {
  const [given, wanted] = [tag.toLowerCase(), range.toLowerCase()];
  return wanted === "*" || given === wanted || given.startsWith(`${wanted}-`);
}

/** Written languages that share the rules of another one. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["cmn", "zh"],
  ["yue", "zh"],
]);

/** The first part of a tag, in lower case: `zh` of `zh-Hans`. */
export function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split("-", 1)[0] ?? "";
}

/** The language under which the rules for a tag are listed: `de` for `de-AT`, `no` for `nb`. */
export function baseLanguage(tag: string): string {
  const language = primaryLanguage(tag);
  return SHARED.get(language) ?? language;
}
