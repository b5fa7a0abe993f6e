import type { Endpoint } from "@wordloom/contract";
import type { Actor } from "../actor.ts";
import { anonymous } from "../actor.ts";
import { refuse } from "../app-error.ts";
import { addressKey } from "./client-address.ts";
import type { Exchange } from "./exchange.ts";
import { bucketOf, COUNTED_BY_ADDRESS, type BucketName, type Over } from "./rate-limits.ts";
import { recognise, signIn } from "./sign-in.ts";

/** Who calls, and what the caller is told when this call is to be thrown away. */
export interface Admission {
  readonly actor: Actor;
  readonly thrownAway?: unknown;
}

/** How an endpoint lets callers in: who signs in, and in which bucket the call counts. */
export type Admit = (exchange: Exchange) => Promise<Admission>;

/**
 * Signs the caller in and counts the call, in exactly one bucket.
 *
 * Buckets that go by address are counted first, so that guessing tokens is limited as well; a
 * failed sign-in counts for the account behind the token if there is one, else for the address.
 *
 * @throws AppError of sign-in, or of the limit when the call is one too many
 */
export function createAdmit(endpoint: Endpoint): Admit {
  const bucket = bucketOf(endpoint);
  if (bucket === undefined) return async (exchange) => ({ actor: await enter(exchange, endpoint) });
  if (bucket !== "general" && COUNTED_BY_ADDRESS.has(bucket)) {
    return (exchange) => admitByAddress(exchange, endpoint, bucket);
  }
  if (endpoint.access === "none") return admitAnyone;
  const own = bucket === "general" ? "authenticated" : bucket;
  return (exchange) => admitAccount(exchange, endpoint, own);
}

/** Counts a request nobody signs in for: an open endpoint, or a path that is none of ours. */
export async function countCaller(exchange: Exchange): Promise<void> {
  const account = await recognise(exchange.house.deps, exchange.facts);
  if (account === undefined) await count(exchange, "anonymous", addressKey(exchange.facts.ip));
  else await count(exchange, "authenticated", account.id);
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
  await countCaller(exchange);
  return { actor: anonymous };
}

async function admitAccount(
  exchange: Exchange,
  endpoint: Endpoint,
  bucket: BucketName,
): Promise<Admission> {
  const actor = await enter(exchange, endpoint).catch((refusal: unknown) =>
    countRefused(exchange, refusal),
  );
  if (actor.kind === "anonymous") return { actor };
  const over = await count(exchange, bucket, actor.id);
  return over === undefined ? { actor } : { actor, thrownAway: over.data };
}

function enter({ house, facts }: Exchange, endpoint: Endpoint): Promise<Actor> {
  return signIn(house.deps, facts, endpoint);
}

async function countRefused(exchange: Exchange, refusal: unknown): Promise<never> {
  await countCaller(exchange);
  throw refusal;
}

/** Counts one call. @throws AppError when the bucket refuses calls beyond its limit */
async function count(
  exchange: Exchange,
  bucket: BucketName,
  key: string,
): Promise<Extract<Over, { kind: "answer" }> | undefined> {
  const standing = await exchange.house.limits.count(bucket, key);
  exchange.standing = standing;
  if (standing.over?.kind === "refuse") refuse(standing.over.code);
  return standing.over;
}
