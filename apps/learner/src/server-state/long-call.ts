import type { Endpoint } from "@wordloom/contract";
import { ApiError, createClient, type CallInput, type CallOutput } from "@wordloom/contract/client";
import { basePath } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken, accountId, renew } from "./sign-in.ts";
import { timedFetch } from "./timed-fetch.ts";

/** No limit of its own: the service answers when a book of a hundred thousand words is here. */
const client = createClient({
  baseUrl: basePath,
  headers: deviceHeaders,
  token: accessToken,
  fetch: timedFetch,
});

/**
 * Calls an endpoint that may work for minutes: imports, exports.
 *
 * @throws ApiError for every reply that is no success; status 0 when there was none
 */
export async function longCall<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<CallOutput<E>> {
  const send = () => client.call(endpoint, ...([input] as never)) as Promise<CallOutput<E>>;
  const account = accountId();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !(await renew())) throw error;
    if (accountId() !== account) throw error;
    return send();
  }
}
