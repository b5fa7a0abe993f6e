import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { perApp } from "../../platform/per-app.ts";
import { applyAnswers, type AcceptedAnswer, type Applied } from "./apply.service.ts";
import { drainOutboxOf } from "./outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

/** Answers per transaction: enough to share its flush, few enough not to block others for long. */
const BATCH_MAX = 100;

interface Submission {
  readonly needs: Needs;
  readonly answer: AcceptedAnswer;
}

type Outcome = { readonly applied: Applied } | { readonly cause: unknown };

const commits = perApp((_: Needs) =>
  createGroupCommit<Submission, Outcome>(applyTogether, { max: BATCH_MAX }),
);

/**
 * Learns from an answer before returning. Answers that arrive while others are being applied share
 * the next transaction, in the order of arrival.
 *
 * @throws what applying this answer throws; failures of other answers do not affect it
 */
export async function applyImmediately(needs: Needs, answer: AcceptedAnswer): Promise<Applied> {
  const outcome = await commits(needs).submit({ needs, answer });
  if ("cause" in outcome) throw outcome.cause;
  return outcome.applied;
}

async function applyTogether(submissions: readonly Submission[]): Promise<Outcome[]> {
  const [first] = submissions;
  if (first === undefined) return [];
  const answers = submissions.map(({ answer }) => answer);
  try {
    const applied = await applyInOrder(first.needs, answers);
    return applied.map((outcome) => ({ applied: outcome }));
  } catch (cause) {
    if (answers.length === 1 || isStorageUnavailable(cause)) return answers.map(() => ({ cause }));
    return applyOneByOne(submissions);
  }
}

async function applyOneByOne(submissions: readonly Submission[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const submission of submissions) outcomes.push(...(await applyTogether([submission])));
  return outcomes;
}

/** The learners' answers in the outbox are applied first. */
async function applyInOrder(needs: Needs, answers: readonly AcceptedAnswer[]): Promise<Applied[]> {
  await drainOutboxOf(
    needs,
    answers.map(({ userId }) => userId),
  );
  return applyAnswers(needs, answers);
}
