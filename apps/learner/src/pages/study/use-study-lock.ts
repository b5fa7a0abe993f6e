import { useEffect, useState } from "react";

/** A closing tab releases its lock within this time. */
const SHORT_MS = 250;

export type StudyPlace = "asking" | "here" | "elsewhere";

/**
 * Lets one tab at a time study. The others wait, and continue when that tab is closed.
 * @param account undefined while unknown
 */
export function useStudyLock(account: string | undefined): {
  readonly place: StudyPlace;
  readonly takeOver: () => void;
} {
  const [place, setPlace] = useState<StudyPlace>("asking");
  const canLock = "locks" in navigator;
  const [isStealing, setStealing] = useState(false);
  useEffect(() => {
    if (account === undefined || !canLock) return;
    const giveUp = new AbortController();
    const done = Promise.withResolvers<void>();
    let isHeld = false;
    let isOver = false;
    const name = `wordloom.study.${account}`;
    // A busy browser may be late with a lock that nobody else holds.
    const look = setInterval(async () => {
      const isTaken = await isLocked(name);
      if (isOver || isHeld || !isTaken) return;
      clearInterval(look);
      setPlace("elsewhere");
    }, SHORT_MS);
    const options = isStealing ? { steal: true } : { signal: giveUp.signal };
    const held = navigator.locks.request(name, options, () => {
      isHeld = true;
      clearInterval(look);
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
      clearInterval(look);
      done.resolve();
      giveUp.abort();
    };
  }, [account, isStealing, canLock]);
  return {
    place: account === undefined || canLock ? place : "here",
    takeOver: () => setStealing(true),
  };
}

async function isLocked(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}
