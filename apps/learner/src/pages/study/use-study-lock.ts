import { useEffect, useState } from "react";

/** A tab that is about to close gives its lock up within that time. */
const SHORT_MS = 250;

export type StudyPlace = "asking" | "here" | "elsewhere";

/**
 * One tab at a time studies. The others wait, and go on by themselves once that tab is closed.
 *
 * @param account undefined while it is not known
 */
export function useStudyLock(account: string | undefined): {
  readonly place: StudyPlace;
  readonly takeOver: () => void;
} {
  const [place, setPlace] = useState<StudyPlace>("asking");
  const [isStealing, setStealing] = useState(false);
  useEffect(() => {
    if (account === undefined) return;
    if (!("locks" in navigator)) {
      setPlace("here");
      return;
    }
    const giveUp = new AbortController();
    const done = Promise.withResolvers<void>();
    let isHeld = false;
    let isOver = false;
    const late = setTimeout(() => !isHeld && setPlace("elsewhere"), SHORT_MS);
    const options = isStealing ? { steal: true } : { signal: giveUp.signal };
    const held = navigator.locks.request(`wordloom.study.${account}`, options, () => {
      isHeld = true;
      if (!isOver) setPlace("here");
      return done.promise;
    });
    held.catch(() => {
      // Another tab took over.
      if (isOver) return;
      setStealing(false);
      setPlace("elsewhere");
    });
    return () => {
      isOver = true;
      clearTimeout(late);
      done.resolve();
      giveUp.abort();
    };
  }, [account, isStealing]);
  return { place, takeOver: () => setStealing(true) };
}
