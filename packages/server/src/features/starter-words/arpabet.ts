/** Broad General American; vowel length is not marked because it is never distinctive. */
const VOWELS: Record<string, string> = {
  AA: "ɑ",
  AE: "æ",
  AH: "ʌ",
  AO: "ɔ",
  AW: "aʊ",
  AY: "aɪ",
  EH: "ɛ",
  ER: "ɝ",
  EY: "eɪ",
  IH: "ɪ",
  IY: "i",
  OW: "oʊ",
  OY: "ɔɪ",
  UH: "ʊ",
  UW: "u",
};

/** Vowels that are reduced in unstressed syllables. */
const REDUCED_VOWELS: Record<string, string> = { AH: "ə", ER: "ɚ" };

const CONSONANTS: Record<string, string> = {
  B: "b",
  CH: "tʃ",
  D: "d",
  DH: "ð",
  F: "f",
  G: "ɡ",
  HH: "h",
  JH: "dʒ",
  K: "k",
  L: "l",
  M: "m",
  N: "n",
  NG: "ŋ",
  P: "p",
  R: "r",
  S: "s",
  SH: "ʃ",
  T: "t",
  TH: "θ",
  V: "v",
  W: "w",
  Y: "j",
  Z: "z",
  ZH: "ʒ",
};

const STRESS_MARKS: Record<string, string> = { "0": "", "1": "ˈ", "2": "ˌ" };

/** Consonant clusters that may begin an English syllable; so may any single consonant except NG. */
const ONSET_CLUSTERS = new Set(
  [
    "P R|P L|P Y|B R|B L|B Y|T R|T W|D R|D W|K R|K L|K W|K Y|G R|G L|G W",
    "F R|F L|F Y|V Y|TH R|TH W|SH R|HH Y|HH W|M Y",
    "S P|S T|S K|S M|S N|S L|S W|S F|S P R|S P L|S P Y|S T R|S K R|S K W|S K Y|S K L",
  ].flatMap((line) => line.split("|")),
);

interface Syllable {
  readonly sounds: string;
  readonly stress: string;
}

/**
 * Writes an ARPAbet pronunciation in IPA: `L EH1 T ER0` becomes `/ˈlɛtɚ/`.
 *
 * Stress marks precede the whole syllable, which takes as many consonants as may begin one (maximal
 * onset). Words of one syllable have no mark, nor has secondary stress right before the main
 * stress, as is usual in dictionaries.
 *
 * @param arpabet      sounds separated by spaces; every vowel ends in its stress, 0, 1 or 2
 * @throws RangeError  a sound that is not ARPAbet, or no vowel at all
 */
export function arpabetToIpa(arpabet: string): string {
  const syllables = toSyllables(arpabet.split(" "));
  if (syllables.length === 0) throw new RangeError(`no vowel in "${arpabet}"`);
  if (syllables.length === 1) return `/${syllables[0]?.sounds}/`;

  const marked = syllables.map(({ sounds, stress }, index) => {
    const isUnmarked = stress === "2" && syllables[index + 1]?.stress === "1";
    return isUnmarked ? sounds : STRESS_MARKS[stress] + sounds;
  });
  return `/${marked.join("")}/`;
}

/** The stress of every vowel, in order: "10" for `L EH1 T ER0`. */
export function stressPattern(arpabet: string): string {
  return arpabet.replace(/[^012]/g, "");
}

function toSyllables(sounds: readonly string[]): Syllable[] {
  const nuclei = sounds.flatMap((sound, index) => (/[012]$/.test(sound) ? [index] : []));
  return nuclei.map((nucleus, index) => {
    const start = index === 0 ? 0 : onsetStart(sounds, (nuclei[index - 1] ?? 0) + 1, nucleus);
    const next = nuclei[index + 1];
    const end = next === undefined ? sounds.length : onsetStart(sounds, nucleus + 1, next);
    return {
      sounds: sounds.slice(start, end).map(toSymbol).join(""),
      stress: sounds[nucleus]?.slice(-1) ?? "0",
    };
  });
}

/**
 * Index of the first sound of a vowel's syllable, given the first consonant after the previous
 * vowel.
 */
function onsetStart(sounds: readonly string[], first: number, nucleus: number): number {
  for (let start = first; start < nucleus - 1; start += 1) {
    if (ONSET_CLUSTERS.has(sounds.slice(start, nucleus).join(" "))) return start;
  }
  const hasOnset = nucleus > first && sounds[nucleus - 1] !== "NG";
  return hasOnset ? nucleus - 1 : nucleus;
}

function toSymbol(sound: string): string {
  const name = sound.replace(/[012]$/, "");
  const reduced = sound.endsWith("0") ? REDUCED_VOWELS[name] : undefined;
  const symbol = reduced ?? VOWELS[name] ?? CONSONANTS[name];
  if (symbol === undefined) throw new RangeError(`not an ARPAbet sound: "${sound}"`);
  return symbol;
}
