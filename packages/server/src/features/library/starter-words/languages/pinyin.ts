/** The four tone marks, as combining characters. */
const TONES = /[\u0300\u0301\u0304\u030c]/g;

const INITIAL = "(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?";
const FINAL =
  "(?:[iu]ang|iong|[aeio]ng|i?an|i?ao|uai|[uü]an|[ae]i|ui|ou|iu|[iuü]e|er|[aeiuü]n|[iu]a|" +
  "uo|[aeiouü])";
const SYLLABLE = new RegExp(`^${INITIAL}${FINAL}$`);
const LONGEST = 6;
const SEPARATOR = /^[ '…]/;

/**
 * Whether a text with tone marks is one pinyin syllable for each Chinese character; a final "r"
 * stands for 儿. Within a word, a syllable that begins with a vowel follows an apostrophe.
 */
export function isPinyinOf(pinyin: string, text: string): boolean {
  const count = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const decomposed = pinyin
    .toLowerCase()
    .normalize("NFD")
    .replace(/u\u0308/g, "ü");
  const plain = decomposed.replace(TONES, "");
  if (/[^a-zü '…]/.test(plain)) return false;
  const isR = text.endsWith("儿") && /[^e]r$/.test(plain);
  return isR ? splits(plain.slice(0, -1), count - 1, true) : splits(plain, count, true);
}

function splits(plain: string, count: number, isStart: boolean): boolean {
  if (SEPARATOR.test(plain)) return splits(plain.slice(1), count, true);
  if (count === 0) return plain === "";
  for (let length = Math.min(LONGEST, plain.length); length > 0; length -= 1) {
    const part = plain.slice(0, length);
    const fits = SYLLABLE.test(part) && (isStart || !/^[aeo]/.test(part));
    if (fits && splits(plain.slice(length), count - 1, false)) return true;
  }
  return false;
}
