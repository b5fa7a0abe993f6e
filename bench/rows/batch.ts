import { DatabaseSync } from "node:sqlite";
import { startCityServer } from "../lib/city-server.ts";
import { tokensOf } from "../lib/city-names.ts";
import { median, runLoad } from "../lib/load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";
import { answerBody } from "./accept.ts";
import { outboxRun } from "./apply.ts";

const RECORDS = 500;
const ROUNDS = 3;
const SECONDS = 6;

/**
 * `POST /api/records/batch` with 500 answers of one learner, over two connections so that one is
 * always busy, against the rate of the outbox worker on the same kind of data.
 */
export const batch: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer();
  const base = { url: server.url, tokens: tokensOf(1_000), connections: 2 } as const;
  const target = { ...base, method: "POST", path: "/api/records/batch" } as const;
  const rates = { batch: [] as number[], outbox: [] as number[] };
  let [run, errors, slowestMs, handedIn] = [0, 0, 0, 0];
  const body = (sequence: number) => ({
    records: Array.from({ length: RECORDS }, (_, n) =>
      answerBody(`batch-${run}-${sequence}-${n}`, sequence * RECORDS + n),
    ),
  });
  try {
    await runLoad({ ...target, seconds: 2, body });
    const before = countRecords(server.databaseFile);
    for (run = 1; run <= ROUNDS; run += 1) {
      const result = await runLoad({ ...target, seconds: SECONDS, body });
      rates.batch.push(result.perSecond * RECORDS);
      rates.outbox.push((await outboxRun(run)).perSecond);
      errors += result.errors;
      handedIn += result.total * RECORDS;
      slowestMs = Math.max(slowestMs, result.p99Ms);
    }
    const stored = countRecords(server.databaseFile) - before;
    return figures(rates, { errors, slowestMs, lost: Math.max(0, handedIn - stored) });
  } finally {
    await server.stop();
  }
};

function countRecords(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare("select count(*) as n from records").get();
  db.close();
  return Number(row?.["n"]);
}

function figures(
  rates: { readonly batch: readonly number[]; readonly outbox: readonly number[] },
  seen: { readonly errors: number; readonly slowestMs: number; readonly lost: number },
): Figure[] {
  const ratios = rates.batch.map((rate, round) => rate / (rates.outbox[round] ?? Number.NaN));
  return [
    { name: "in batches", value: median(rates.batch), unit: "answers/s" },
    { name: "outbox worker", value: median(rates.outbox), unit: "answers/s" },
    { name: "ratio", value: median(ratios), unit: "", bar: { atLeast: 0.8 } },
    { name: "p99 of a batch", value: seen.slowestMs, unit: "ms" },
    { name: "answers not stored", value: seen.lost, unit: "", bar: { atMost: 0 } },
    { name: "errors", value: seen.errors, unit: "", bar: { atMost: 0 } },
  ];
}
