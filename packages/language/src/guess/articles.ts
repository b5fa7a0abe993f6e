/** Articles that mark the language of a headword. */
const ARTICLES: Readonly<Record<string, RegExp>> = {
  de: /^(?:der|die|das)(?:\/\w+)?\s/i,
  fr: /^(?:le|la|les|une?)\s|^l['’]/i,
  es: /^(?:el|los|las|unos|unas)\s/i,
  it: /^(?:il|lo|gli|uno)\s/i,
  pt: /^(?:os|as|o|um|uma)\s/i,
  nl: /^(?:het|een)\s/i,
  sv: /^(?:en|ett)\s/i,
};

const ANY = /^(?:der|die|das|le|la|les|el|los|las|il|lo|gli|het|de|une?|ett|um|uma)\s|^l['’]/i;

/** Whether a headword begins with an article of a language that has grammatical gender. */
export function hasArticle(text: string): boolean {
  return ANY.test(text);
}

/** The language with whose articles most of the texts begin; undefined below a tenth. */
export function languageOfArticles(texts: readonly string[]): string | undefined {
  const counts = Object.entries(ARTICLES).map(([language, pattern]) => ({
    language,
    count: texts.filter((text) => pattern.test(text)).length,
  }));
  const [best] = counts.toSorted((a, b) => b.count - a.count);
  return best !== undefined && best.count > texts.length / 10 ? best.language : undefined;
}
