import { observable } from "@wordloom/web/state";

/** What is open above whichever screen: the search, all keys, the question before signing out. */
export type Layer = "search" | "help" | "sign-out";

/** At most one at a time. */
export const openLayer = observable<Layer | undefined>(undefined);
