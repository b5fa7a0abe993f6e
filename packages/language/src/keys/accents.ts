/** Letters that are typed without their stroke or as two letters where accents do not matter. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  þ: "th",
  ß: "ss",
  // Forms of alif, ya, kaf and ha.
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ة: "ه",
};
const STROKES = /[æœøłđðħıþßٱىیکة]/gu;

/** Marks that make no other letter, by script: й, ї and ў are letters of their own. */
const MARKS: readonly (readonly [letter: RegExp, marks: RegExp])[] = [
  [/[\p{Script=Latin}\p{Script=Greek}]\p{M}+/gu, /[\u0300-\u036f]/gu],
  [/[еЕ]\p{M}+/gu, /\u0308/gu],
  [/\p{Script=Cyrillic}\p{M}+/gu, /[\u0300\u0301]/gu],
  [/\p{Script=Arabic}\p{M}+/gu, /[\u0653-\u0655]/gu],
];
/** Vowel signs that Arabic and Hebrew texts mostly leave out, and the line that widens a word. */
const VOWELS =
  /[\u0591-\u05bd\u05bf\u05c1-\u05c5\u05c7]|[\u064b-\u0652\u0670]|[\u0610-\u061a]|\u0640/gu;

/** A text without the vowel signs of Arabic and Hebrew, which writers may leave out. */
export function withoutVowelSigns(text: string): string {
  return text.replace(VOWELS, "");
}

/**
 * A folded text without accents. In most scripts a mark makes another letter; only marks of Latin,
 * Greek and Arabic letters, Cyrillic stress and Hebrew points are left out.
 */
export function withoutAccents(text: string): string {
  if (/^[ -~]*$/u.test(text)) return text;
  const bare = MARKS.reduce(
    (left, [letter, marks]) => left.replace(letter, (cluster) => cluster.replace(marks, "")),
    withoutVowelSigns(text.normalize("NFD")),
  );
  return bare.normalize("NFC").replace(STROKES, (letter) => PLAIN[letter] ?? letter);
}
