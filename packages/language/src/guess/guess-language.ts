import { mainScriptOf, scriptOf } from "../scripts/script.ts";
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

/** Languages with most learners among those of one script. */
const MAIN_LANGUAGES: Readonly<Record<string, string>> = {
  Hebr: "he",
  Deva: "hi",
  Beng: "bn",
  Ethi: "am",
};

/** The share of texts that a sign needs. */
const SOME = 0.04;

/**
 * The language that texts of one list are probably in: by script, articles, letters and frequent
 * words, as a BCP 47 tag; null where nothing tells. For a proposal that a learner or an operator
 * can change; see `textLanguage` for what a single text surely is.
 *
 * @param beside  readings and examples: kana there tell Japanese words in Han from Chinese ones
 */
export function guessLanguage(
  texts: readonly string[],
  beside: readonly string[] = [],
): string | null {
  const filled = texts.filter((text) => /\p{L}/u.test(text));
  if (filled.length === 0) return null;
  const share = (pattern: RegExp) =>
    filled.filter((text) => pattern.test(text)).length / filled.length;
  const byScript = mainScriptOf(filled);
  if (byScript.script === "Hani") return hasKana([...filled, ...beside]) ? "ja" : "zh";
  if (byScript.script === "Cyrl") return share(/[іїєґ]/i) > SOME ? "uk" : "ru";
  if (byScript.script === "Arab") return share(/[پچژگی]/) > 0.1 ? "fa" : "ar";
  const only = byScript.language ?? MAIN_LANGUAGES[byScript.script];
  if (only !== undefined) return only;
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

/** Whether more than a stray text has kana. */
function hasKana(texts: readonly string[]): boolean {
  const scripts = texts.map(scriptOf).filter((script) => script !== "");
  return scripts.filter((script) => script === "Jpan").length > scripts.length * SOME;
}
