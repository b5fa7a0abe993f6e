import type { WordPublic } from "@wordloom/contract";
import { isOfLanguage } from "@wordloom/language";
import { listSystemWordbooks, listUserWordbooks, readStudyConfig } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/**
 * The language in which the learner reads meanings: that of the first book studied, else the app's.
 */
export function useMeaningLanguage(): string {
  const { language } = useText();
  return useFirstBook()?.meaningLanguage ?? language;
}

/**
 * The part of a query that lists words of the languages which the learner learns, each text once.
 */
export function useSpokenQuery() {
  const meaningLanguage = useMeaningLanguage();
  const languages = useLearnedLanguages();
  return { meaningLanguage, ...(languages.length > 0 && { languages: languages.join(",") }) };
}

/** Whether the learner learns the language of a word; words of one's own always count. */
export function useIsLearned(): (word: Pick<WordPublic, "language" | "ownerId">) => boolean {
  const languages = useLearnedLanguages();
  return ({ language = "en", ownerId }) =>
    languages.length === 0 ||
    ownerId != null ||
    languages.some((tag) => isOfLanguage(language, tag));
}

/** The languages chosen, else that of the first book studied; empty if neither is known. */
function useLearnedLanguages(): readonly string[] {
  const chosen = useRead(readStudyConfig).data?.learningLanguages ?? [];
  const book = useFirstBook()?.language ?? null;
  return chosen.length > 0 || book === null ? chosen : [book];
}

function useFirstBook() {
  const [first] = useRead(readStudyConfig).data?.selectedWordbookIds ?? [];
  const own = useRead(listUserWordbooks).data ?? [];
  const system = useRead(listSystemWordbooks).data ?? [];
  return [...own, ...system].find(({ id }) => id === first);
}
