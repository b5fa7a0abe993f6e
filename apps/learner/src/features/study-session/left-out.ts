import { appSettings } from "../app-settings/use-app-settings.ts";
import { learnerWorkspace, planChanged } from "./learner-workspace.ts";
import { withoutWords } from "./reduce-session.ts";
import { changeUnfinished } from "./session-store.ts";

/**
 * Words were put aside outside a session: the next session does not ask them, nor does the one that
 * was begun.
 *
 * @returns how many words fewer that session has to ask
 */
export async function wordsLeftOut(ids: readonly string[]): Promise<number> {
  const fewer = await leaveOutOfSession(ids);
  await planChanged();
  return fewer;
}

/** Likewise, while the kit stays: without the service there is no other. */
export async function leaveOutOfSession(ids: readonly string[]): Promise<number> {
  const workspace = learnerWorkspace.get();
  if (workspace === undefined) return 0;
  const asking = { kinds: appSettings.get().kinds, canSpeak: () => false };
  const fewer = await changeUnfinished(workspace.store, (open) => withoutWords(open, ids, asking));
  if (fewer > 0) workspace.tabs.notify();
  return fewer;
}
