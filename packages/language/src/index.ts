export { hasArticle } from "./guess/articles.ts";
export { guessLanguage } from "./guess/guess-language.ts";
export { withoutAccents } from "./keys/accents.ts";
export { composed, foldedClasses, foldLines, foldText } from "./keys/fold-text.ts";
export {
  queryForms,
  readingKeys,
  searchForms,
  searchKey,
  searchKeyOfLines,
} from "./keys/search-key.ts";
export { areBothRight, hasSenses, sensesOf, type GlossedWord } from "./meanings/both-right.ts";
export { fairFirst } from "./meanings/fair-options.ts";
export { withoutLabels } from "./meanings/part-labels.ts";
export { saysMeaning, shownMeaning } from "./meanings/says-meaning.ts";
export { haveSameScript, languageOfScript, scriptOf } from "./scripts/script.ts";
export { languageChoices, languageName, type LanguageChoice } from "./tags/language-choices.ts";
export {
  baseLanguage,
  canonicalLanguage,
  isOfLanguage,
  primaryLanguage,
} from "./tags/language-tag.ts";
export { soundApart } from "./readings/sound-apart.ts";
export { judgeSentence } from "./sentences/judge-sentence.ts";
export { gapExample, type SentenceGap } from "./sentences/sentence-gap.ts";
export { isShortSentence } from "./sentences/sentence-words.ts";
export { wordPlace } from "./sentences/word-place.ts";
export { speechPath, type SpokenPart } from "./speech/speech-path.ts";
export { spokenField } from "./speech/spoken-field.ts";
export { haveSameLanguages } from "./tags/same-languages.ts";
export { textAttributes, textLanguage, type TextAttributes } from "./tags/text-attributes.ts";
export {
  judgeAnswer,
  type Judgment,
  type OtherWord,
  type Tolerance,
} from "./judge/judge-answer.ts";
