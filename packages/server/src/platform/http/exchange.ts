import type { ErrorCode } from "@wordloom/contract";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../../deps.ts";
import { createCallerOf, isForwarded, type CallerOf } from "./client-address.ts";
import { createCors, type Cors } from "./cors.ts";
import type { Gate } from "./gates.ts";
import { createPendingCalls, type PendingCalls } from "./pending-calls.ts";
import type { LimitStatus, RateLimits, ReturnableCount } from "./rate-limits.ts";
import { IncomingFacts, requestIdOf } from "./request-facts.ts";
import { createTrafficNotes, type TrafficNotes } from "./traffic-notes.ts";

/** Shared by all requests to an app. */
export interface ServerContext {
  readonly deps: Deps;
  readonly limits: RateLimits;
  readonly pending: PendingCalls;
  readonly trafficNotes: TrafficNotes;
  readonly callerOf: CallerOf;
  readonly cors: Cors;
  /** Whether to check every reply against the contract; for tests and development. */
  readonly checkReplies: boolean;
  /** Run before the endpoints, in this order. */
  readonly gates: readonly Gate[];
  /** Open replies with no natural end, such as event streams. */
  readonly live: Set<ServerResponse>;
}

/** A request and its reply. */
export interface Exchange {
  readonly context: ServerContext;
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly facts: IncomingFacts;
  /** The path template of the contract; identifies the request in metrics and logs. */
  template: string;
  readonly startedAtMs: number;
  /** The caller's rate-limit status, once counted. */
  limitStatus?: LimitStatus;
  /** Hits to give back to the sign-in limits if the call succeeds. */
  returnable?: ReturnableCount;
  /** Whether the call failed because of an expired token, which is not a guess. */
  isExpired?: boolean;
  /** The code of the error reply. */
  refusal?: ErrorCode;
  /** Headers that the gates add to any reply. */
  gateHeaders?: Readonly<Record<string, string>>;
}

export function createServerContext(
  parts: Pick<ServerContext, "deps" | "limits" | "gates" | "checkReplies">,
): ServerContext {
  const { settings } = parts.deps;
  return {
    ...parts,
    live: new Set(),
    pending: createPendingCalls(),
    trafficNotes: createTrafficNotes(parts.deps),
    callerOf: createCallerOf(settings.TRUST_PROXY),
    cors: createCors(settings.CORS_ORIGIN),
  };
}

export function openExchange(
  context: ServerContext,
  raw: IncomingMessage,
  response: ServerResponse,
  template: string,
): Exchange {
  const { clock, ids, metrics, settings } = context.deps;
  metrics.inflight(1);
  if (settings.TRUST_PROXY === false && isForwarded(raw)) {
    context.trafficNotes.note("forwarded_untrusted");
  }
  const facts = new IncomingFacts(requestIdOf(raw, ids), raw, response, context.callerOf);
  return { context, raw, response, facts, template, startedAtMs: clock.monotonicMs() };
}
