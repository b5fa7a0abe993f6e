/** Longer than any tag in use. */
const TAG_MAX = 64;

/**
 * The canonical form of a language tag (BCP 47), such as `zh-Hans` for `ZH-hans`; undefined if it
 * is malformed.
 */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > TAG_MAX) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
