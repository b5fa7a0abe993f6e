import type { Endpoint } from "@wordloom/contract";
import { ApiError, createClient, type CallInput, type Client } from "@wordloom/contract/client";
import { basePath, connection } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken, accountId, renew, renewed } from "./sign-in.ts";
import { timedFetch } from "./timed-fetch.ts";

export { ApiError };

/** No reply within this time counts as unreachable; uploads and exports have their own calls. */
const TIMEOUT_MS = 20_000;

/** After this wait, a call goes out without a token and gets the service's own error. */
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

/** Calls an endpoint once, whatever the reply. @throws ApiError, as `call` */
export const callOnce: Client["call"] = client.call;

type FailureListener = (endpoint: Endpoint, error: ApiError) => void;
const failureListeners = new Set<FailureListener>();

/**
 * Calls with every refusal and every call without a reply. @returns a function that unsubscribes
 */
export function onCallFailed(listener: FailureListener): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

/**
 * Calls an endpoint as the signed-in learner. One tab renews an expired token once, and the call is
 * repeated. Every call updates `connection`.
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export const call: Client["call"] = async <const E extends Endpoint>(
  endpoint: E,
  ...input: object extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => {
  const account = accountId();
  if (accessToken() === undefined) {
    // At the start of a visit the token is still being fetched; without it the call would be
    // refused.
    await renewed(RENEWED_MAX_MS);
    if (accountId() !== account) throw new ApiError(401, { code: "AUTH_UNAUTHORIZED" });
  }
  try {
    const data = await client.call(endpoint, ...input);
    connection.heard();
    return data;
  } catch (error) {
    // A call that its caller ended tells nothing about the service.
    if (!(error instanceof ApiError) || input[0]?.signal?.aborted === true) throw error;
    connection.failed(error);
    for (const listener of failureListeners) listener(endpoint, error);
    if (error.status !== 401 || !(await renew())) throw error;
    // Another tab may have signed in somebody else, who must not make the first learner's call.
    if (accountId() !== account) throw error;
    return client.call(endpoint, ...input);
  }
};
