import type { ForgettingRisk } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS, HOUR_MS } from "../../../platform/time/durations.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { dayAt } from "../../accounts/preferences/preferences.service.ts";
import type { DueAt } from "../../progress/word-states/due.ts";
import { countDueWordStates } from "../../progress/word-states/word-states.service.ts";
import { frameOf, toRange, type AnalyticsQuery } from "./analytics-frame.service.ts";
import { listMemories, type MemoryRow } from "./analytics.repo.ts";
import { meanOrNull, MEMORIES_MAX, recallNow } from "./recall.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const RISK_WORDS_MAX = 200;
const HIGH_RISK_BELOW = 0.5;
const MEDIUM_RISK_BELOW = 0.75;

/** Days since the last answer, by their upper bounds (exclusive). */
const BUCKETS = [
  { bucket: "0-1", below: 1 },
  { bucket: "1-3", below: 3 },
  { bucket: "3-7", below: 7 },
  { bucket: "7-14", below: 14 },
  { bucket: "14-30", below: 30 },
  { bucket: "30+", below: Number.POSITIVE_INFINITY },
] as const;

interface Remembered {
  readonly row: MemoryRow;
  readonly retention: number;
}

/**
 * Words the learner is likely to forget, by the recall predicted for now, among the memories with
 * the earliest reviews. `due` covers the words that can be reviewed now, in all books; `overdue`
 * covers those of them whose review fell on an earlier day.
 */
export async function readForgettingRisk(
  needs: Needs,
  learner: Learner,
  query: AnalyticsQuery,
): Promise<ForgettingRisk> {
  const frame = await frameOf(needs, learner, query);
  const nowMs = needs.clock.nowMs();
  const { dayStartMs, dayEndMs } = dayAt(frame.rules, nowMs);
  const countDue = (at: DueAt) => countDueWordStates(needs.database, learner.id, at);
  const recall = await recallNow(needs, learner.id);
  const rows = await listMemories(needs.database, learner.id, MEMORIES_MAX);
  const words = await mapInTurns(rows, (row) => ({ row, retention: recall(row.memory_json) }));
  const high = words.filter(({ retention }) => retention < HIGH_RISK_BELOW);
  const atRisk = words.filter(({ retention }) => retention < MEDIUM_RISK_BELOW);
  return {
    range: toRange(frame),
    summary: {
      highRiskWords: high.length,
      mediumRiskWords: atRisk.length - high.length,
      averageRetention: meanOrNull(words.map(({ retention }) => retention)),
      dueReviewWords: await countDue({ nowMs, dayEndMs }),
      overdueReviewWords: await countDue({ nowMs: dayStartMs, dayEndMs: dayStartMs }),
    },
    retentionCurve: retentionCurve(words, nowMs),
    riskWords: atRisk
      .toSorted((a, b) => a.retention - b.retention || (a.row.word_id < b.row.word_id ? -1 : 1))
      .slice(0, RISK_WORDS_MAX)
      .map((word) => toRiskWord(word, nowMs)),
  };
}

function retentionCurve(words: readonly Remembered[], nowMs: number) {
  const groups = Map.groupBy(words, ({ row }) => {
    const days = (nowMs - (row.last_answer_at_ms ?? nowMs)) / DAY_MS;
    return BUCKETS.find(({ below }) => days < below)?.bucket;
  });
  return BUCKETS.map(({ bucket }) => {
    const group = groups.get(bucket) ?? [];
    const retention = meanOrNull(group.map((word) => word.retention));
    return { bucket, retention, wordCount: group.length };
  });
}

function toRiskWord({ row, retention }: Remembered, nowMs: number) {
  const overdueMs = Math.max(0, nowMs - row.next_review_at_ms);
  return {
    wordId: row.word_id,
    riskLevel: retention < HIGH_RISK_BELOW ? ("high" as const) : ("medium" as const),
    retention,
    nextReviewDate: toTimestamp(row.next_review_at_ms),
    overdueHours: Math.round((overdueMs / HOUR_MS) * 10) / 10,
  };
}
