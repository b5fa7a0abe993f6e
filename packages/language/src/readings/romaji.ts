import { hiraganaOf, isKana } from "./kana.ts";

/** Rows of the kana table; a gap is a full stop. Sounds that are equal today have one spelling. */
const ROWS: readonly (readonly [consonant: string, kana: string])[] = [
  ["", "あいうえお"],
  ["k", "かきくけこ"],
  ["g", "がぎぐげご"],
  ["s", "さしすせそ"],
  ["z", "ざじずぜぞ"],
  ["z", ".ぢづ.."],
  ["t", "たちつてと"],
  ["d", "だ..でど"],
  ["n", "なにぬねの"],
  ["h", "はひふへほ"],
  ["b", "ばびぶべぼ"],
  ["p", "ぱぴぷぺぽ"],
  ["m", "まみむめも"],
  ["y", "や.ゆ.よ"],
  ["r", "らりるれろ"],
  ["w", "わ...."],
  ["", ".ゐ.ゑを"],
  ["v", "..ゔ.."],
];
const VOWELS = [..."aiueo"];
const SYLLABLES: ReadonlyMap<string, string> = new Map([
  ...ROWS.flatMap(([consonant, kana]) =>
    [...kana].map((sign, at) => [sign, consonant + VOWELS[at]] as const),
  ),
  ["ん", "n"],
  ["ゕ", "ka"],
  ["ゖ", "ke"],
]);
const SMALL: Readonly<Record<string, string>> = {
  ぁ: "a",
  ぃ: "i",
  ぅ: "u",
  ぇ: "e",
  ぉ: "o",
  ゃ: "ya",
  ゅ: "yu",
  ょ: "yo",
  ゎ: "wa",
};
/** What is left of a syllable with u before a small vowel: ファ, ウィ, ツァ. */
const BEFORE_VOWEL: Readonly<Record<string, string>> = { hu: "f", u: "w", vu: "v", tu: "ts" };

/**
 * One spelling of a reading, for comparing kana with romaji of any system (Hepburn, Kunrei, as
 * typed for an input method). Not for display.
 *
 * @param reading  kana or romaji, folded
 */
export function romajiKey(reading: string): string {
  const latin = isKana(reading) ? latinOf(hiraganaOf(reading)) : plainRomaji(reading);
  return latin.replace(/ou/gu, "oo").replace(/ei/gu, "ee");
}

/**
 * The keys of kana: a final は may be the particle, as in こんにちは, and is then spelled "wa".
 */
export function romajiKeys(kana: string): string[] {
  const key = romajiKey(kana);
  return /.は$/u.test(hiraganaOf(kana)) ? [key, `${key.slice(0, -2)}wa`] : [key];
}

/** A key without marks of long vowels, which many writers leave out: Tokyo for Tōkyō. */
export function withoutLongVowels(key: string): string {
  return key.replace(/oo/gu, "o").replace(/uu/gu, "u");
}

/** Whether a text can be romaji: Latin letters, with marks of long vowels. */
export function isRomaji(text: string): boolean {
  return /^[a-zāēīōūâêîôû' -]+$/u.test(text);
}

function latinOf(hiragana: string): string {
  let latin = "";
  let doubles = false;
  for (const sign of hiragana) {
    const small = SMALL[sign];
    const syllable = SYLLABLES.get(sign);
    if (sign === "っ") doubles = true;
    else if (sign === "ー") latin += /[aiueo]$/u.exec(latin)?.[0] ?? "";
    else if (small !== undefined) latin = joined(latin, small);
    else if (syllable !== undefined) {
      latin += doubles && /^[^aiueo]/u.test(syllable) ? syllable.charAt(0) + syllable : syllable;
      doubles = false;
    }
  }
  return latin;
}

/** A small sign changes the syllable before it. */
function joined(latin: string, small: string): string {
  const [, start = "", before = ""] = /^(.*?)([^aiueo]?[aiueo])$/su.exec(latin) ?? [];
  const consonant = before.slice(0, -1);
  const vowel = before.slice(-1);
  if (small.startsWith("y") && (vowel === "i" || vowel === "e")) return start + consonant + small;
  if (small.length > 1 || before === "") return latin + small;
  if (vowel === "i" && consonant !== "") return `${start}${consonant}y${small}`;
  if (vowel === "u") return start + (BEFORE_VOWEL[before] ?? `${consonant}w`) + small;
  return start + consonant + (consonant === "" ? vowel : "") + small;
}

const MACRONS: readonly (readonly [RegExp, string])[] = [
  [/[āâ]/gu, "aa"],
  [/[ēê]/gu, "ee"],
  [/[īî]/gu, "ii"],
  [/[ōô]/gu, "oo"],
  [/[ūû]/gu, "uu"],
];
/** Hepburn and other spellings, as the table spells them. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/[' -]/gu, ""],
  [/[ct]ch/gu, "tch"],
  [/shi/gu, "si"],
  [/sh/gu, "sy"],
  [/chi/gu, "ti"],
  [/ch/gu, "ty"],
  [/tsu/gu, "tu"],
  [/fu/gu, "hu"],
  [/dzu?/gu, "zu"],
  [/ji/gu, "zi"],
  [/jy?/gu, "zy"],
  [/ssi(?=[aueo])/gu, "ssy"],
  [/wo/gu, "o"],
  [/m(?=[bpm])/gu, "n"],
  // Input methods ask for a second n.
  [/nn(?=n|[^aiueoy]|$)/gu, "n"],
];

function plainRomaji(text: string): string {
  return [...MACRONS, ...SYSTEMS].reduce(
    (latin, [from, to]) => latin.replace(from, to),
    text.normalize("NFC").toLowerCase(),
  );
}
