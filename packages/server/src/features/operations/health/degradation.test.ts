import { describe, expect, it } from "vitest";
import { degradationReasons, type Facts } from "./degradation.ts";

const healthy: Facts = {
  errorRate: 0,
  requests: 1_000,
  missedWorkers: [],
  isReadOnly: false,
  peersReachable: true,
  waitingAnswers: 0,
  oldestWaitsMs: 0,
  diskFreeBytes: 10 ** 10,
  backupIsStale: false,
};

describe("degradationReasons", () => {
  it.each<[string, Partial<Facts>]>([
    ["nothing is wrong", {}],
    ["exactly 1 % fails", { errorRate: 0.01 }],
    ["few requests fail", { errorRate: 1, requests: 19 }],
    ["a few answers wait long", { waitingAnswers: 99, oldestWaitsMs: 600_000 }],
    ["many answers wait briefly", { waitingAnswers: 10_000, oldestWaitsMs: 60_000 }],
    ["the free disk space is unknown", { diskFreeBytes: undefined }],
  ])("finds none when %s", (_name, facts) => {
    expect(degradationReasons({ ...healthy, ...facts })).toEqual([]);
  });

  it.each<[string, Partial<Facts>]>([
    ["Redis does not answer; events do not reach other processes.", { peersReachable: false }],
    ["More than 1 % of requests fail.", { errorRate: 0.011, requests: 20 }],
    [
      "Answers wait longer than a minute to be applied.",
      { waitingAnswers: 100, oldestWaitsMs: 60_001 },
    ],
    ["The outbox cannot be read.", { waitingAnswers: undefined }],
    ["The disk is nearly full.", { diskFreeBytes: 500_000_000 }],
    ["The database is read-only; nothing can be stored.", { isReadOnly: true }],
    ["backup_stale", { backupIsStale: true }],
    ["Workers are overdue: a, b.", { missedWorkers: ["a", "b"] }],
  ])("reports: %s", (reason, facts) => {
    expect(degradationReasons({ ...healthy, ...facts })).toEqual([reason]);
  });
});
