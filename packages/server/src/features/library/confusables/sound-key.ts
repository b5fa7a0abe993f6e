/** Marks of a transcription other than sounds: stress, length, syllables, brackets. */
const MARKS = /[ˈˌːˑ.·'’/[\]()\s\u0300-\u036f-]/gu;

/** English spellings and their approximate sounds, in the order of replacement. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, "n"],
  [/^wr/, "r"],
  [/^ps/, "s"],
  [/^wh/, "w"],
  [/[ts]ion/g, "xin"],
  [/ti(?=a)/g, "x"],
  [/igh|eigh/g, "i"],
  [/ough|augh/g, "o"],
  [/gh/g, ""],
  [/mb$/, "m"],
  [/mn$/, "m"],
  [/tch/g, "x"],
  [/sch/g, "sk"],
  [/ch|sh/g, "x"],
  [/ph/g, "f"],
  [/th/g, "0"],
  [/ck|q/g, "k"],
  [/dg(?=[eiy])/g, "j"],
  [/sc(?=[eiy])|c(?=[eiy])|z/g, "s"],
  [/c/g, "k"],
  [/g(?=[eiy])/g, "j"],
  [/x/g, "x"],
  [/(?<=[^aeiouy])e$/, ""],
  [/ow(?=[aeiou]|$)|ow(?=[^aeiou])|o[aeuo]|ue?/g, "o"],
  [/e[aeiyu]|i[e]|[eiy]/g, "i"],
  [/a[iyuwe]/g, "a"],
  [/(?<=[aeiou])[hw](?![aeiou])/g, ""],
  [/(.)\1+/g, "$1"],
  [/([aio])[aio]+/g, "$1"],
];

/**
 * A key that is similar for words that sound similar: the transcription without its marks, or an
 * approximation from English spelling. Of several transcriptions, the first counts. Only for
 * comparison, not for pronunciation.
 *
 * @param text  lower case
 */
export function soundOf(text: string, pronunciation: string | null): string {
  if (pronunciation === null) {
    return SOUNDS.reduce((sound, [spelling, key]) => sound.replace(spelling, key), text);
  }
  const [first = pronunciation] = /(?<=\/)[^/]+(?=\/)/.exec(pronunciation) ?? [];
  return first.toLowerCase().normalize("NFD").replace(MARKS, "");
}
