/** Shorter words make others by an ending: "be" and "bed". */
const BASE_MIN = 3;

/**
 * Whether an English word is another with a regular ending: plural, third person, past, -ing. Not
 * those that make another word, such as the -er of a doer.
 *
 * @param word  in small letters, likewise the base
 */
export function isInflected(word: string, base: string): boolean {
  if (base.length < BASE_MIN || !/^[a-z]+$/.test(base)) return false;
  return formsOf(base).includes(word);
}

function formsOf(base: string): string[] {
  const [last = "", before = ""] = [base.at(-1), base.at(-2)];
  // A seed is no form of "see".
  if (last === "e" && before === "e") return after(base, "s", "ing");
  if (last === "e") return [...after(base, "s"), ...after(base.slice(0, -1), "ed", "ing")];
  if (last === "y" && !/[aeou]/.test(before)) {
    return [...after(base.slice(0, -1), "ies", "ied"), `${base}ing`];
  }
  const s = /(?:s|x|z|ch|sh|o)$/.test(base) ? "es" : "s";
  const isDoubled = /[^aeiou][aeiou][bdgklmnprtvz]$/.test(base);
  if (!isDoubled) return after(base, s, "ed", "ing");
  // "Caring" is no form of "car"; longer words double only after a stressed syllable.
  const isShort = base.match(/[aeiouy]+/g)?.length === 1;
  const plain = isShort ? [] : after(base, "ed", "ing");
  return [...after(base, s), ...plain, ...after(base + last, "ed", "ing")];
}

function after(stem: string, ...endings: readonly string[]): string[] {
  return endings.map((ending) => stem + ending);
}
