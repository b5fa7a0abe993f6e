import type { Endpoint } from "@wordloom/contract";
import { createClient, type CallInput, type CallOutput } from "@wordloom/contract/client";
import { readMe } from "virtual:endpoints";
import { basePath } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { call } from "./api.ts";
import { accessToken } from "./sign-in.ts";
import { timedFetch } from "./timed-fetch.ts";

const TIMEOUT_MS = 20_000;

const client = createClient({
  baseUrl: basePath,
  headers: deviceHeaders,
  token: accessToken,
  fetch: (url, init) => timedFetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
});

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
  return client.call(endpoint, ...([input] as never)) as Promise<CallOutput<E>>;
}
