import ipaddr from "ipaddr.js";
import type { IncomingMessage } from "node:http";
import { isOwnNetwork } from "../outside/address-class.ts";
import { rangeTest } from "./address-ranges.ts";

/** The origin of a request. */
export interface Caller {
  readonly ip: string;
  /** Whether the request reached us, or the trusted proxy, over https. */
  readonly secure: boolean;
  /**
   * The host that the caller requested, according to a trusted proxy; absent if it does not say.
   */
  readonly host?: string;
}

type Wire = Pick<IncomingMessage, "headers" | "socket">;
export type CallerOf = (request: Wire) => Caller;

/** Which proxies are trusted: none, the direct peer, or peers in these ranges. */
export type ProxyTrust = boolean | readonly string[];

/** Determines the caller; `X-Forwarded-*` is used only from trusted peers. */
export function createCallerOf(trust: ProxyTrust): CallerOf {
  if (trust === false) return (request) => plainCaller(peerOf(request));
  if (trust === true) return (request) => forwardedCaller(request, lastHop);
  const trusts = rangeTest(trust);
  return (request) => {
    const peer = peerOf(request);
    if (!trusts(peer)) return plainCaller(peer);
    return forwardedCaller(request, (hops) => firstOutside([...hops, peer], trusts));
  };
}

/**
 * The rate-limit key of an address: an IPv4 address unchanged, an IPv6 address by its /64, because
 * every home or rented server has at least a /64.
 */
export function addressKey(ip: string): string {
  if (!ip.includes(":") || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/**
 * Whether the caller is a program on this machine: the peer is local, and no header shows that it
 * is a proxy passing on someone else's request.
 */
export function isLocalCaller(request: Wire): boolean {
  const peer = peerOf(request);
  const isLoopback = peer.startsWith("127.") || peer === "::1";
  return isLoopback && !Object.keys(request.headers).some(isFromProxy);
}

/**
 * Whether a proxy in the operator's own network seems to have passed on this request. Anybody can
 * send the header, so it is worth a note only from such a peer.
 */
export function isForwarded(request: Wire): boolean {
  return request.headers["x-forwarded-for"] !== undefined && isOwnNetwork(peerOf(request));
}

/** @param name  in lowercase */
function isFromProxy(name: string): boolean {
  return (
    name === "forwarded" ||
    name === "via" ||
    name === "x-real-ip" ||
    name.startsWith("x-forwarded-")
  );
}

function plainCaller(peer: string): Caller {
  return { ip: peer, secure: false };
}

function forwardedCaller(request: Wire, choose: (hops: string[]) => string | undefined): Caller {
  const peer = peerOf(request);
  const hops = listOf(request.headers["x-forwarded-for"]);
  const scheme = listOf(request.headers["x-forwarded-proto"]).at(-1)?.toLowerCase();
  const host = listOf(request.headers["x-forwarded-host"]).at(-1);
  return {
    ip: readAddress(choose(hops)) ?? peer,
    secure: scheme === "https",
    ...(host !== undefined && { host }),
  };
}

/** Our only proxy added the last entry; the caller may have forged the ones before it. */
function lastHop(hops: readonly string[]): string | undefined {
  return hops.at(-1);
}

/** The first untrusted address, starting from our end; if all are trusted, the farthest one. */
function firstOutside(
  chain: readonly string[],
  trusts: (ip: string) => boolean,
): string | undefined {
  let nearest: string | undefined;
  for (const hop of chain.toReversed()) {
    const ip = readAddress(hop);
    // Entries beyond an invalid address cannot be trusted.
    if (ip === undefined) return nearest;
    nearest = ip;
    if (!trusts(ip)) return ip;
  }
  return nearest;
}

function peerOf(request: Wire): string {
  return unwrap(request.socket.remoteAddress ?? "");
}

/** A dual-stack socket reports 10.0.0.1 as `::ffff:10.0.0.1`. */
function unwrap(ip: string): string {
  return ip.startsWith("::ffff:") ? ipaddr.process(ip).toString() : ip;
}

function listOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(",") : (header ?? "");
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Some proxies add a port: `10.0.0.1:4711`, `[2001:db8::1]:4711`. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const isSpelledOut = bare.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(bare);
  return isSpelledOut && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}
