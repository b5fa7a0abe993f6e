import type { AdminIdentity } from "@wordloom/contract";
import { useObservable } from "@wordloom/web/state";
import { signIn } from "../../server-state/sign-in.ts";

/**
 * The signed-in administrator. Only for components inside the pages, where somebody is signed in.
 */
export function useAdmin(): AdminIdentity {
  const state = useObservable(signIn);
  if (!("admin" in state)) throw new Error("useAdmin is used where nobody is signed in");
  return state.admin;
}

/** Whether to offer acts of super administrators; the service decides in any case. */
export function useIsSuper(): boolean {
  return useAdmin().role === "super_admin";
}
