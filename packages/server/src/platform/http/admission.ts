import type { Endpoint } from "@wordloom/contract";
import type { Actor, Admin, Learner } from "../actor.ts";
import { anonymous } from "../actor.ts";
import { refuse } from "../app-error.ts";
import { addressKey } from "./client-address.ts";
import type { Exchange } from "./exchange.ts";
import { createGuard, type Gate, type Guard } from "./gates.ts";
import { bucketOf, goesByAddress, type BucketName, type Over } from "./rate-limits.ts";
import { recognise, signIn } from "./sign-in.ts";

/** Who calls, and what to answer when the call is over a limit and is to be dropped. */
export interface Admission {
  readonly actor: Actor;
  /** On open endpoints: the account behind the caller's token, if there is one. */
  readonly account?: Learner | Admin | undefined;
  readonly thrownAway?: unknown;
}

/** How an endpoint lets callers in: sign-in, and the bucket in which the call counts. */
export type Admit = (exchange: Exchange) => Promise<Admission>;

/**
 * Takes a call past the gates, signs the caller in and counts the call, in exactly one bucket.
 *
 * Buckets that go by address are counted first, so that guessing tokens is limited as well; a
 * failed sign-in counts for the account behind the token if there is one, else for the address.
 *
 * @throws AppError of a gate, of sign-in, or of the limit when the call is one too many
 */
export function createAdmit(endpoint: Endpoint, gates: readonly Gate[]): Admit {
  const admit = createOwnAdmit(endpoint);
  const guard = createGuard(gates, endpoint.path);
  if (guard === undefined) return admit;
  return async (exchange) => {
    await passGuard(exchange, guard, bucketOf(endpoint));
    const admission = await admit(exchange);
    if (admission.thrownAway === undefined) await tellWho(exchange, guard, admission);
    return admission;
  };
}

/** On open endpoints the caller is looked up only when a gate wants to know who it is. */
async function tellWho(
  exchange: Exchange,
  guard: Guard,
  { actor, account }: Admission,
): Promise<void> {
  if (actor.kind !== "anonymous") return guard.letIn(exchange, actor);
  if (!guard.asksWho(exchange)) return;
  const caller = account ?? (await recognise(exchange.context.deps, exchange.facts));
  if (caller !== undefined) guard.letIn(exchange, caller);
}

/**
 * Passes a call to an unknown path through the gates, and counts it.
 *
 * @throws AppError of a gate, or of the limit when the call is one too many
 */
export async function admitUnknown(exchange: Exchange, path: string): Promise<void> {
  const guard = createGuard(exchange.context.gates, path);
  if (guard !== undefined) await passGuard(exchange, guard, "general");
  await countCaller(exchange);
}

/** Calls that a gate refuses count as well, or a refused caller could go on without limit. */
async function passGuard(
  exchange: Exchange,
  guard: Guard,
  bucket: BucketName | "general" | undefined,
): Promise<void> {
  try {
    const passing = guard.pass(exchange);
    if (passing !== undefined) await passing;
  } catch (refusal) {
    if (goesByAddress(bucket)) await count(exchange, bucket, addressKey(exchange.facts.ip));
    else if (bucket !== undefined) await countCaller(exchange);
    throw refusal;
  }
}

function createOwnAdmit(endpoint: Endpoint): Admit {
  const bucket = bucketOf(endpoint);
  if (bucket === undefined) return async (exchange) => ({ actor: await enter(exchange, endpoint) });
  if (goesByAddress(bucket)) return (exchange) => admitByAddress(exchange, endpoint, bucket);
  if (endpoint.access === "none") return admitAnyone;
  const own = bucket === "general" ? "authenticated" : bucket;
  return (exchange) => admitAccount(exchange, endpoint, own);
}

/** Counts a request that needs no sign-in: to an open endpoint, or to an unknown path. */
async function countCaller(exchange: Exchange): Promise<Learner | Admin | undefined> {
  const account = await recognise(exchange.context.deps, exchange.facts);
  if (account === undefined) await count(exchange, "anonymous", addressKey(exchange.facts.ip));
  else await count(exchange, "authenticated", account.id);
  return account;
}

async function admitByAddress(
  exchange: Exchange,
  endpoint: Endpoint,
  bucket: BucketName,
): Promise<Admission> {
  const over = await count(exchange, bucket, addressKey(exchange.facts.ip));
  if (over !== undefined) return { actor: anonymous, thrownAway: over.data };
  return { actor: await enter(exchange, endpoint) };
}

async function admitAnyone(exchange: Exchange): Promise<Admission> {
  return { actor: anonymous, account: await countCaller(exchange) };
}

async function admitAccount(
  exchange: Exchange,
  endpoint: Endpoint,
  bucket: BucketName,
): Promise<Admission> {
  const actor = await enterOrCount(exchange, endpoint);
  if (actor.kind === "anonymous") return { actor };
  const over = await count(exchange, bucket, actor.id);
  return over === undefined ? { actor } : { actor, thrownAway: over.data };
}

function enter({ context, facts }: Exchange, endpoint: Endpoint): Promise<Actor> {
  return signIn(context.deps, facts, endpoint);
}

/** The same; a caller who is refused is counted as well. */
async function enterOrCount(exchange: Exchange, endpoint: Endpoint): Promise<Actor> {
  try {
    return await enter(exchange, endpoint);
  } catch (refusal) {
    await countCaller(exchange);
    throw refusal;
  }
}

/** Counts one call. @throws AppError when the bucket refuses calls beyond its limit */
async function count(
  exchange: Exchange,
  bucket: BucketName,
  key: string,
): Promise<Extract<Over, { kind: "answer" }> | undefined> {
  const standing = await exchange.context.limits.count(bucket, key);
  exchange.standing = standing;
  if (standing.over?.kind === "refuse") refuse(standing.over.code);
  return standing.over;
}
