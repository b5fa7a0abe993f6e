import type { Slots } from "@wordloom/contract/packs";
import { observable } from "@wordloom/web/state";

/** The pack content to show now; the layout's slots follow it. */
export const shownSlots = observable<Slots>({});
