import type { Endpoint } from "@wordloom/contract";
import {
  ApiError,
  createClient,
  type CallInput,
  type CallOutput,
  type Client,
  type FetchReply,
} from "@wordloom/contract/client";
import { connection } from "@wordloom/web";
import { servicePath } from "../platform/service-path.ts";
import { adminToken, isTokenRefused, signInEnded } from "./sign-in.ts";

export { ApiError };

/**
 * A request without a reply within this time counts as unreachable. Uploads, backups and reports
 * set their own timeout.
 */
const TIMEOUT_MS = 20_000;

export interface Exchange<E extends Endpoint> {
  readonly data: CallOutput<E>;
  /** A header of the reply, by its lower-case name. */
  header(name: string): string | null;
}

interface ExchangeOptions {
  /** Headers in addition to the usual ones: `if-match`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** The raw request body; the browser reads it in pieces. */
  readonly file?: Blob;
}

/**
 * Calls an endpoint as the signed-in administrator.
 * @throws ApiError for every unsuccessful reply; status 0 without a reply. If the service refuses
 *   the token, the sign-in ends, and the screen asks for it again.
 */
export async function exchange<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { headers = {}, timeoutMs = TIMEOUT_MS, file }: ExchangeOptions = {},
): Promise<Exchange<E>> {
  const sentToken = adminToken();
  let reply: FetchReply | undefined;
  const client = createClient({
    baseUrl: servicePath,
    token: () => sentToken,
    headers,
    fetch: async (url, init) => {
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = init.signal === undefined ? limit : AbortSignal.any([limit, init.signal]);
      return (reply = await fetch(url, { ...init, ...(file && { body: file }), signal }));
    },
  });
  try {
    const data = (await client.call(endpoint, ...([input] as never))) as CallOutput<E>;
    connection.heard();
    return { data, header: (name) => reply?.headers.get(name) ?? null };
  } catch (error) {
    if (error instanceof ApiError && init(input)?.aborted !== true) {
      connection.failed(error);
      if (isTokenRefused(error)) signInEnded(sentToken);
    }
    throw error;
  }
}

const init = (input: unknown) => (input as { readonly signal?: AbortSignal } | undefined)?.signal;

/** Like `exchange`, for callers that need only the reply's data. */
export const call: Client["call"] = async <const E extends Endpoint>(
  endpoint: E,
  ...[input]: object extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => (await exchange(endpoint, input as CallInput<E>)).data;
