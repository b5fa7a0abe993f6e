import { useSyncExternalStore } from "react";

/** As in study.module.css. */
const wide = matchMedia("(width >= 60rem)");

const subscribe = (listener: () => void) => {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
};

/**
 * Whether there is room for a margin beside the card. Without room it is not rendered at all,
 * because hidden nodes would slow down every question on a mid-range phone.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}
