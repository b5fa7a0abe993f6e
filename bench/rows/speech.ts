import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import { setTimeout as pause } from "node:timers/promises";
import { tokensOf } from "../lib/city-names.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { quantile } from "../lib/load.ts";
import { memoryOf } from "../lib/process-memory.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Row } from "../lib/row.ts";

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
/** About the time in which the voice says a word. */
const SAID_IN_MS = 60;

/**
 * The built-in voice: words said for the first time, kept sounds, and the memory that it takes more
 * than a service that is asked as often but stays silent.
 */
export const speech: Row = async () => {
  pinLoadGenerator();
  const spoken = await onServer(measure);
  const silent = await onServer(({ server, learner }) => memoryOver(server, () => saying(learner)));
  const { made, cold, kept, plain, memory } = spoken;
  const most = memory.most - silent.most;
  return [
    { name: "the first word, with the start of the voice", value: cold, unit: "ms" },
    { name: "a new word, p50", value: quantile(made, 0.5), unit: "ms" },
    { name: "a new word, p95", value: quantile(made, 0.95), unit: "ms", bar: { atMost: 300 } },
    { name: "a kept sound, p50", value: quantile(kept, 0.5), unit: "ms" },
    { name: "a kept sound, p99", value: quantile(kept, 0.99), unit: "ms", bar: { atMost: 20 } },
    { name: "users/me in turns with it, p99", value: quantile(plain, 0.99), unit: "ms" },
    {
      name: "more memory while it speaks",
      value: most,
      unit: "MB",
      bar: { atMost: 60 },
    },
    { name: "more memory when idle", value: memory.idle - silent.idle, unit: "MB" },
  ];
};

interface Service {
  readonly server: CityServer;
  readonly learner: Client;
}

type Client = ReturnType<typeof clientOf>;

const clientOf = ({ url }: CityServer, token: string) =>
  createClient({ baseUrl: url, token: () => token });

async function onServer<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const server = await startCityServer();
  try {
    const learner = clientOf(server, tokensOf(1)[0] ?? "");
    for (let n = 0; n < WARM_UP; n += 1) await learner.call(contract.readSpeechLanguages, {});
    return await work({ server, learner });
  } finally {
    await server.stop();
  }
}

/** As many requests as words, at about the same pace: the service grows without a voice, too. */
async function saying(learner: Client): Promise<void> {
  await learner.call(contract.readMe, {});
  await pause(SAID_IN_MS);
}

/** The growth of the service while it does something once for each word, and afterwards. MB */
async function memoryOver({ child: { pid } }: CityServer, act: (at: number) => Promise<void>) {
  const before = memoryOf(pid).residentMb;
  let most = 0;
  for (const at of WORDS.keys()) {
    await act(at);
    most = Math.max(most, memoryOf(pid).residentMb - before);
  }
  await pause(IDLE_MS);
  return { most, idle: memoryOf(pid).residentMb - before };
}

async function measure({ server, learner }: Service) {
  const words = WORDS.map((text) => ({ text, meaning: `the word ${text}`, language: "en" }));
  const { items } = await learner.call(contract.createOwnWordBatch, { body: { words } });
  const ids = items.map(({ id }) => id);
  const headers = { authorization: `Bearer ${tokensOf(1)[0] ?? ""}` };
  const hear = async (id: string) => {
    const startedMs = performance.now();
    const reply = await fetch(`${server.url}/api/speech?wordId=${id}`, { headers });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
    return performance.now() - startedMs;
  };
  const times: number[] = [];
  const memory = await memoryOver(server, async (at) => {
    times.push(await hear(ids[at] ?? ""));
  });
  const [cold = 0, ...made] = times;
  const kept: number[] = [];
  const plain: number[] = [];
  for (let n = 0; n < TIMES_KEPT; n += 1) {
    for (const id of ids.slice(1)) {
      kept.push(await hear(id));
      const startedMs = performance.now();
      await learner.call(contract.readMe, {});
      plain.push(performance.now() - startedMs);
    }
  }
  return { cold, made, kept, plain, memory };
}
