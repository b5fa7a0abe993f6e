import { baseLanguage } from "../tags/language-tag.ts";
import { americanSpelling } from "./british-american.ts";

/** What a language allows in a typed answer. */
export interface LanguageRules {
  /** Articles that may be left out; one with an apostrophe needs no space after it. */
  readonly articles: readonly string[];
  /** Abbreviations for someone and something in phrases. */
  readonly placeholders: readonly string[];
  /** Articles begin nouns, not phrases; dictionaries name the plural after them. */
  readonly hasGender: boolean;
  /** Letters with an umlaut may be typed as two. */
  readonly hasUmlauts: boolean;
  /** Folds spellings that are equally right. */
  readonly spelling: (word: string) => string;
  /** The small letters of a text, where they are others than in most languages. */
  readonly small?: (text: string) => string;
  /** A text in capitals is written without accents. */
  readonly hasBareCapitals?: boolean;
}

const list = (text: string) => text.split(" ");
const same = (word: string) => word;
const none: LanguageRules = {
  articles: [],
  placeholders: [],
  hasGender: false,
  hasUmlauts: false,
  spelling: same,
};
const gendered = { ...none, hasGender: true };
/** I is the capital of ı, and İ that of i. */
const dotted = { ...none, small: (text: string) => text.toLocaleLowerCase("tr") };
const scandinavian = { ...gendered, articles: list("en ett et ei"), hasUmlauts: true };

const RULES: Readonly<Record<string, LanguageRules>> = {
  en: {
    ...none,
    articles: list("the a an to"),
    placeholders: list("sb sth smb smth s.o s.th"),
    spelling: americanSpelling,
  },
  de: {
    ...gendered,
    articles: list("der die das ein eine"),
    placeholders: list("jd jds jdm jdn jmd jmds jmdm jmdn etw"),
    hasUmlauts: true,
  },
  fr: {
    ...gendered,
    articles: list("le la les l' un une"),
    placeholders: list("qn qqn qc qch qqch"),
  },
  es: { ...gendered, articles: list("el la los las un una"), placeholders: list("algn") },
  it: {
    ...gendered,
    articles: list("il lo la i gli le l' un uno una un'"),
    placeholders: list("qlcu qlco qc qn"),
  },
  pt: { ...gendered, articles: list("o a os as um uma"), placeholders: list("alg") },
  nl: { ...gendered, articles: list("de het een") },
  sv: scandinavian,
  da: scandinavian,
  no: scandinavian,
  tr: dotted,
  az: dotted,
  el: { ...none, hasBareCapitals: true },
};

/** The rules of a language; without any for one that is unknown or has no table. */
export function rulesOf(language: string | undefined): LanguageRules {
  const base = baseLanguage(language ?? "");
  // A made-up language may be called like a member of every object.
  return Object.hasOwn(RULES, base) ? (RULES[base] ?? none) : none;
}

/** A text and the article that it begins with. */
export interface Headed {
  readonly article: string;
  readonly rest: string;
}

/** Takes the leading article off. A text that is nothing else keeps it. @param text folded */
export function withoutArticle(text: string, { articles }: LanguageRules): Headed {
  for (const article of articles) {
    if (!text.startsWith(article)) continue;
    const rest = text.slice(article.length);
    const isApart = article.endsWith("'") ? /^\s*\S/u.test(rest) : /^\s+\S/u.test(rest);
    if (isApart) return { article, rest: rest.trimStart() };
  }
  return { article: "", rest: text };
}
