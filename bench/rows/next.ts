import { DatabaseSync } from "node:sqlite";
import { learnerId, tokensOf } from "../lib/city-names.ts";
import { startCityServer } from "../lib/city-server.ts";
import { median, runLoad, WARM_UP_SECONDS } from "../lib/load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Row } from "../lib/row.ts";

const SECONDS = 5;
const READS = 30;
/** Learners of all sizes with different candidate words. */
const OTHER_LEARNERS = 300;

/**
 * `study-words` and `next-words` for a learner with 5,000 selected words and 4,000 memories,
 * against reading those memories from the database once. The 32 connections are that learner's
 * devices, which share one read of the candidates; the last figure measures other learners, who
 * share nothing.
 */
export const next: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer();
  const tokens = tokensOf(1);
  const study = { method: "GET", path: "/api/learning/study-words" } as const;
  const nextWords = { method: "POST", path: "/api/learning/next-words" } as const;
  const base = { url: server.url, tokens, body: () => ({ excludeWordIds: [] }) };
  try {
    const rawMs = readMemoriesMs(server.databaseFile);
    await runLoad({ ...base, ...nextWords, connections: 1, seconds: 1 });
    const alone = {
      study: await runLoad({ url: server.url, tokens, ...study, connections: 1, seconds: SECONDS }),
      next: await runLoad({ ...base, ...nextWords, connections: 1, seconds: SECONDS }),
    };
    const together = { ...base, ...nextWords, connections: 32 };
    await runLoad({ ...together, seconds: WARM_UP_SECONDS });
    const crowd = await runLoad({ ...together, seconds: SECONDS });
    const mixed = { ...together, tokens: tokensOf(OTHER_LEARNERS) };
    await runLoad({ ...mixed, seconds: WARM_UP_SECONDS });
    const many = await runLoad({ ...mixed, seconds: SECONDS });
    const perCall = (perSecond: number) => 1000 / perSecond;
    return [
      { name: "4,000 memories read raw", value: rawMs, unit: "ms" },
      { name: "study-words", value: perCall(alone.study.perSecond), unit: "ms" },
      { name: "next-words", value: perCall(alone.next.perSecond), unit: "ms" },
      {
        name: "study-words to raw",
        value: perCall(alone.study.perSecond) / rawMs,
        unit: "",
        bar: { atMost: 3 },
      },
      {
        name: "next-words to raw",
        value: perCall(alone.next.perSecond) / rawMs,
        unit: "",
        bar: { atMost: 3 },
      },
      { name: "p99 with 32 connections", value: crowd.p99Ms, unit: "ms", bar: { atMost: 30 } },
      { name: `the same, ${OTHER_LEARNERS} learners in turns`, value: many.p99Ms, unit: "ms" },
      { name: "errors", value: crowd.errors + many.errors, unit: "", bar: { atMost: 0 } },
    ];
  } finally {
    await server.stop();
  }
};

function readMemoriesMs(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const read = db.prepare("select word_id, memory_json from word_states where user_id = ?");
  const times = Array.from({ length: READS }, () => {
    const startedMs = performance.now();
    read.all(learnerId(0));
    return performance.now() - startedMs;
  });
  db.close();
  return median(times);
}
