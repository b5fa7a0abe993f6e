import type { AppSettings } from "../../features/app-settings/app-settings.ts";

const SIZES = [10, 20, 30];

/**
 * The sizes a session can have, smallest first, and the chosen one; null: all that is planned. A
 * habit that today's plan does not reach is the plan.
 */
export function sizesFor(
  planned: number,
  { words, once }: AppSettings["session"],
): { readonly sizes: readonly (number | null)[]; readonly chosen: number | null } {
  const sizes = [...SIZES.filter((size) => size !== planned), null];
  const isInForce = words !== null && sizes.includes(words) && (once || words < planned);
  return { sizes, chosen: isInForce ? words : null };
}
