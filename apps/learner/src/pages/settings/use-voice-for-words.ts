import { useEffect, useState, useSyncExternalStore } from "react";
import { useObservable } from "@wordloom/web/state";
import { wordLanguage } from "../../features/question/word-language.ts";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { sound } from "../../platform/browser-sound.ts";

/** Used until words are kept in this browser: the starter books teach English. */
const USUAL = ["en"];

/** Whether this browser has a voice for a language of the learner's words. */
export function useVoiceForWords(): boolean {
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
  return useSyncExternalStore(sound.onVoices, () => languages.some(sound.canSpeak));
}
