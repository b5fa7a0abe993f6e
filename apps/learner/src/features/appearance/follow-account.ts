import { signIn } from "../../server-state/sign-in.ts";
import { loadAppSettings } from "../app-settings/use-app-settings.ts";
import { loadAppearance } from "./appearance.ts";

/**
 * Loads settings, theme and language of each account that signs in; offline, they stay as they are.
 */
export function followAccount(): void {
  let account: string | undefined;
  const follow = () => {
    const state = signIn.get();
    if (state.kind === "out") account = undefined;
    if (state.kind !== "in" || state.offline || state.user.id === account) return;
    account = state.user.id;
    void loadAppSettings().catch(() => undefined);
    void loadAppearance(state.user, Date.now()).catch(() => undefined);
  };
  signIn.subscribe(follow);
  follow();
}
