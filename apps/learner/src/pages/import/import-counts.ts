import type { ImportCounts } from "@wordloom/contract";

/** What may become of a line, in the order in which it is told. */
const becomings = ["new", "linked", "replaced", "duplicates", "unknown", "invalid"] as const;
export type Becoming = (typeof becomings)[number];

/** What becomes of the lines of a file; what becomes of none is left out. */
export function becomingOf(
  counts: ImportCounts,
): readonly { readonly becoming: Becoming; readonly count: number }[] {
  const { own, filled, linked, replaced, duplicates, unknown, invalid } = counts;
  const all = { new: own + filled, linked, replaced, duplicates, unknown, invalid };
  return becomings
    .map((becoming) => ({ becoming, count: all[becoming] }))
    .filter(({ count }) => count > 0);
}
