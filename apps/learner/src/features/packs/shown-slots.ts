import { observable } from "../../platform/observable.ts";
import type { Slots } from "./content-slots.ts";

/** What packs show at this moment; followed by the places of the layout. */
export const shownSlots = observable<Slots>({});
