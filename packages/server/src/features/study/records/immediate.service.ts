import type { Deps } from "../../../deps.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { applyAnswers, type AcceptedAnswer, type Applied } from "./apply.service.ts";
import { drainOutboxesOf } from "./outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/**
 * Answers per transaction: enough to share a disk flush, few enough not to block others for long.
 */
const BATCH_MAX = 100;

interface Submission {
  readonly needs: Needs;
  readonly answer: AcceptedAnswer;
}

/** `waiting`: the answer was not applied because an earlier one of the learner still waits. */
export type Immediate = Applied | { readonly kind: "waiting" };

const commits = perApp((_: Needs) =>
  createGroupCommit<Submission, Immediate>(applyTogether, { max: BATCH_MAX }),
);

/**
 * Learns from an answer before returning. Answers that arrive while others are being applied share
 * the next transaction, in order of arrival.
 *
 * @throws what applying this answer throws; failures of other answers do not affect it
 */
export async function applyImmediately(needs: Needs, answer: AcceptedAnswer): Promise<Immediate> {
  return commits(needs).submit({ needs, answer });
}

/** The learners' answers in the outbox are applied first. */
async function applyTogether(submissions: readonly Submission[]): Promise<Immediate[]> {
  const [first] = submissions;
  if (first === undefined) return [];
  const answers = submissions.map(({ answer }) => answer);
  const userIds = answers.map(({ userId }) => userId);
  const waiting = await drainOutboxesOf(first.needs, userIds);
  const free = answers.filter(({ userId }) => !waiting.has(userId));
  const applied = (free.length === 0 ? [] : await applyAnswers(first.needs, free)).values();
  return answers.map(({ userId }) => {
    const next = waiting.has(userId) ? undefined : applied.next().value;
    return next ?? { kind: "waiting" };
  });
}
