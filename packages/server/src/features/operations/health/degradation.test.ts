import { describe, expect, it } from "vitest";
import {
  degradationReasons,
  refusalReasons,
  type Facts,
  type StorageFacts,
} from "./degradation.ts";
import { saidReasons } from "./reason-texts.ts";

const said = (facts: Facts) => saidReasons(degradationReasons(facts)).reasons;

const healthy: Facts = {
  failures: { failed: 0, requests: 1_000 },
  missedWorkers: [],
  peersReachable: true,
  waitingAnswers: 0,
  oldestWaitsMs: 0,
  diskFreeBytes: 10 ** 10,
  databaseDiskFreeBytes: 10 ** 10,
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
    ["The disk is nearly full.", { diskFreeBytes: 0, databaseDiskFreeBytes: undefined }],
    ["The disk is nearly full.", { diskFreeBytes: 0 }],
    ["backup_stale", { backupIsStale: true }],
    ["Workers are overdue: a, b.", { missedWorkers: ["a", "b"] }],
  ])("reports: %s", (reason, facts) => {
    expect(said({ ...healthy, ...facts })).toEqual([reason]);
  });
});

describe("refusalReasons", () => {
  const unknown = {
    databaseDiskFreeBytes: undefined,
    wasFull: false,
    wasRefused: false,
    isReadOnly: false,
  };
  it.each<[string, Partial<StorageFacts>, string[]]>([
    ["nothing is free", { databaseDiskFreeBytes: 0 }, ["disk_full"]],
    ["less is free than a write needs", { databaseDiskFreeBytes: 262_143 }, ["disk_full"]],
    ["the database refused a write, on a disk elsewhere", { wasFull: true }, ["disk_full"]],
    ["a quota or a fault of the disk refused one", { wasRefused: true }, ["database_read_only"]],
    ["the database is read-only", { isReadOnly: true }, ["database_read_only"]],
    [
      "a full disk is the cause of that",
      { databaseDiskFreeBytes: 0, isReadOnly: true },
      ["disk_full", "database_read_only"],
    ],
    ["little is free", { databaseDiskFreeBytes: 262_144 }, []],
    ["nothing is known", {}, []],
  ])("knows whether anything can be stored when %s", (_name, facts, codes) => {
    expect(refusalReasons({ ...unknown, ...facts }).map(({ code }) => code)).toEqual(codes);
  });

  it("is the only thing told of a full disk", () => {
    expect(said({ ...healthy, diskFreeBytes: 0, databaseDiskFreeBytes: 0 })).toEqual([]);
  });
});
