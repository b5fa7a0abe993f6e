import { useSyncExternalStore } from "react";

/** As in study.module.css. */
const wide = matchMedia("(width >= 60rem)");

const subscribe = (listener: () => void) => {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
};

/**
 * Whether there is room for a margin beside the card. What has no room is not drawn at all, rather
 * than hidden: a phone of the middle range pays for each of its nodes with every question.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}
