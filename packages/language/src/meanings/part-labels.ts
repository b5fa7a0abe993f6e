/** Abbreviations of parts of speech that dictionaries print before a meaning. */
export const PART_LABELS =
  "n|v|vt|vi|a|adj|ad|adv|prep|conj|pron|int|interj|num|art|aux|pl|abbr|det";

const LABEL = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PART_LABELS})\\.\\s*`, "giu");

/** The meaning without labels of parts of speech. */
export function withoutLabels(meaning: string): string {
  return meaning.replace(LABEL, "");
}
