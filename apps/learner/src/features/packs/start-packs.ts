import { learnerDesk } from "../study-session/learner-desk.ts";
import { shownSlots } from "./shown-slots.ts";

/** Follows the service's packs while somebody is signed in. */
export function startPacks(): void {
  let stop: (() => void) | undefined;
  const follow = async () => {
    const desk = learnerDesk.get();
    stop?.();
    stop = undefined;
    shownSlots.set({});
    if (desk === undefined) return;
    // Learning does not need packs, so they load after everything else.
    const { watchPacks } = await import("./pack-watch.ts");
    if (learnerDesk.get() === desk) stop = watchPacks(desk.store);
  };
  // If this part of the app does not load (no network), packs are missing until the next visit.
  const followQuietly = () => void follow().catch(() => undefined);
  learnerDesk.subscribe(followQuietly);
  followQuietly();
}
