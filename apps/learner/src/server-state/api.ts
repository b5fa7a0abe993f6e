import type { Endpoint } from "@wordloom/contract";
import { ApiError, createClient, type CallInput, type Client } from "@wordloom/contract/client";
import { basePath, connection } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken, accountId, renew, renewed } from "./sign-in.ts";
import { timedFetch } from "./timed-fetch.ts";

export { ApiError };

/** No reply in this time counts as unreachable; uploads and exports have their own calls. */
const TIMEOUT_MS = 20_000;

/** Then a call goes without a token, and learns itself what is the matter. */
const RENEWED_MAX_MS = 5_000;

const client = createClient({
  baseUrl: basePath,
  headers: deviceHeaders,
  token: accessToken,
  fetch: (url, init) => {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal === undefined ? limit : AbortSignal.any([limit, init.signal]);
    return timedFetch(url, { ...init, signal });
  },
});

type FailureListener = (endpoint: Endpoint, error: ApiError) => void;
const failureListeners = new Set<FailureListener>();

/** Calls with every refusal and every call that was not answered. @returns what ends that */
export function onCallFailed(listener: FailureListener): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

/**
 * Calls an endpoint as the signed-in learner. An expired token is renewed once, by one tab, and the
 * call repeated; what every call tells about the service is kept in `connection`.
 *
 * @throws ApiError for every reply that is no success; status 0 when there was none
 */
export const call: Client["call"] = async <const E extends Endpoint>(
  endpoint: E,
  ...input: object extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => {
  const account = accountId();
  if (accessToken() === undefined) {
    // At the start of a visit it is on its way: without it the call would be refused.
    await renewed(RENEWED_MAX_MS);
    if (accountId() !== account) throw new ApiError(401, { code: "AUTH_UNAUTHORIZED" });
  }
  try {
    const data = await client.call(endpoint, ...input);
    connection.heard();
    return data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    connection.failed(error);
    for (const listener of failureListeners) listener(endpoint, error);
    if (error.status !== 401 || !(await renew())) throw error;
    // Another tab may have signed in somebody else: what was hers is not done as them.
    if (accountId() !== account) throw error;
    return client.call(endpoint, ...input);
  }
};
