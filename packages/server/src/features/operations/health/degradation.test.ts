import { describe, expect, it } from "vitest";
import { degradationReasons, fullDiskReason, type Facts } from "./degradation.ts";
import { saidReasons } from "./reason-texts.ts";

const said = (facts: Facts) => saidReasons(degradationReasons(facts)).reasons;

const healthy: Facts = {
  failures: { failed: 0, requests: 1_000 },
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
    ["one request of 25 fails", { failures: { failed: 1, requests: 25 } }],
    ["a few answers wait long", { waitingAnswers: 99, oldestWaitsMs: 600_000 }],
    ["many answers wait briefly", { waitingAnswers: 10_000, oldestWaitsMs: 60_000 }],
    ["the free disk space is unknown", { diskFreeBytes: undefined }],
  ])("finds none when %s", (_name, facts) => {
    expect(said({ ...healthy, ...facts })).toEqual([]);
  });

  it.each<[string, Partial<Facts>]>([
    ["Redis does not answer; events do not reach other processes.", { peersReachable: false }],
    ["More than 1 % of requests fail.", { failures: { failed: 20, requests: 40 } }],
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
    expect(said({ ...healthy, ...facts })).toEqual([reason]);
  });
});

describe("fullDiskReason", () => {
  const FULL = { code: "disk_full", args: {} };
  it.each([
    ["nothing is free", 0, false, FULL],
    ["less is free than a write needs", 262_143, false, FULL],
    ["the database refused a write, on a disk that is not seen from here", undefined, true, FULL],
    ["little is free", 262_144, false, undefined],
    ["nothing is known", undefined, false, undefined],
  ])("knows whether anything can be stored when %s", (_name, freeBytes, wasRefused, expected) => {
    expect(fullDiskReason(freeBytes, wasRefused)).toEqual(expected);
  });

  it("is the only thing told of a full disk", () => {
    expect(said({ ...healthy, diskFreeBytes: 0 })).toEqual([]);
  });
});
