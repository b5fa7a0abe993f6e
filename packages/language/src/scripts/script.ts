/**
 * Writing systems, distinctive ones first: a Japanese text is told by its kana, not by its Han, and
 * texts in most scripts contain a few Latin letters. A language is named where a script has only
 * one in common use.
 */
const SYSTEMS: readonly (readonly [script: string, letters: RegExp, language?: string])[] = [
  ["Jpan", /[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  ["Kore", /\p{Script=Hangul}/u, "ko"],
  ["Hani", /\p{Script=Han}/u, "zh"],
  ["Cyrl", /\p{Script=Cyrillic}/u],
  ["Grek", /\p{Script=Greek}/u, "el"],
  ["Arab", /\p{Script=Arabic}/u],
  ["Hebr", /\p{Script=Hebrew}/u],
  ["Thai", /\p{Script=Thai}/u, "th"],
  ["Deva", /\p{Script=Devanagari}/u],
  ["Beng", /\p{Script=Bengali}/u],
  ["Guru", /\p{Script=Gurmukhi}/u, "pa"],
  ["Gujr", /\p{Script=Gujarati}/u, "gu"],
  ["Orya", /\p{Script=Oriya}/u, "or"],
  ["Taml", /\p{Script=Tamil}/u, "ta"],
  ["Telu", /\p{Script=Telugu}/u, "te"],
  ["Knda", /\p{Script=Kannada}/u, "kn"],
  ["Mlym", /\p{Script=Malayalam}/u, "ml"],
  ["Sinh", /\p{Script=Sinhala}/u, "si"],
  ["Khmr", /\p{Script=Khmer}/u, "km"],
  ["Laoo", /\p{Script=Lao}/u, "lo"],
  ["Mymr", /\p{Script=Myanmar}/u, "my"],
  ["Tibt", /\p{Script=Tibetan}/u, "bo"],
  ["Geor", /\p{Script=Georgian}/u, "ka"],
  ["Armn", /\p{Script=Armenian}/u, "hy"],
  ["Ethi", /\p{Script=Ethiopic}/u],
  ["Latn", /\p{Script=Latin}/u],
];

/** The writing system of a text as in ISO 15924; empty for a text without known letters. */
export function scriptOf(text: string): string {
  return SYSTEMS.find(([, letters]) => letters.test(text))?.[0] ?? "";
}

/**
 * The language of a text, as far as its script tells. Undefined for scripts of many languages, such
 * as the Latin one: an honest "unknown" gets neither a wrong voice nor a wrong label.
 */
export function languageOfScript(text: string): string | undefined {
  return SYSTEMS.find(([, letters]) => letters.test(text))?.[2];
}

/** The share of texts in a script that tells what a list is in; lists also have Latin words. */
const MAIN_SHARE: Readonly<Record<string, number>> = { Jpan: 0.2, Kore: 0.3, Hani: 0.3 };
const USUAL_SHARE = 0.5;

/** The script that texts of one list are in, and its only language; empty for the Latin one. */
export function mainScriptOf(texts: readonly string[]): {
  readonly script: string;
  readonly language?: string | undefined;
} {
  const main = SYSTEMS.find(([script, letters]) => {
    const count = texts.filter((text) => letters.test(text)).length;
    return script !== "Latn" && count > texts.length * (MAIN_SHARE[script] ?? USUAL_SHARE);
  });
  return { script: main?.[0] ?? "", language: main?.[2] };
}

/** Whether two texts are in one script. A text without letters fits every other. */
export function haveSameScript(a: string, b: string): boolean {
  const [left, right] = [scriptOf(a), scriptOf(b)];
  return left === right || left === "" || right === "";
}

/** Scripts that are mixed of others, or are one to a reader. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Jpan: ["Jpan", "Hani"],
  Kore: ["Kore", "Hani"],
  Hans: ["Hani"],
  Hant: ["Hani"],
};

/**
 * Whether a text has letters of a script. A text without letters has those of any, and a script
 * that is not listed here is in any text.
 */
export function isWrittenIn(text: string, script: string): boolean {
  const parts = PARTS[script] ?? [script];
  const systems = SYSTEMS.filter(([name]) => parts.includes(name));
  return (
    systems.length === 0 ||
    scriptOf(text) === "" ||
    systems.some(([, letters]) => letters.test(text))
  );
}
