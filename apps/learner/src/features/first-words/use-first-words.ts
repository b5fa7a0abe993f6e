import { readStarterSample } from "virtual:endpoints";
import { useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { beginFirstWords, languageOf, type FirstWords } from "./first-words.ts";
import { firstWords } from "./kept-first-words.ts";
import { chosenLearning, proposedLearning } from "./learning-language.ts";

/** The language to learn: the chosen one, or that of the words under way, or the proposed one. */
function useLearning(): string {
  const { language } = useText();
  const kept = useObservable(firstWords);
  const chosen = useObservable(chosenLearning);
  return chosen ?? (kept === undefined ? proposedLearning(language) : languageOf(kept));
}

/**
 * The first words of the language to learn, with meanings in the language of the app where there
 * are some, and whether the service takes new accounts. `sample` is undefined while they are
 * loading, or where the service cannot be reached. `languages`: those to choose among.
 */
export function useSample() {
  const { language: meaningLanguage } = useText();
  const learning = useLearning();
  const wanted = useRead(readStarterSample, { query: { language: learning, meaningLanguage } });
  const { words = [], languages = [] } = wanted.data ?? {};
  // An operator may have removed the books of a language.
  const language = words.length === 0 ? (languages[0] ?? learning) : learning;
  const query = { language, meaningLanguage };
  const { data, isPlaceholderData, isPending, isPaused } = useRead(
    readStarterSample,
    { query },
    { keepPrevious: true },
  );
  return {
    language,
    sample: isPlaceholderData ? undefined : data,
    // A service of an earlier version names none.
    languages: (data?.languages as readonly string[] | undefined) ?? [],
    isLoading: (isPending || isPlaceholderData) && !isPaused,
  };
}

/** The visitor's words of the language to learn, once some are under way. */
export function useBegun(): FirstWords | undefined {
  const kept = useObservable(firstWords);
  const { language } = useSample();
  return kept !== undefined && languageOf(kept) === language ? kept : undefined;
}

/** The visitor's first words: those begun before, else new ones; undefined until they are known. */
export function useFirstWords(): FirstWords | undefined {
  const { language: meaningLanguage } = useText();
  const kept = useObservable(firstWords);
  const begun = useBegun();
  const { sample } = useSample();
  const [id] = useState(() => crypto.randomUUID());
  const isGoingOn =
    begun !== undefined && (begun.answers.length > 0 || begun.meaningLanguage === meaningLanguage);
  if (isGoingOn) return begun;
  if (sample === undefined || sample.words.length === 0 || !sample.registrationOpen) {
    return undefined;
  }
  const { words, language } = sample;
  return beginFirstWords(words, { id, language, meaningLanguage }, kept);
}
