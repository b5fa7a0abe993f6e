import { useSearchParams } from "wouter";

/**
 * Filters, order and what else a list is looked at by, kept in the address: it can be sent to
 * somebody, and Back leads from elsewhere to the list as it was left. A change takes the place of
 * the one before, so that Back does not go through a filter letter by letter. What has its default
 * is left out.
 *
 * @param defaults  names with their default values
 * @returns the present values, and a function that changes some of them
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
