import { useEffect, useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { learnerWorkspace } from "./learner-workspace.ts";
import { lastSession } from "./session-store.ts";
import type { StudyWord } from "../kit/study-word.ts";

/** The word from this browser's kit or last session; undefined until the lookup has finished. */
export function useKeptWord(wordId: string): StudyWord | "none" | undefined {
  const workspace = useObservable(learnerWorkspace);
  const [kept, setKept] = useState<StudyWord | "none">();
  useEffect(() => {
    if (workspace === undefined) return;
    let isOver = false;
    const show = (word: StudyWord | undefined) => isOver || setKept(word ?? "none");
    const look = async () => {
      const inKit = (await workspace.words.kept()).find(({ word }) => word.id === wordId);
      return inKit ?? (await lastSession(workspace.store))?.words[wordId];
    };
    look().then(show, () => show(undefined));
    return () => {
      isOver = true;
    };
  }, [workspace, wordId]);
  return kept;
}
