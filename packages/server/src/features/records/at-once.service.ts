import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { perApp } from "../../platform/per-app.ts";
import { applyAnswers, type AcceptedAnswer, type Applied } from "./apply.service.ts";
import { drainOutboxOf } from "./outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

/** Answers in one transaction: enough to share its flush, few enough to block nothing for long. */
const TOGETHER_MAX = 100;

interface Asked {
  readonly needs: Needs;
  readonly answer: AcceptedAnswer;
}

type Outcome = { readonly applied: Applied } | { readonly cause: unknown };

const together = perApp((_: Needs) =>
  createGroupCommit<Asked, Outcome>(applyTogether, { max: TOGETHER_MAX }),
);

/**
 * Learns from an answer before it returns. Answers that arrive while others are being learned from
 * go together in the next transaction, in the order of their arrival.
 *
 * @throws whatever applying this very answer throws; a neighbour's fault stays the neighbour's
 */
export async function applyAtOnce(needs: Needs, answer: AcceptedAnswer): Promise<Applied> {
  const outcome = await together(needs).submit({ needs, answer });
  if ("cause" in outcome) throw outcome.cause;
  return outcome.applied;
}

async function applyTogether(asked: readonly Asked[]): Promise<Outcome[]> {
  const [first] = asked;
  if (first === undefined) return [];
  const answers = asked.map(({ answer }) => answer);
  try {
    const applied = await applyInOrder(first.needs, answers);
    return applied.map((one) => ({ applied: one }));
  } catch (cause) {
    if (answers.length === 1 || isStorageUnavailable(cause)) return answers.map(() => ({ cause }));
    return applyOneByOne(asked);
  }
}

async function applyOneByOne(asked: readonly Asked[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of asked) outcomes.push(...(await applyTogether([one])));
  return outcomes;
}

/** What the same learners handed in earlier comes first. */
async function applyInOrder(needs: Needs, answers: readonly AcceptedAnswer[]): Promise<Applied[]> {
  await drainOutboxOf(needs, new Set(answers.map(({ userId }) => userId)));
  return applyAnswers(needs, answers);
}
