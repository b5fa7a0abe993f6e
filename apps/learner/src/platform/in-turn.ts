/**
 * Runs tasks one after the other. A task that finds no other running starts in the same tick, so
 * that its change is painted in the next frame.
 */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> | undefined;
  return (work) => {
    const mine = last === undefined ? work() : last.then(work, work);
    const end = mine.catch(() => undefined);
    last = end;
    void end.then(() => {
      if (last === end) last = undefined;
    });
    return mine;
  };
}
