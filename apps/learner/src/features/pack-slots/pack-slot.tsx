import type { SlotName } from "@wordloom/contract/packs";
import { latePart, PartBoundary } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { shownSlots } from "../packs/shown-slots.ts";

const SlotItems = latePart(() => import("./slot-items.tsx"), "SlotItems");

/** A slot for the content of a resource pack; takes no space when empty. */
export function PackSlot({ name }: { readonly name: SlotName }) {
  const { [name]: items } = useObservable(shownSlots);
  if (items === undefined) return null;
  return (
    <PartBoundary>
      <SlotItems name={name} items={items} />
    </PartBoundary>
  );
}
