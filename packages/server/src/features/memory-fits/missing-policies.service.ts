import type { Deps } from "../../deps.ts";
import { readEngineState } from "../amas/engine-states.service.ts";
import {
  parametersOfLearner,
  parameterVariants,
} from "../engine-trials/learner-parameters.service.ts";
import {
  commonSubject,
  hasPolicy,
  storePolicy,
  subjectOf,
  type PolicySubject,
} from "../interval-policies/interval-policies.service.ts";
import { solveInThread } from "./fit-thread.service.ts";
import { listFittedLearners } from "./memory-fits.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

const LEARNERS_AT_ONCE = 200;

/** Some tenths of a second each; the rest is for the next day. */
const SOLVED_PER_RUN = 300;

/**
 * Solves the optimal intervals of learners without weights of their own, for every configuration
 * that is served and wants them.
 */
export async function solveCommonPolicies(needs: Needs, signal: AbortSignal): Promise<void> {
  for (const parameters of parameterVariants(needs)) {
    const subject = commonSubject(needs, parameters);
    if (subject !== undefined) await solveIfMissing(needs, subject, signal);
  }
}

/**
 * Solves those of learners who have weights of their own but no table for the settings of now,
 * because these were changed after the fit.
 *
 * @returns number of tables solved, bounded in one run
 */
export async function solveLearnersPolicies(needs: Needs, signal: AbortSignal): Promise<number> {
  if (parameterVariants(needs).every(({ featureFlags }) => !featureFlags.sspEnabled)) return 0;
  let [solved, after] = [0, ""];
  for (;;) {
    const userIds = await listFittedLearners(needs.database, after, LEARNERS_AT_ONCE);
    for (const userId of userIds) {
      if (solved >= SOLVED_PER_RUN) return solved;
      const subject = await subjectOfLearner(needs, userId);
      if (subject?.owner !== userId) continue;
      if (await solveIfMissing(needs, subject, signal)) solved += 1;
    }
    after = userIds.at(-1) ?? "";
    if (userIds.length < LEARNERS_AT_ONCE) return solved;
  }
}

async function subjectOfLearner(needs: Needs, userId: string): Promise<PolicySubject | undefined> {
  const { weights } = (await readEngineState(needs, userId)).fit;
  const { parameters } = await parametersOfLearner(needs, userId);
  return subjectOf(needs, userId, weights, parameters);
}

async function solveIfMissing(
  needs: Needs,
  subject: PolicySubject,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  if (await hasPolicy(needs, subject)) return false;
  const { weights, parameters, secondsPerKnownDay } = subject;
  const policy = await solveInThread({ weights, parameters, secondsPerKnownDay }, signal);
  await storePolicy(needs, needs.database, subject, policy);
  needs.log.info({ own: subject.owner !== "" }, "optimal intervals solved");
  return true;
}
