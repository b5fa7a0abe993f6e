import type { Slots } from "@wordloom/contract/packs";
import { observable } from "@wordloom/web/state";

/** What packs show at this moment; followed by the places of the layout. */
export const shownSlots = observable<Slots>({});
