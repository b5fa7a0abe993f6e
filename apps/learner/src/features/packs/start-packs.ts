import { learnerDesk } from "../study-session/learner-desk.ts";
import { shownSlots } from "./shown-slots.ts";

/** Follows the packs of the service as long as somebody is signed in. */
export function startPacks(): void {
  let stop: (() => void) | undefined;
  const follow = async () => {
    const desk = learnerDesk.get();
    stop?.();
    stop = undefined;
    shownSlots.set({});
    if (desk === undefined) return;
    // Nothing of this is needed for learning: it comes when the rest is there.
    const { watchPacks } = await import("./pack-watch.ts");
    if (learnerDesk.get() === desk) stop = watchPacks(desk.store);
  };
  // A part of the app that does not load (no network) is only missed until the next visit.
  const followQuietly = () => void follow().catch(() => undefined);
  learnerDesk.subscribe(followQuietly);
  followQuietly();
}
