import { lookup } from "node:dns/promises";
import { isReachable } from "./address-class.ts";
import { exchange, readBody } from "./pinned-request.ts";
import { OutboundError } from "./outbound-error.ts";
import { checkUrl, hostAddress } from "./outbound-url.ts";
import type { PinnedAddress } from "./pinned-request.ts";

export { OutboundError, refuseFault } from "./outbound-error.ts";
export type { FaultCodes, OutboundFault } from "./outbound-error.ts";

const PING_TIMEOUT_MS = 5_000;

export interface FetchLimits {
  /** Of the body after decompression. */
  readonly maxBytes: number;
  /** From the first look at the address to the last byte. */
  readonly timeoutMs: number;
  /** Admits the operator's own network. */
  readonly allowPrivate?: boolean;
}

/** Reaches addresses that users name without letting them reach into the operator's network. */
export interface Outbound {
  /**
   * GETs an address. The host is resolved once, every address it has is judged, and the connection
   * goes to exactly those. No redirects, no cookies, no proxy from the environment.
   *
   * @throws OutboundError
   */
  fetch(url: string, limits: FetchLimits): Promise<Uint8Array>;
  /** @throws OutboundError `invalid_url` or `refused` for what could never be fetched */
  check(url: string, options?: { allowPrivate?: boolean }): URL;
  /** POSTs nothing without waiting; whatever goes wrong is passed over. */
  ping(url: string, options?: { allowPrivate?: boolean }): void;
}

/** All addresses of a name. */
export type LookupFunction = (hostname: string) => Promise<readonly PinnedAddress[]>;

export function createOutbound(resolve: LookupFunction = systemLookup): Outbound {
  const request = async (url: string, method: "GET" | "POST", limits: FetchLimits) => {
    const allowPrivate = limits.allowPrivate ?? false;
    const target = checkUrl(url, allowPrivate);
    const deadline = AbortSignal.timeout(limits.timeoutMs);
    const addresses = await within(deadline, judge(resolve, target, allowPrivate));
    const response = await exchange(target, method, addresses, deadline);
    return readBody(response, limits.maxBytes, deadline);
  };
  return {
    fetch: (url, limits) => request(url, "GET", limits),
    check: (url, options) => checkUrl(url, options?.allowPrivate ?? false),
    ping: (url, options) => {
      const limits = { maxBytes: 65_536, timeoutMs: PING_TIMEOUT_MS, ...options };
      request(url, "POST", limits).catch(() => undefined);
    },
  };
}

function systemLookup(hostname: string): Promise<readonly PinnedAddress[]> {
  return lookup(hostname, { all: true });
}

/** One bad address among good ones refuses the name: an honest server has no reason for the mix. */
async function judge(
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

function within<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const stop = () => reject(new OutboundError("failed", "it took too long"));
    if (deadline.aborted) stop();
    deadline.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, late]);
}
