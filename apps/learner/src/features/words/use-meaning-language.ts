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
  return useFirstBook().book?.meaningLanguage ?? language;
}

/**
 * The part of a query that lists words of the languages which the learner learns, each text once;
 * undefined until the languages are known.
 */
export function useSpokenQuery() {
  const meaningLanguage = useMeaningLanguage();
  const languages = useLearnedLanguages();
  if (languages === undefined) return undefined;
  return { meaningLanguage, ...(languages.length > 0 && { languages: languages.join(",") }) };
}

/**
 * Whether the learner learns the language of a word: of none until the languages are known. Words
 * of one's own always count.
 */
export function useIsLearned(): (word: Pick<WordPublic, "language" | "ownerId">) => boolean {
  const languages = useLearnedLanguages();
  return ({ language = "en", ownerId }) =>
    ownerId != null ||
    languages?.length === 0 ||
    languages?.some((tag) => isOfLanguage(language, tag)) === true;
}

/**
 * The languages chosen, else that of the first book studied; empty for a learner without either.
 * Undefined while it is read: a list must not show words of all languages for a moment.
 */
function useLearnedLanguages(): readonly string[] | undefined {
  const config = useRead(readStudyConfig);
  const { book, isAwaited } = useFirstBook();
  const chosen = config.data?.learningLanguages ?? [];
  if (chosen.length > 0) return chosen;
  if (isAwaited) return undefined;
  return book?.language == null ? [] : [book.language];
}

function useFirstBook() {
  const config = useRead(readStudyConfig);
  const own = useRead(listUserWordbooks);
  const system = useRead(listSystemWordbooks);
  const [first] = config.data?.selectedWordbookIds ?? [];
  const book = [...(own.data ?? []), ...(system.data ?? [])].find(({ id }) => id === first);
  const isSought = first !== undefined && book === undefined;
  const isAwaited = isUnread(config) || (isSought && (isUnread(own) || isUnread(system)));
  return { book, isAwaited };
}

/** Until the first attempt failed: without a network, nobody should wait for the others. */
function isUnread(query: { readonly isPending: boolean; readonly failureCount: number }): boolean {
  return query.isPending && query.failureCount === 0;
}
