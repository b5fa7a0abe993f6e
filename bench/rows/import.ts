import { setTimeout as pause } from "node:timers/promises";
import type { Import } from "@wordloom/contract";
import { startHeavyService, type HeavyService } from "@wordloom/testing/heavy/heavy-service";
import { createStallMeter } from "@wordloom/testing/heavy/stall-meter";
import { hashed } from "../lib/city-names.ts";
import type { Figure, Row } from "../lib/row.ts";

const LINES = 100_000;
/** The library that every line is compared with. */
const SIZE = { words: 30_000, states: 1_000, records: 1_000, sessions: 10, notes: 10 };
const LOOK_EVERY_MS = 20;

/** What a learner's list takes from the file to the words, milliseconds, with the targets. */
const STEPS = [
  ["read", 10_000],
  ["plan", 5_000],
  ["run", 30_000],
  ["undo", undefined],
] as const;

/**
 * A learner brings a list of 100,000 lines: it is read, planned, imported and taken back, while
 * another connection requests `/health/live`.
 */
export const importRow: Row = async () => {
  const service = await startHeavyService(SIZE, undefined, { LIMITS_MAX_OWN_WORDS: "200000" });
  const meter = createStallMeter(service.server.url, service.server.pid);
  const figures: Figure[] = [];
  let peakMiB = 0;
  const step = async <T>(name: string, atMostMs: number | undefined, work: () => Promise<T>) => {
    const startedMs = performance.now();
    const { result, longestMs, ...memory } = await meter.during(work);
    const ms = performance.now() - startedMs;
    peakMiB = Math.max(peakMiB, memory.peakMiB);
    const bar = atMostMs === undefined ? {} : { bar: { atMost: atMostMs / 1_000 } };
    figures.push(
      { name, value: ms / 1_000, unit: "s", ...bar },
      {
        name: `longest answer of /health/live meanwhile, ${name}`,
        value: longestMs,
        unit: "ms",
        bar: { atMost: 100 },
      },
    );
    return result;
  };
  try {
    const ask = asking(service);
    const list = Buffer.from(listOf(LINES));
    const path = "/api/imports?name=woerter.csv";
    const sent = await step(...STEPS[0], async () => {
      const { id } = await ask("POST", path, list);
      return settled(ask, id, "ready");
    });
    const { id } = sent;
    const options = { language: "de", meaningLanguage: "en" };
    const plan = await step(...STEPS[1], () => ask("POST", `/api/imports/${id}/plan`, options));
    const done = await step(...STEPS[2], async () => {
      await ask("POST", `/api/imports/${id}/run`, options);
      return settled(ask, id, "done");
    });
    await step(...STEPS[3], async () => {
      await ask("POST", `/api/imports/${id}/undo`, {});
      return settled(ask, id, "undone");
    });
    const words = done.counts?.words ?? 0;
    const isAsPlanned = JSON.stringify(plan.counts) === JSON.stringify(done.counts);
    figures.push(
      { name: "words imported", value: words, unit: "", bar: { atLeast: LINES } },
      {
        name: "runs that differ from their plan",
        value: isAsPlanned ? 0 : 1,
        unit: "",
        bar: { atMost: 0 },
      },
      // 400 MB.
      { name: "memory of the process", value: peakMiB, unit: "MiB", bar: { atMost: 381 } },
    );
    return figures;
  } finally {
    meter.close();
    await service.close();
  }
};

type Ask = (method: "GET" | "POST", path: string, body?: Buffer | object) => Promise<Import>;

function asking({ server, heavy }: HeavyService): Ask {
  return async (method, path, body) => {
    const isFile = Buffer.isBuffer(body);
    const type = isFile ? "application/octet-stream" : "application/json";
    const reply = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...heavy.headers, ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`);
    const { data } = JSON.parse(text) as { readonly data: Import };
    return data;
  };
}

/** The import, once it has reached this state. @throws Error if it failed */
async function settled(ask: Ask, id: string, state: Import["state"]): Promise<Import> {
  for (;;) {
    const current = await ask("GET", `/api/imports/${id}`);
    if (current.state === state) return current;
    if (current.state === "failed") throw new Error(`the import failed: ${current.error?.message}`);
    await pause(LOOK_EVERY_MS);
  }
}

/** German nouns with articles, plurals and examples, as a learner keeps them. */
function listOf(lines: number): string {
  const articles = ["der", "die", "das"];
  const rows = Array.from({ length: lines }, (_, at) => {
    const noun = nounOf(at);
    const article = articles[hashed(at, 3) % articles.length];
    const meaning = `meaning of ${noun.toLowerCase()} ${at}`;
    return `${article} ${noun};${meaning};"${noun}e, die";Hier steht ${noun}.`;
  });
  return ["Deutsch;Englisch;Plural;Beispiel", ...rows].join("\r\n");
}

const SYLLABLES =
  "ab bel dor eck fal gan hü jun kra lei mor nöt pra quo ros stä tun ür wal zim".split(" ");

function nounOf(at: number): string {
  let [noun, rest] = ["", at + 8_000];
  while (rest > 0) {
    noun += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
