import type { SignIn } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";

type Needs = Pick<Deps, "database" | "sessions">;

/** The learner's valid sign-ins, latest first. */
export async function listSignIns(needs: Needs, learner: Learner): Promise<SignIn[]> {
  const sessions = await needs.sessions.listOf(learner.id);
  return sessions.map(({ id, createdAtMs, lastUsedAtMs, device }) => ({
    id,
    createdAt: toTimestamp(createdAtMs),
    lastUsedAt: toTimestamp(lastUsedAtMs),
    current: id === learner.sessionId,
    device,
  }));
}

/**
 * Ends one of the learner's sign-ins. Its streams close at once.
 *
 * @throws AppError NOT_FOUND, also for another learner's sign-in
 */
export async function endSignIn(needs: Needs, learner: Learner, id: string): Promise<void> {
  const ended = await transact(needs.database, (tx) => needs.sessions.endOwn(tx, learner.id, id));
  if (!ended) refuse("NOT_FOUND", "No such sign-in.");
  needs.sessions.forget(learner.id);
}

/** Ends all of the learner's sign-ins except the current one. @returns number of sign-ins ended */
export async function endOtherSignIns(needs: Needs, learner: Learner): Promise<number> {
  const ended = await transact(needs.database, (tx) =>
    needs.sessions.endOthers(tx, learner.id, learner.sessionId),
  );
  if (ended > 0) needs.sessions.forget(learner.id);
  return ended;
}
