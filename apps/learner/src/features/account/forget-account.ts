import { queryClient } from "@wordloom/web";
import { onAccount } from "../../server-state/sign-in.ts";

/** Replies to one account are never shown to another, however the change came about. */
export function forgetAtChange(): void {
  onAccount(() => queryClient.clear());
}
