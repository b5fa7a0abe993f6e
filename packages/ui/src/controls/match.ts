export interface ComboboxOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** At the end of the line: the offset of a zone. Also searched. */
  readonly detail?: string | undefined;
  /** Other names of it: searched, not shown. */
  readonly keywords?: string | undefined;
}

/** Drops accents, case and punctuation between words, which a search ignores. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLocaleLowerCase()
    .replace(/[\s_/,.–—-]+/gu, " ")
    .trim();
}

/** Scripts that are written without spaces. */
const SPACELESS = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

/**
 * Options that contain every word of the search; those that begin with it come first.
 *
 * @param atStart  only at the start of a word, in scripts with spaces
 */
export function matching<Value extends string>(
  options: readonly ComboboxOption<Value>[],
  search: string,
  atStart = false,
): readonly ComboboxOption<Value>[] {
  const words = plain(search).split(" ").filter(Boolean);
  if (words.length === 0) return options;
  const begins = (label: string) => (plain(label).startsWith(words.join(" ")) ? 0 : 1);
  return options
    .filter(({ label, detail = "", keywords = "" }) => {
      const text = ` ${plain(`${label} ${detail} ${keywords}`)}`;
      const sought = (word: string) => (atStart && !SPACELESS.test(word) ? ` ${word}` : word);
      return words.every((word) => text.includes(sought(word)));
    })
    .toSorted((left, right) => begins(left.label) - begins(right.label));
}

/** The option that a key moves to in the open list, wrapping at both ends; −1 for none. */
export function nextOption(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  if (key === "PageDown") return Math.min(count - 1, at + 8);
  if (key === "PageUp") return Math.max(0, at - 8);
  return undefined;
}
