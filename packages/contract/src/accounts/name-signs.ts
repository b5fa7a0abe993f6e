/**
 * Scripts whose spelling needs an invisible joiner within words, as in the Persian name Alireza,
 * the Bengali Rachel, and the Sinhala Sri.
 *
 * Source: UAX #31, 2.3, layout and format control characters.
 */
const JOINING = "Arab Beng Deva Gujr Guru Knda Mlym Orya Sinh Taml Telu"
  .split(" ")
  .map((script) => `\\p{scx=${script}}`)
  .join("");

const JOINER = `(?<=[${JOINING}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])(?=[${JOINING}])`;

/**
 * The signs of a name. Accents, vowel signs (प्रिया, مُحَمَّد) and joiners belong to the letter
 * that precedes them.
 */
export const NAME_SIGNS = new RegExp(`^(?:\\p{L}(?:\\p{M}|${JOINER})*|[\\p{N}_\\- ])+$`, "u");
