import { useLayoutEffect, type RefObject } from "react";

/**
 * Where the parts of a row do not all fit side by side, the current one is in its middle, with both
 * its neighbours. Only the row moves: `scrollIntoView` would take the page along.
 *
 * @param row      what scrolls sideways; one of its parts is `aria-current`
 * @param current  changes with that part
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string): void {
  useLayoutEffect(() => {
    const shown = row.current?.querySelector("[aria-current]");
    if (!shown || row.current === null) return;
    row.current.scrollLeft += middleOf(shown) - middleOf(row.current);
  }, [row, current]);
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
