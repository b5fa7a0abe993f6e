import { observable } from "@wordloom/web/state";

/**
 * The dialog open above the screen: the search, the list of keys, the question before signing out.
 */
export type Layer = "search" | "help" | "sign-out";

/** At most one at a time. */
export const openLayer = observable<Layer | undefined>(undefined);
