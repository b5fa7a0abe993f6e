/** Whether a text has at most `max` characters, counted in code points. */
export function hasAtMost(text: string, max: number): boolean {
  // A code point has one or two UTF-16 units, so most texts need not be split.
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/** Maximum number of characters of each text of a word, and of entries in each list. */
export const WORD_LIMITS = {
  text: 200,
  meaning: 2_000,
  pronunciation: 200,
  partOfSpeech: 64,
  examples: { entries: 50, characters: 1_000 },
  tags: { entries: 50, characters: 64 },
  reading: 200,
  audioUrl: 2_000,
} as const;

/** Words in a study kit, at most: what a client holds for one session. */
export const KIT_WORDS_MAX = 200;

/** The largest recording or picture, bytes. */
export const MEDIA_BYTES_MAX = 5 * 1024 ** 2;
