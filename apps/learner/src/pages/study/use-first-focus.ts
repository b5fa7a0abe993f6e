import { useLayoutEffect, type RefObject } from "react";

/**
 * Gives the focus to what a screen begins with, in the frame that shows it: at once the page would
 * be laid out inside of the key's own task, which is long enough without.
 */
export function useFirstFocus(to: RefObject<HTMLElement | null>, isWanted = true): void {
  useLayoutEffect(() => {
    if (!isWanted) return;
    const frame = requestAnimationFrame(() => to.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [to, isWanted]);
}
