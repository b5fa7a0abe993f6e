import { useLayoutEffect, type RefObject } from "react";

/**
 * Focuses the screen's first element in the frame that shows it. Focusing immediately would force a
 * layout inside the key's own task, which is long enough already.
 */
export function useFirstFocus(to: RefObject<HTMLElement | null>, isWanted = true): void {
  useLayoutEffect(() => {
    if (!isWanted) return;
    const frame = requestAnimationFrame(() => to.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [to, isWanted]);
}
