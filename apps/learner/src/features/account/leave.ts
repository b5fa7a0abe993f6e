import { accountId, signOut } from "../../server-state/sign-in.ts";
import { forgetAppSettings } from "../app-settings/use-app-settings.ts";
import { clearWorkspace } from "../study-session/learner-workspace.ts";

/**
 * Signs out everywhere and removes the learner's data from this browser, even if the service is
 * unreachable.
 * @returns whether the service was reached; if not, the other devices stay signed in
 */
export async function leave(): Promise<boolean> {
  const account = accountId();
  await clearWorkspace();
  const isReached = await signOut().then(
    () => true,
    () => false,
  );
  if (account !== undefined) forgetAppSettings(account);
  return isReached;
}
