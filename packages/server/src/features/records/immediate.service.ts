import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
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

const commits = perApp((_: Needs) =>
  createGroupCommit<Submission, Applied>(applyTogether, { max: BATCH_MAX }),
);

/**
 * Learns from an answer before returning. Answers that arrive while others are being applied share
 * the next transaction, in the order of arrival.
 *
 * @throws what applying this answer throws; failures of other answers do not affect it
 */
export async function applyImmediately(needs: Needs, answer: AcceptedAnswer): Promise<Applied> {
  return commits(needs).submit({ needs, answer });
}

/** The learners' answers in the outbox are applied first. */
async function applyTogether(submissions: readonly Submission[]): Promise<Applied[]> {
  const [first] = submissions;
  if (first === undefined) return [];
  const answers = submissions.map(({ answer }) => answer);
  await drainOutboxOf(
    first.needs,
    answers.map(({ userId }) => userId),
  );
  return applyAnswers(first.needs, answers);
}
