import type { Endpoint } from "@wordloom/contract";
import type { CallInput, CallOutput } from "@wordloom/contract/client";
import { readMe } from "virtual:endpoints";
import { call, callOnce } from "./api.ts";

/**
 * Calls an endpoint that checks the password of the signed-in learner, exactly once, because the
 * service counts every wrong one. A read comes first and renews an expired token, so that a 401
 * means the password.
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function passwordCall<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<CallOutput<E>> {
  await call(readMe);
  return callOnce(endpoint, ...([input] as never)) as Promise<CallOutput<E>>;
}
