import { useEffect, useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { learnerDesk } from "./learner-desk.ts";
import { lastSession } from "./session-store.ts";
import type { StudyWord } from "../kit/study-word.ts";

/** The word from this browser's kit or last session; undefined until the lookup has finished. */
export function useKeptWord(wordId: string): StudyWord | "none" | undefined {
  const desk = useObservable(learnerDesk);
  const [kept, setKept] = useState<StudyWord | "none">();
  useEffect(() => {
    if (desk === undefined) return;
    let isOver = false;
    const show = (word: StudyWord | undefined) => isOver || setKept(word ?? "none");
    const look = async () => {
      const inKit = (await desk.words.kept()).find(({ word }) => word.id === wordId);
      return inKit ?? (await lastSession(desk.store))?.words[wordId];
    };
    look().then(show, () => show(undefined));
    return () => {
      isOver = true;
    };
  }, [desk, wordId]);
  return kept;
}
