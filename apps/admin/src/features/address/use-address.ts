import { useSearchParams } from "wouter";

/**
 * Keeps filters, order and other view options of a list in the address, so that links carry them
 * and Back returns to the same view. Each change replaces the history entry, so that Back does not
 * undo a filter letter by letter. Values equal to their defaults are omitted.
 * @param defaults  names with their default values
 * @returns the current values, and a function that changes some of them
 */
export function useAddress<const D extends Readonly<Record<string, string>>>(
  defaults: D,
): readonly [{ readonly [K in keyof D]: string }, (change: { [K in keyof D]?: string }) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, standard]) => [name, params.get(name) ?? standard]),
  ) as { [K in keyof D]: string };
  const change = (changes: { [K in keyof D]?: string }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes) as [string, string | undefined][]) {
          if (value === undefined || value === defaults[name]) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return [values, change];
}
