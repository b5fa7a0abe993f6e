import type { AppSettings } from "../../features/app-settings/app-settings.ts";

const SIZES = [10, 20, 30];

/**
 * The sizes a session can have, smallest first, and the chosen one; null: all that is planned. A
 * habit that today's plan does not reach is the plan.
 * @param facts.canGrow whether there may be more words than are planned
 * @param facts.opened  words of the session that is open already; its size is the chosen one
 */
export function sizesFor(
  planned: number,
  { words, once }: AppSettings["session"],
  {
    canGrow = true,
    opened,
  }: { readonly canGrow?: boolean; readonly opened?: number | undefined } = {},
): { readonly sizes: readonly (number | null)[]; readonly chosen: number | null | undefined } {
  const isOffered = (size: number) => (canGrow ? size !== planned : size < planned);
  const sizes = [...SIZES.filter(isOffered), null];
  if (opened !== undefined) {
    return { sizes, chosen: opened === planned ? null : sizes.find((size) => size === opened) };
  }
  const isInForce = words !== null && sizes.includes(words) && (once || words < planned);
  return { sizes, chosen: isInForce ? words : null };
}
