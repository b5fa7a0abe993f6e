import { readStarterSample } from "virtual:endpoints";
import { useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { beginFirstWords, type FirstWords } from "./first-words.ts";
import { firstWords } from "./kept-first-words.ts";

/**
 * The first words with meanings in the language of the app, and whether the service takes new
 * accounts. Undefined while they are loading, or where the service cannot be reached.
 */
export function useSample() {
  const { language } = useText();
  return useRead(readStarterSample, { query: { meaningLanguage: language } });
}

/** The visitor's first words: those begun before, else new ones; undefined until they are known. */
export function useFirstWords(): FirstWords | undefined {
  const { language } = useText();
  const kept = useObservable(firstWords);
  const { data } = useSample();
  const [id] = useState(() => crypto.randomUUID());
  const isGoingOn =
    kept !== undefined && (kept.answers.length > 0 || kept.meaningLanguage === language);
  if (isGoingOn) return kept;
  if (data === undefined || data.words.length === 0 || !data.registrationOpen) return undefined;
  return beginFirstWords(data.words, { id, meaningLanguage: language });
}
