import type { Deps } from "../../../deps.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { readEngineState } from "../amas/engine-states.service.ts";
import {
  parametersOfLearner,
  parameterVariants,
} from "../engine-trials/learner-parameters.service.ts";
import { hasPolicy, storePolicy, targetSource } from "../schedule/interval-policies.service.ts";
import { commonSubject, type PolicySubject } from "../schedule/policy-subject.ts";
import { goalsOf } from "../schedule/learner-goals.service.ts";
import { solveInThread } from "./fit-thread.service.ts";
import { listFittedLearners } from "../schedule/fit-requests.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

const LEARNERS_PER_PAGE = 200;

/** Each takes some tenths of a second. The rest is left for the next day. */
const SOLVED_PER_RUN = 300;

/**
 * Solves the missing policies for learners without personal weights, for every served configuration
 * that uses policies.
 */
export async function solveCommonPolicies(needs: Needs, signal: AbortSignal): Promise<void> {
  for (const parameters of parameterVariants(needs)) {
    const subject = commonSubject(parameters, needs.settings.AMAS_SECONDS_PER_KNOWN_DAY);
    if (subject !== undefined) await solveIfMissing(needs, subject, signal);
  }
}

/**
 * Solves the missing policies of learners with personal weights whose settings or parameters
 * changed after their fit.
 *
 * @returns number of policies solved, limited per run
 */
export async function solveLearnersPolicies(needs: Needs, signal: AbortSignal): Promise<number> {
  let [solved, after] = [0, ""];
  for (;;) {
    const userIds = await listFittedLearners(needs.database, after, LEARNERS_PER_PAGE);
    for (const userId of userIds) {
      if (solved >= SOLVED_PER_RUN) return solved;
      signal.throwIfAborted();
      const startMs = needs.clock.monotonicMs();
      if (await solveOrSkip(needs, userId, signal)) solved += 1;
      await yieldToRequests(needs.clock.monotonicMs() - startMs);
    }
    after = userIds.at(-1) ?? "";
    if (userIds.length < LEARNERS_PER_PAGE) return solved;
  }
}

/** Skips a learner whose state cannot be read, without affecting the others. */
async function solveOrSkip(needs: Needs, userId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const subject = await subjectOfLearner(needs, userId);
    return subject?.owner === userId && (await solveIfMissing(needs, subject, signal));
  } catch (cause) {
    if (signal.aborted || isStorageUnavailable(cause)) throw cause;
    needs.log.error({ cause, userId }, "a learner's optimal intervals could not be solved");
    return false;
  }
}

async function subjectOfLearner(needs: Needs, userId: string): Promise<PolicySubject | undefined> {
  const { fit } = await readEngineState(needs, userId);
  const { parameters } = await parametersOfLearner(needs, userId);
  const goal = (await goalsOf(needs.database, [userId]))(userId);
  return targetSource(needs, { userId, fit, parameters, goal }).subject;
}

async function solveIfMissing(
  needs: Needs,
  subject: PolicySubject,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  if (await hasPolicy(needs, subject)) return false;
  const policy = await solveInThread(needs, subject, signal);
  await storePolicy(needs, needs.database, subject, policy);
  needs.log.info({ own: subject.owner !== "" }, "optimal intervals solved");
  return true;
}
