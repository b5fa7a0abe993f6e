import { errors, type Endpoint } from "@wordloom/contract";
import { AppError, refuse } from "../basics/app-error.ts";
import { sha256Of } from "../basics/sha256-of.ts";
import type { Actor } from "../identity/actor.ts";
import { addressKey } from "./client-address.ts";
import type { Exchange } from "./exchange.ts";
import type { Over } from "./rate-limits.ts";

/**
 * Rate limits of sign-ins. They prevent guessing, so successful calls are given back and a class
 * behind one address can sign in and out all day. In networks where many people are known to share
 * an address, each account has its own limits instead.
 */

/**
 * Counts a call by its address. A call over the limit waits for calls that may make room.
 *
 * @returns the consequence for a call over the limit
 */
export async function countReturnable(
  exchange: Exchange,
  bucket: "auth" | "admin_auth",
): Promise<Over | undefined> {
  const { limits, pending } = exchange.context;
  const { ip } = exchange.facts;
  const key = addressKey(ip);
  const queue = `${bucket} ${key}`;
  const isShared = limits.isShared(ip);
  const counting = { isShared, isReturnable: true, hasReserve: bucket === "admin_auth" };
  for (;;) {
    const were = pending.has(queue);
    const status = await limits.count(bucket, key, counting);
    exchange.limitStatus = status;
    if (status.over === undefined) {
      exchange.returnable = { statuses: [status], end: pending.begin(queue) };
      return undefined;
    }
    // A full window stays full; refused calls do not cause further refusals.
    await limits.giveBack(status);
    const hasEnded = were && !pending.has(queue);
    const room = pending.next(queue);
    // The last of them may have made room while this call was counted.
    if (room === undefined && !hasEnded) return status.over;
    await room;
  }
}

/**
 * Counts a call by the account that its body names or that makes it, if many people share the
 * address.
 *
 * @throws AppError AUTH_RATE_LIMITED
 */
export async function countAccount(
  exchange: Exchange,
  endpoint: Pick<Endpoint, "bucket" | "countedBy">,
  { actor, body }: { readonly actor: Actor; readonly body: unknown },
): Promise<void> {
  const { limits } = exchange.context;
  const { bucket, countedBy } = endpoint;
  if (countedBy === undefined || (bucket !== "auth" && bucket !== "admin_auth")) return;
  if (!limits.isShared(exchange.facts.ip)) return;
  // Another program may keep the counters, and it must not learn learners' addresses.
  const account =
    countedBy !== "caller"
      ? ((body as Readonly<Record<string, string>>)[countedBy] ?? "")
      : actor.kind === "anonymous"
        ? ""
        : actor.id;
  const key = sha256Of(Buffer.from(account));
  const status = await limits.count(bucket, key, { by: "account" });
  if (status.over?.kind === "refuse") {
    await limits.giveBack(status);
    // Guesses at one account take nothing from others at the address.
    await settleCount(exchange, { givesBack: [] });
    exchange.limitStatus = status;
    refuse(status.over.code);
  }
  exchange.limitStatus = status;
  const { statuses = [], end = () => {} } = exchange.returnable ?? {};
  exchange.returnable = { statuses: [...statuses, status], end };
}

/**
 * Call when a call ends, before its reply: gives its hits back unless it failed.
 *
 * @param refusal  the code of its failure
 */
export async function settleCount(
  exchange: Exchange,
  { givesBack }: Pick<Endpoint, "givesBack">,
  refusal?: unknown,
): Promise<void> {
  const { returnable, context } = exchange;
  if (returnable === undefined) return;
  delete exchange.returnable;
  try {
    if (givesBack === undefined) return;
    if (exchange.isExpired !== true && !isNoGuess(givesBack, refusal)) return;
    for (const status of returnable.statuses) {
      exchange.limitStatus = await context.limits.giveBack(status);
    }
  } finally {
    returnable.end();
  }
}

/** A success, a failure of the service, or a refusal of a call that was not a guess. */
function isNoGuess(givesBack: NonNullable<Endpoint["givesBack"]>, refusal: unknown): boolean {
  if (!(refusal instanceof AppError)) return true;
  return errors[refusal.code].status >= 500 || givesBack.includes(refusal.code);
}
