/**
 * Runs works one after the other. A work that finds nobody before it begins at once, in the same
 * tick: what it shows is painted in the next frame.
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
