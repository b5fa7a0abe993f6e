import { useLayoutEffect, type RefObject } from "react";

/**
 * If the parts of a row do not all fit side by side, centers the current one between its neighbors.
 * Only the row scrolls: `scrollIntoView` would scroll the page, too.
 * @param row      the element that scrolls sideways; one of its parts is `aria-current`
 * @param current  changes with that part
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string): void {
  useLayoutEffect(() => {
    const shown = row.current?.querySelector("[aria-current]");
    if (!shown || row.current === null) return;
    row.current.scrollBy({ left: middleOf(shown) - middleOf(row.current) });
  }, [row, current]);
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
