import { learnerWorkspace } from "../study-session/learner-workspace.ts";
import { shownSlots } from "./shown-slots.ts";

/** Follows the service's packs while somebody is signed in. */
export function startPacks(): void {
  let stop: (() => void) | undefined;
  const follow = async () => {
    const workspace = learnerWorkspace.get();
    stop?.();
    stop = undefined;
    shownSlots.set({});
    if (workspace === undefined) return;
    // Learning does not need packs, so they load after everything else.
    const { watchPacks } = await import("./pack-watch.ts");
    if (learnerWorkspace.get() === workspace) stop = watchPacks(workspace.store);
  };
  // If this part of the app does not load (no network), packs are missing until the next visit.
  const followQuietly = () => void follow().catch(() => undefined);
  learnerWorkspace.subscribe(followQuietly);
  followQuietly();
}
