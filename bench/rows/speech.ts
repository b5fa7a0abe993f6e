import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import { setTimeout as pause } from "node:timers/promises";
import { tokensOf } from "../lib/city-names.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { quantile } from "../lib/load.ts";
import { memoryOf } from "../lib/process-memory.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const WORDS = [
  ...["house", "water", "through", "considerable", "language", "beautiful", "friend", "people"],
  ...["reluctant", "because", "thought", "yesterday", "agreement", "committee", "garden", "music"],
  ...["window", "mountain", "question", "answer", "weather", "holiday", "kitchen", "breakfast"],
];
const TIMES_KEPT = 40;
/** Requests before the first measurement: a new service grows with any request. */
const WARM_UP = 500;
/** The thread of the voice ends after 20 s without a text. */
const IDLE_MS = 25_000;

/** The built-in voice: words said for the first time, kept sounds, and what it takes in memory. */
export const speech: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer();
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
};

async function measure({ url, child: { pid } }: CityServer): Promise<Figure[]> {
  const token = tokensOf(1)[0] ?? "";
  const learner = createClient({ baseUrl: url, token: () => token });
  const words = WORDS.map((text) => ({ text, meaning: `the word ${text}`, language: "en" }));
  const { items } = await learner.call(contract.createOwnWordBatch, { body: { words } });
  const hear = async (id: string) => {
    const startedMs = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${url}/api/speech?wordId=${id}`, { headers });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
    return performance.now() - startedMs;
  };
  for (let n = 0; n < WARM_UP; n += 1) await learner.call(contract.readSpeechLanguages, {});
  const before = memoryOf(pid).residentMb;
  const [first = "", ...others] = items.map(({ id }) => id);
  const cold = await hear(first);
  const made: number[] = [];
  let most = 0;
  for (const id of others) {
    made.push(await hear(id));
    most = Math.max(most, memoryOf(pid).residentMb);
  }
  await pause(IDLE_MS);
  const idle = memoryOf(pid).residentMb;
  const kept: number[] = [];
  const plain: number[] = [];
  for (let n = 0; n < TIMES_KEPT; n += 1) {
    for (const id of others) {
      kept.push(await hear(id));
      const startedMs = performance.now();
      await learner.call(contract.readMe, {});
      plain.push(performance.now() - startedMs);
    }
  }
  return [
    { name: "the first word, with the start of the voice", value: cold, unit: "ms" },
    { name: "a new word, p50", value: quantile(made, 0.5), unit: "ms" },
    { name: "a new word, p95", value: quantile(made, 0.95), unit: "ms", bar: { atMost: 300 } },
    { name: "a kept sound, p50", value: quantile(kept, 0.5), unit: "ms" },
    { name: "a kept sound, p99", value: quantile(kept, 0.99), unit: "ms", bar: { atMost: 20 } },
    { name: "users/me in turns with it, p99", value: quantile(plain, 0.99), unit: "ms" },
    { name: "more memory while it speaks", value: most - before, unit: "MB", bar: { atMost: 60 } },
    { name: "more memory when idle", value: idle - before, unit: "MB" },
  ];
}
