import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../../deps.ts";
import { createCallerOf, type CallerOf } from "./client-address.ts";
import { createCors, type Cors } from "./cors.ts";
import type { Gate } from "./gates.ts";
import type { RateLimits, Standing } from "./rate-limits.ts";
import { IncomingFacts, requestIdOf } from "./request-facts.ts";

/** What all requests to an app share. */
export interface ServerContext {
  readonly deps: Deps;
  readonly limits: RateLimits;
  readonly callerOf: CallerOf;
  readonly cors: Cors;
  /** Check every reply against the contract; for tests and development. */
  readonly checkReplies: boolean;
  /** Checked before the endpoints, in this order. */
  readonly gates: readonly Gate[];
  /** Open replies without an end of their own, such as event streams. */
  readonly live: Set<ServerResponse>;
}

/** One request on its way in and its reply on its way out. */
export interface Exchange {
  readonly context: ServerContext;
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly facts: IncomingFacts;
  /** The path as the contract writes it; what metrics and logs call this request. */
  readonly template: string;
  readonly startedAtMs: number;
  /** Where the caller stands with the rate limit, once counted. */
  standing?: Standing;
  /** Headers that the gates add to whatever reply is sent. */
  gateHeaders?: Readonly<Record<string, string>>;
}

export function createServerContext(
  parts: Pick<ServerContext, "deps" | "limits" | "gates" | "checkReplies">,
): ServerContext {
  const { settings } = parts.deps;
  return {
    ...parts,
    live: new Set(),
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
  const { clock, ids, metrics } = context.deps;
  metrics.inflight(1);
  const facts = new IncomingFacts(requestIdOf(raw, ids), raw, response, context.callerOf);
  return { context, raw, response, facts, template, startedAtMs: clock.monotonicMs() };
}
