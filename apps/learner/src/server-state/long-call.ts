import type { Endpoint } from "@wordloom/contract";
import { createClient, type CallInput, type CallOutput } from "@wordloom/contract/client";
import { basePath } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken } from "./sign-in.ts";
import { timedFetch } from "./timed-fetch.ts";
import { withRenewal } from "./with-renewal.ts";

/** Without a timeout: the service replies once a book of a hundred thousand words has arrived. */
const client = createClient({
  baseUrl: basePath,
  headers: deviceHeaders,
  token: accessToken,
  fetch: timedFetch,
});

/**
 * Calls an endpoint that may run for minutes: imports, exports.
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function longCall<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<CallOutput<E>> {
  return withRenewal(() => client.call(endpoint, ...([input] as never)) as Promise<CallOutput<E>>);
}
