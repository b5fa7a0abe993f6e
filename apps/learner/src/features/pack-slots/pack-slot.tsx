/** Places in the layout that resource packs can fill. */
export type SlotName = "global-announcement" | "home-top" | "home-empty" | "update-notice";

/**
 * A place for the content of a resource pack. Until the service serves packs it stays empty and
 * takes no room.
 */
export function PackSlot({ name }: { readonly name: SlotName }) {
  return <div data-slot={name} hidden />;
}
