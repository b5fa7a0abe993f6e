import { lookup } from "node:dns/promises";
import { isReachable } from "./address-class.ts";
import { createByteBuilder } from "./byte-builder.ts";
import { exchange, readPieces } from "./pinned-request.ts";
import { OutboundError } from "./outbound-error.ts";
import { checkUrl, hostAddress } from "./outbound-url.ts";
import type { PinnedAddress } from "./pinned-request.ts";

export { OutboundError, refuseFault } from "./outbound-error.ts";
export type { FaultCodes } from "./outbound-error.ts";

const PING_TIMEOUT_MS = 5_000;

export interface FetchLimits {
  /** Maximum size of the body after decompression. */
  readonly maxBytes: number;
  /** From the URL check to the last byte. */
  readonly timeoutMs: number;
  /** Allows the operator's own network. */
  readonly allowPrivate?: boolean;
}

/** Fetches URLs given by users, without giving them access to the operator's network. */
export interface Outbound {
  /**
   * GETs a URL. The host is resolved once, all its addresses are checked, and the connection goes
   * to one of these. No redirects, no cookies, no proxy from the environment.
   *
   * @throws OutboundError
   */
  fetch(url: string, limits: FetchLimits): Promise<Uint8Array>;
  /**
   * The same, piece by piece, so that a large body need not be kept in memory. Reading after the
   * time limit fails.
   *
   * @throws OutboundError
   */
  stream(url: string, limits: FetchLimits): AsyncIterable<Uint8Array>;
  /** @throws OutboundError `invalid_url` or `refused` for a URL that can never be fetched */
  check(url: string, options?: { allowPrivate?: boolean }): URL;
  /** Sends an empty POST without waiting; errors are ignored. */
  ping(url: string, options?: { allowPrivate?: boolean }): void;
}

/** All addresses of a name. */
export type LookupFunction = (hostname: string) => Promise<readonly PinnedAddress[]>;

export function createOutbound(resolve: LookupFunction = systemLookup): Outbound {
  async function* request(url: string, method: "GET" | "POST", limits: FetchLimits) {
    const allowPrivate = limits.allowPrivate ?? false;
    const target = checkUrl(url, allowPrivate);
    const deadline = AbortSignal.timeout(limits.timeoutMs);
    const addresses = await beforeDeadline(deadline, resolveChecked(resolve, target, allowPrivate));
    const response = await exchange(target, method, addresses, deadline);
    yield* readPieces(response, limits.maxBytes, deadline);
  }
  return {
    fetch: (url, limits) => whole(request(url, "GET", limits)),
    stream: (url, limits) => request(url, "GET", limits),
    check: (url, options) => checkUrl(url, options?.allowPrivate ?? false),
    ping: (url, options) => {
      const limits = { maxBytes: 65_536, timeoutMs: PING_TIMEOUT_MS, ...options };
      whole(request(url, "POST", limits)).catch(() => undefined);
    },
  };
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const body = createByteBuilder(64 * 1024);
  for await (const piece of pieces) body.append(piece);
  return body.view(0);
}

function systemLookup(hostname: string): Promise<readonly PinnedAddress[]> {
  return lookup(hostname, { all: true });
}

/** One forbidden address is enough to refuse the name: no legitimate server mixes them. */
async function resolveChecked(
  resolve: LookupFunction,
  target: URL,
  allowPrivate: boolean,
): Promise<readonly PinnedAddress[]> {
  const literal = hostAddress(target);
  if (literal !== undefined) return [{ address: literal, family: literal.includes(":") ? 6 : 4 }];
  const addresses = await resolve(target.hostname).catch((error: unknown) => {
    throw new OutboundError("failed", "the host name is unknown", error);
  });
  if (addresses.length === 0) throw new OutboundError("failed", "the host name has no address");
  if (!addresses.every(({ address }) => isReachable(address, allowPrivate))) {
    throw new OutboundError("refused", "the host name resolves to an address that is not public");
  }
  return addresses;
}

function beforeDeadline<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const stop = () => reject(new OutboundError("failed", "it took too long"));
    if (deadline.aborted) stop();
    deadline.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, late]);
}
