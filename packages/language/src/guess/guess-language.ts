import { languageOfArticles } from "./articles.ts";

/** Letters that few languages besides this one use. */
const LETTERS: readonly (readonly [string, RegExp])[] = [
  ["de", /[äöüß]/i],
  ["es", /[ñ¿¡]/i],
  ["fr", /[çœêèùâîû]/i],
  ["pt", /[ãõ]/i],
  ["pl", /[ąęłńśźż]/i],
  ["cs", /[ěřůč]/i],
  ["tr", /[ğış]/],
  ["sv", /å/i],
  ["vi", /[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệ]/i],
];

/** Frequent words of English meanings. */
const ENGLISH = /\b(?:to|the|of|a|an|and|or|is|in|on|for|with|something|someone|not|be|it)\b/i;

/** The share of texts that a sign needs. */
const SOME = 0.04;

/**
 * The language of these texts by script, articles, letters and frequent words, as a BCP 47 tag;
 * null where nothing tells.
 */
export function guessLanguage(texts: readonly string[]): string | null {
  const filled = texts.filter((text) => /\p{L}/u.test(text));
  if (filled.length === 0) return null;
  const share = (pattern: RegExp) =>
    filled.filter((text) => pattern.test(text)).length / filled.length;
  const byScript = languageOfScript(share);
  if (byScript !== undefined) return byScript;
  const article = languageOfArticles(filled);
  if (article !== undefined) return article;
  if (share(ENGLISH) > 0.15) return "en";
  const [best] = LETTERS.map(([tag, pattern]) => ({ tag, rate: share(pattern) })).toSorted(
    (a, b) => b.rate - a.rate,
  );
  if (best !== undefined && best.rate > SOME) return best.tag;
  // Lists of nouns with capitals are rather German.
  const isPlain = share(/[^\0-\x7f]/) < SOME && share(/^\p{Lu}\p{Ll}+$/u) < 0.6;
  return isPlain ? "en" : null;
}

function languageOfScript(share: (pattern: RegExp) => number): string | undefined {
  if (share(/\p{sc=Hangul}/u) > 0.3) return "ko";
  if (share(/[\p{sc=Hiragana}\p{sc=Katakana}]/u) > 0.2) return "ja";
  if (share(/\p{sc=Han}/u) > 0.3) return "zh";
  if (share(/\p{sc=Cyrillic}/u) > 0.5) return share(/[іїєґ]/i) > SOME ? "uk" : "ru";
  if (share(/\p{sc=Arabic}/u) > 0.5) return share(/[پچژگی]/) > 0.1 ? "fa" : "ar";
  const others = { he: "Hebrew", el: "Greek", th: "Thai", hi: "Devanagari" };
  for (const [tag, script] of Object.entries(others))
    if (share(new RegExp(`\\p{sc=${script}}`, "u")) > 0.5) return tag;
  return undefined;
}
