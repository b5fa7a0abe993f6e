import { useEffect, useState, useSyncExternalStore } from "react";
import { useObservable } from "@wordloom/web/state";
import { wordLanguage } from "../../features/question/word-language.ts";
import { serviceSpeaks } from "../../features/sound/service-voices.ts";
import { onSounds } from "../../features/sound/word-sound.ts";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { sound } from "../../platform/browser-sound.ts";

/** Used until words are kept in this browser: the starter books teach English. */
const USUAL = ["en"];

/** The languages of the learner's words, as far as this browser keeps them. */
export function useLanguagesOfWords(): readonly string[] {
  const words = useObservable(learnerWorkspace)?.words;
  const [languages, setLanguages] = useState<readonly string[]>(USUAL);
  useEffect(() => {
    let isOver = false;
    void words?.kept().then((kept) => {
      const known = new Set(kept.flatMap(({ word }) => wordLanguage(word) ?? []));
      if (!isOver && known.size > 0) setLanguages([...known]);
    });
    return () => {
      isOver = true;
    };
  }, [words]);
  return languages;
}

/** Whether the service or this browser has a voice for a language of the learner's words. */
export function useVoiceForWords(): boolean {
  const languages = useLanguagesOfWords();
  return useSyncExternalStore(onSounds, () => languages.some(isSpoken));
}

function isSpoken(language: string): boolean {
  return serviceSpeaks(language) || sound.canSpeak(language);
}
