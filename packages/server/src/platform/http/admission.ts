import type { Endpoint } from "@wordloom/contract";
import type { Actor, Admin, Learner } from "../identity/actor.ts";
import { anonymous } from "../identity/actor.ts";
import { AppError, refuse } from "../basics/app-error.ts";
import { addressKey } from "./client-address.ts";
import type { Exchange } from "./exchange.ts";
import { createGuard, type Gate, type Guard } from "./gates.ts";
import {
  bucketOf,
  goesByAddress,
  type AddressBucket,
  type BucketName,
  type Over,
} from "./rate-limits.ts";
import { countReturnable } from "./returned-counts.ts";
import { hasGenuineToken, recognize, signIn } from "./sign-in.ts";

/** The caller and, if the call is over a limit and must be dropped, the reply. */
interface Admission {
  readonly actor: Actor;
  /** On open endpoints: the account of the caller's token, if there is one. */
  readonly account?: Learner | Admin | undefined;
  readonly droppedReply?: unknown;
}

/** Admits a call to an endpoint: sign-in and rate limit. */
export type Admit = (exchange: Exchange) => Promise<Admission>;

/**
 * Runs the gates, signs the caller in and counts the call in exactly one bucket.
 *
 * Buckets by address are counted before sign-in, so that guessing tokens is also limited. A failed
 * sign-in counts for the account of the token or, without one, for the address.
 *
 * @throws AppError of a gate, of sign-in, or of the rate limit
 */
export function createAdmit(endpoint: Endpoint, gates: readonly Gate[]): Admit {
  const admit = createOwnAdmit(endpoint);
  const guard = createGuard(gates, endpoint.path);
  if (guard === undefined) return admit;
  return async (exchange) => {
    await passGuard(exchange, guard, bucketOf(endpoint));
    const admission = await admit(exchange);
    if (admission.droppedReply === undefined) await notifyGates(exchange, guard, admission);
    return admission;
  };
}

/** On open endpoints the caller is looked up only if a gate needs it. */
async function notifyGates(
  exchange: Exchange,
  guard: Guard,
  { actor, account }: Admission,
): Promise<void> {
  if (actor.kind !== "anonymous") return guard.onAdmitted(exchange, actor);
  if (!guard.needsCaller(exchange)) return;
  const caller = account ?? (await recognize(exchange.context.deps, exchange.facts));
  if (caller !== undefined) guard.onAdmitted(exchange, caller);
}

/**
 * Runs the gates for a call to an unknown path, and counts it.
 *
 * @throws AppError of a gate or of the rate limit
 */
export async function admitUnknown(exchange: Exchange, path: string): Promise<void> {
  const guard = createGuard(exchange.context.gates, path);
  if (guard !== undefined) await passGuard(exchange, guard, "general");
  await countCaller(exchange);
}

/** Also counts calls refused by a gate; otherwise they would be unlimited. */
async function passGuard(
  exchange: Exchange,
  guard: Guard,
  bucket: BucketName | "general" | undefined,
): Promise<void> {
  try {
    const passing = guard.pass(exchange);
    if (passing !== undefined) await passing;
  } catch (refusal) {
    if (goesByAddress(bucket)) await countAddress(exchange, bucket);
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
  const account = await recognize(exchange.context.deps, exchange.facts);
  if (account === undefined) await countAddress(exchange, "anonymous");
  else await countOf(exchange, "authenticated", account);
  return account;
}

async function admitByAddress(
  exchange: Exchange,
  endpoint: Endpoint,
  bucket: AddressBucket,
): Promise<Admission> {
  const over = await countAddress(exchange, bucket).catch((refusal: unknown) => {
    if (endpoint.access === "none") throw refusal;
    return { kind: "refused", refusal } as const;
  });
  if (over?.kind === "refused") return admitSuper(exchange, endpoint, over.refusal);
  if (over !== undefined) return { actor: anonymous, droppedReply: over.data };
  try {
    return { actor: await enter(exchange, endpoint) };
  } catch (refusal) {
    exchange.isExpired = hasGenuineToken(exchange.context.deps, exchange.facts);
    throw refusal;
  }
}

/**
 * Super administrators who are signed in remain so, whatever other callers at the same address do.
 */
async function admitSuper(
  exchange: Exchange,
  endpoint: Endpoint,
  refusal: unknown,
): Promise<Admission> {
  const actor = await recognize(exchange.context.deps, exchange.facts);
  if (!isSuper(actor)) throw refusal;
  await countOf(exchange, "authenticated", actor);
  return { actor: await enter(exchange, endpoint) };
}

function isSuper(account: Learner | Admin | undefined): account is Admin {
  if (account?.kind !== "admin" || account.apiKeyId !== undefined) return false;
  return account.role === "super_admin";
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
  const over = await countOf(exchange, bucket, actor);
  return over === undefined ? { actor } : { actor, droppedReply: over.data };
}

/** An API key has its own limits, so that a busy program does not lock its owner out. */
function limitKeyOf(account: Learner | Admin): string {
  return account.kind === "admin" ? (account.apiKeyId ?? account.id) : account.id;
}

function enter({ context, facts }: Exchange, endpoint: Endpoint): Promise<Actor> {
  return signIn(context.deps, facts, endpoint);
}

/**
 * The same, but also counts refused callers. Calls that failed because the database is down do not
 * count, because learners would be limited once it is back.
 */
async function enterOrCount(exchange: Exchange, endpoint: Endpoint): Promise<Actor> {
  try {
    return await enter(exchange, endpoint);
  } catch (refusal) {
    if (refusal instanceof AppError) await countCaller(exchange);
    throw refusal;
  }
}

type Answered = Extract<Over, { kind: "answer" }>;

/** Counts one call for its account. @throws AppError if the bucket refuses calls over its limit */
async function countOf(
  exchange: Exchange,
  bucket: BucketName,
  account: Learner | Admin,
): Promise<Answered | undefined> {
  const counting = { hasReserve: bucket === "authenticated" && isSuper(account) };
  const status = await exchange.context.limits.count(bucket, limitKeyOf(account), counting);
  exchange.limitStatus = status;
  if (status.over?.kind === "refuse") refuse(status.over.code);
  return status.over;
}

/** The same for its address. */
async function countAddress(
  exchange: Exchange,
  bucket: AddressBucket,
): Promise<Answered | undefined> {
  const over =
    bucket === "auth" || bucket === "admin_auth"
      ? await countReturnable(exchange, bucket)
      : await countPlain(exchange, bucket);
  if (over?.kind !== "refuse") return over;
  if (bucket !== "error_reports") noteRefusal(exchange, bucket);
  return refuse(over.code);
}

function noteRefusal(
  { context, facts }: Exchange,
  bucket: Exclude<AddressBucket, "error_reports">,
): void {
  const { limits, trafficNotes } = context;
  trafficNotes.note(
    limits.isShared(facts.ip) ? "shared_address_refused" : `address_refused_${bucket}`,
  );
}

async function countPlain(exchange: Exchange, bucket: AddressBucket): Promise<Over | undefined> {
  const { limits } = exchange.context;
  const { ip } = exchange.facts;
  const status = await limits.count(bucket, addressKey(ip), { isShared: limits.isShared(ip) });
  exchange.limitStatus = status;
  return status.over;
}
