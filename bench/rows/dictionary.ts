import * as contract from "@wordloom/contract";
import { createClient, type Client } from "@wordloom/contract";
import { zipOf } from "@wordloom/imports/zip-for-tests";
import { setTimeout as pause } from "node:timers/promises";
import { OPERATOR, signInOperator } from "../lib/admin-things.ts";
import { hashed, tokensOf } from "../lib/city-names.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { quantile } from "../lib/load.ts";
import { memoryOf } from "../lib/process-memory.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const ENTRIES = 300_000;
const BANK = 10_000;
const LOOK_UPS = 2_000;
const POLL_MS = 100;
/** How long to measure `/health/live` alone, as a baseline of the machine. */
const ALONE_MS = 10_000;
const PING_EVERY_MS = 2;

/**
 * A Yomitan dictionary of 300,000 entries: sent and read, asked, and deleted, while another
 * connection requests `/health/live`.
 */
export const dictionary: Row = async () => {
  pinLoadGenerator();
  const file = Buffer.from(dictionaryFile());
  const server = await startCityServer({ settings: OPERATOR });
  try {
    return await measure(server, file);
  } finally {
    await server.stop();
  }
};

async function measure(server: CityServer, file: Buffer): Promise<Figure[]> {
  const operator = await signInOperator(server.url);
  const admin = createClient({ baseUrl: server.url, token: () => operator });
  const learner = createClient({ baseUrl: server.url, token: () => tokensOf(1)[0] ?? "" });
  const [, alone] = await pinging(server.url, () => pause(ALONE_MS));
  const before = memoryOf(server.child.pid).peakMb;
  const [idle] = await pinging(server.url, () => lookUp(learner, 0));
  const [upload, whileRead] = await pinging(server.url, () => add(server.url, operator, file));
  const [times, whileAsked] = await pinging(server.url, () => lookUp(learner, 1));
  const [, whileRemoved] = await pinging(server.url, () => remove(admin, learner, upload.id));
  const longest = (name: string, value: number): Figure => ({
    name: `longest answer of /health/live ${name}`,
    value,
    unit: "ms",
    bar: { atMost: 100 },
  });
  return [
    { name: "longest answer of /health/live alone", value: alone, unit: "ms" },
    { name: "largest memory before", value: before, unit: "MB" },
    { name: "size of the file", value: file.byteLength / 1e6, unit: "MB" },
    { name: "sent and read", value: upload.seconds, unit: "s", bar: { atMost: 60 } },
    longest("meanwhile", whileRead),
    { name: "look-up, p50", value: quantile(times, 0.5), unit: "ms" },
    { name: "look-up without a dictionary, p99", value: quantile(idle, 0.99), unit: "ms" },
    {
      name: "look-up, p50, compared with one without a dictionary",
      value: quantile(times, 0.5) / quantile(idle, 0.5),
      unit: "times",
    },
    { name: "look-up, p99", value: quantile(times, 0.99), unit: "ms", bar: { atMost: 10 } },
    longest("while words are looked up", whileAsked),
    longest("while it is deleted", whileRemoved),
    {
      name: "largest memory",
      value: memoryOf(server.child.pid).peakMb,
      unit: "MB",
      bar: { atMost: 400 },
    },
  ];
}

async function add(url: string, token: string, file: Buffer) {
  const startedMs = performance.now();
  const reply = await fetch(`${url}/api/admin/dictionaries?name=bench.zip`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/zip" },
    body: new Uint8Array(file),
  });
  if (reply.status !== 202) throw new Error(await reply.text());
  const { data } = (await reply.json()) as { data: { id: string } };
  const admin = createClient({ baseUrl: url, token: () => token });
  for (;;) {
    const job = await admin.call(contract.readDictionaryJob, { params: { id: data.id } });
    if (job.state === "failed") throw new Error(job.error?.message);
    if (job.state === "done") break;
    await pause(POLL_MS);
  }
  return { id: data.id, seconds: (performance.now() - startedMs) / 1_000 };
}

/**
 * @param found  entries that each look-up has at least
 * @returns how long each look-up took, ms
 */
async function lookUp(learner: Client, found: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < LOOK_UPS; n += 1) {
    const text = headword(hashed(n, 1) % ENTRIES);
    const startedMs = performance.now();
    const { entries } = await learner.call(contract.lookUpWord, {
      query: { text, language: "ja" },
    });
    times.push(performance.now() - startedMs);
    if (entries.length < found) throw new Error(`${text} is not found`);
  }
  return times;
}

/** Deletes the dictionary and lets its entries be removed. */
async function remove(admin: Client, learner: Client, id: string): Promise<void> {
  await admin.call(contract.deleteDictionary, { params: { id } });
  const query = { text: headword(1), language: "ja" };
  const { entries } = await learner.call(contract.lookUpWord, { query });
  if (entries.length > 0) throw new Error("a deleted dictionary answers");
  await pause(20_000);
}

/** Runs `work` and returns its result, and the longest time of a `/health/live` meanwhile, ms. */
async function pinging<T>(url: string, work: () => Promise<T>): Promise<[T, number]> {
  const end = new AbortController();
  let longestMs = 0;
  const asking = (async () => {
    while (!end.signal.aborted) {
      const startedMs = performance.now();
      await (await fetch(`${url}/health/live`)).arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      await pause(PING_EVERY_MS);
    }
  })();
  try {
    const result = await work();
    end.abort();
    await asking;
    return [result, longestMs];
  } finally {
    end.abort();
  }
}

const headword = (n: number) => `語${n.toString(36)}`;

function dictionaryFile(): Uint8Array {
  const index = {
    title: "Bench",
    format: 3,
    revision: "1",
    sourceLanguage: "ja",
    targetLanguage: "en",
  };
  const banks = Array.from({ length: ENTRIES / BANK }, (_, at) => ({
    name: `term_bank_${at + 1}.json`,
    content: JSON.stringify(Array.from({ length: BANK }, (__, row) => term(at * BANK + row))),
  }));
  return zipOf([{ name: "index.json", content: JSON.stringify(index) }, ...banks]);
}

/** About as long as an entry of JMdict, with structured content. */
function term(n: number): unknown[] {
  const sense = (text: string) => ({ tag: "li", content: text });
  const senses = Array.from({ length: 1 + (hashed(n, 2) % 4) }, (_, at) =>
    sense(`meaning ${hashed(n, at)} of the word, and what else it may be said of`),
  );
  const content = { type: "structured-content", content: { tag: "ul", content: senses } };
  return [headword(n), `よみ${n}`, "n vs", "", hashed(n, 3) % 100, [content], n, "jlpt-n3"];
}
