const MARKS: Readonly<Record<string, number>> = {
  "\u0304": 1,
  "\u0301": 2,
  "\u030c": 3,
  "\u0300": 4,
};

/** A tone, and where its syllable is among the letters. */
interface Tone {
  readonly tone: number;
  /** Range of letters in which the marked vowel is. */
  readonly from: number;
  readonly to: number;
}

/** A reading in pinyin, taken apart. */
export interface Pinyin {
  /** Letters only; ü is v. */
  readonly letters: string;
  /** Empty where none is written. */
  readonly tones: readonly Tone[];
}

/**
 * Takes pinyin apart: `nǐ hǎo`, `ni3hao3` and `nihao` have the same letters. The neutral tone, 5 or
 * 0, is no tone.
 *
 * @returns undefined for a text that is no pinyin
 */
export function parsePinyin(text: string): Pinyin | undefined {
  const plain = text.normalize("NFKC").toLowerCase().replace(/u:/gu, "ü").normalize("NFD");
  if (!/^(?:\p{M}|[0-5a-z\s'’·,.…;:!?-])+$/u.test(plain)) return undefined;
  let letters = "";
  let syllable = 0;
  const tones: Tone[] = [];
  for (const sign of plain) {
    const mark = MARKS[sign];
    if (/[a-z]/u.test(sign)) letters += sign;
    else if (sign === "\u0308") letters = letters.replace(/u$/u, "v");
    else if (mark !== undefined) {
      tones.push({ tone: mark, from: letters.length - 1, to: letters.length });
    } else if (/\d/u.test(sign)) {
      if (/[1-4]/u.test(sign)) tones.push(numbered(letters, syllable, Number(sign)));
      syllable = letters.length;
    }
  }
  return letters === "" ? undefined : { letters, tones };
}

/** A tone number belongs to the last vowels before it. */
function numbered(letters: string, from: number, tone: number): Tone {
  const start = letters.slice(from).search(/[aeiouv]+[^aeiouv]*$/u);
  return { tone, from: from + Math.max(0, start), to: letters.length };
}

/** Whether two readings have the same tones, by marks or by numbers. */
export function haveSameTones(a: Pinyin, b: Pinyin): boolean {
  return (
    a.tones.length === b.tones.length &&
    a.tones.every((tone, at) => {
      const other = b.tones[at];
      return other?.tone === tone.tone && other.from < tone.to && tone.from < other.to;
    })
  );
}

/** The letters of a reading without tones, for searching; undefined if it is no pinyin. */
export function pinyinLetters(text: string): string | undefined {
  return parsePinyin(text)?.letters;
}
