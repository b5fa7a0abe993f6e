import type { AdminIdentity } from "@wordloom/contract";
import { useObservable } from "@wordloom/web/state";
import { signIn } from "../../server-state/sign-in.ts";

/** Who is signed in. Only inside of the rooms, where somebody is. */
export function useAdmin(): AdminIdentity {
  const state = useObservable(signIn);
  if (!("admin" in state)) throw new Error("useAdmin is used where nobody is signed in");
  return state.admin;
}

/** Whether acts of super administrators are offered; the service decides in any case. */
export function useIsSuper(): boolean {
  return useAdmin().role === "super_admin";
}
