/**
 * Characters that programs, keyboards and typesetters use for an apostrophe. NFKC turns some into a
 * space and a mark and produces others, so they are replaced both before and after it.
 */
const MODIFIERS = "`\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\ua78b\ua78c\uff07\uff40";
const MARKS = "\u055a\u1fbd\u1fbf\u2018\u2019\u201b\u2032\u2035";
const APOSTROPHES = new RegExp(`[${MODIFIERS}${MARKS}]`, "gu");

/** Hyphens, dashes and the minus sign, but not the sound marks of kana or those of Hebrew. */
const DASH_RANGES = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d";
const DASHES = new RegExp(`[${DASH_RANGES}]`, "gu");

/** Soft hyphens, zero-width spaces, joiners, direction marks and variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The same without the name of the property, which databases do not know. */
const INVISIBLE_RANGES =
  "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e" +
  "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}" +
  "\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}";

/** What `foldText` replaces or removes, as classes of a regular expression. */
export const foldedClasses = {
  apostrophes: `[${MODIFIERS}${MARKS}]`,
  dashes: `[${DASH_RANGES}]`,
  invisible: `[${INVISIBLE_RANGES}]`,
} as const;

/**
 * The form in which texts are compared and searched: two texts with the same form are the same
 * word, however a program wrote them. Not for display.
 *
 * Compatibility forms (NFKC), case, apostrophes, dashes and white space are folded, and invisible
 * characters are removed. These include the joiners of Persian and of Indic scripts, as in the
 * Unicode collation: many keyboards lack them, and words hardly ever differ by them alone.
 * Differences that separate words remain: accents, `ı` and `i`, `ß` and `ss`.
 *
 * Folding a folded text changes nothing, and NFC and NFD of a text have the same form.
 */
export function foldText(text: string): string {
  return isPlain(text) ? foldPlain(text) : foldAny(text);
}

/** Applies `foldText` to each line; the lines of a meaning are senses, which stay apart. */
export function foldLines(text: string): string {
  return keyOfLines(text, foldText);
}

/** Applies a folding to each line, and leaves out lines of which nothing is left. */
export function keyOfLines(text: string, keyOf: (line: string) => string): string {
  const lines = text.split(/[\r\n]+/u).map(keyOf);
  return lines.filter((line) => line !== "").join("\n");
}

/** NFC: the form in which texts are stored. Otherwise a text is shown as it was written. */
export function composed(text: string): string {
  return text.normalize("NFC");
}

/** Folds like `foldText`, except for case: May and may stay two words. */
export function foldExceptCase(text: string): string {
  const form = visible(text).normalize("NFKC").replace(APOSTROPHES, "'");
  return oneSpaced(form.replace(DASHES, "-"));
}

function visible(text: string): string {
  const plain = composed(text).replace(APOSTROPHES, "'");
  return plain.normalize("NFKC").replace(INVISIBLE, "");
}

function foldAny(text: string): string {
  const small = visible(text)
    .toLowerCase()
    // The lower case of İ is an i with a dot above, and that of Σ depends on its position.
    .replace(/i\u0307+/gu, "i")
    .replace(/\u03c2/gu, "\u03c3")
    .normalize("NFKC");
  return oneSpaced(small.replace(APOSTROPHES, "'").replace(DASHES, "-"));
}

function foldPlain(text: string): string {
  return oneSpaced(text.toLowerCase().replaceAll("`", "'"));
}

/** Whether a text needs little folding, as most do; this path takes a tenth of the time. */
function isPlain(text: string): boolean {
  return /^[\t\n\r -~]*$/.test(text);
}

/** With single spaces, and none at its ends. */
export function oneSpaced(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
