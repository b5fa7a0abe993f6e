import { queryClient } from "@wordloom/web";
import { onAccount } from "../../server-state/sign-in.ts";

/** Clears cached replies whenever the account changes, so that no account sees another's. */
export function forgetAtChange(): void {
  onAccount(() => queryClient.clear());
}
