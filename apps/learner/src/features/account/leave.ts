import { accountId, signOut } from "../../server-state/sign-in.ts";
import { forgetAppSettings } from "../app-settings/use-app-settings.ts";
import { clearDesk } from "../study-session/learner-desk.ts";

/** Signs out everywhere; nothing of the learner stays in this browser, reached or not. */
export async function leave(): Promise<void> {
  const account = accountId();
  await clearDesk();
  await signOut().catch(() => undefined);
  if (account !== undefined) forgetAppSettings(account);
}
