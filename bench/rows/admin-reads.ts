import * as contract from "@wordloom/contract";
import { createClient, endpointsOf, type Endpoint } from "@wordloom/contract";
import { learnerId, tokensOf } from "../lib/city-names.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { median, runLoad, WARM_UP_SECONDS } from "../lib/load.ts";
import { runPacedLoad, type PacedResult } from "../lib/paced-load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";
import { answerBody } from "./accept.ts";

const ADMIN = {
  ADMIN_EMAIL: "operator@example.org",
  ADMIN_PASSWORD: "Babbage1791",
  PROBE_ENABLED: "true",
} as const;
const POST_RECORDS = { method: "POST", path: "/api/records", connections: 64 } as const;

const SATURATION_SECONDS = 5;
const PACED_RUNS = 5;
const PACED_SECONDS = 4;
/** Each read is timed this often; the median counts. */
const TIMES = 3;
const WORST_SHOWN = 8;

/** The last months of the data set, for reads of a range of days. */
const QUARTER = "from=2025-10-03&to=2025-12-31";
const ranged = /\/(analytics|app-events)\//;

/** Queries that make a read heavier than its default. */
const heavier: Readonly<Record<string, string>> = {
  "/api/admin/users": "perPage=100&includeStats=true&search=learner",
  "/api/admin/wordbooks": "perPage=100&sort=hottest",
  "/api/admin/wordbooks/:id/words": "perPage=100&search=a",
  "/api/admin/audit-log": "perPage=100",
};

/**
 * Every administrative read on the city, one after another, while learners' answers are accepted at
 * half of saturation; and how much later answers are accepted meanwhile.
 */
export const adminReads: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer({ settings: ADMIN });
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
};

async function measure(server: CityServer): Promise<Figure[]> {
  const load = { ...POST_RECORDS, url: server.url, tokens: tokensOf(1_000) };
  let run = 0;
  const bodies = () => {
    const first = `${process.pid}-${(run += 1)}`;
    return (sequence: number) => answerBody(`${first}-${sequence}`, sequence);
  };
  await runLoad({ ...load, seconds: WARM_UP_SECONDS, body: bodies() });
  const full = await runLoad({ ...load, seconds: SATURATION_SECONDS, body: bodies() });
  const rate = Math.round(full.perSecond / 2);
  const paced = () => runPacedLoad({ ...load, seconds: PACED_SECONDS, body: bodies() }, rate);

  const alone: PacedResult[] = [];
  for (let n = 0; n < PACED_RUNS; n += 1) alone.push(await paced());
  const beside: PacedResult[] = [];
  const timing = timeReads(server.url, await signIn(server.url));
  let isOver = false;
  void timing.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) beside.push(await paced());
  return figures(await timing, alone, beside);
}

function figures(
  times: ReadonlyMap<string, number>,
  alone: readonly PacedResult[],
  beside: readonly PacedResult[],
): Figure[] {
  const slowest = [...times].toSorted((one, other) => other[1] - one[1]);
  const p99 = (runs: readonly PacedResult[]) => median(runs.map(({ p99Ms }) => p99Ms));
  const errors = [...alone, ...beside].reduce((sum, { errors: some }) => sum + some, 0);
  const [worst] = slowest;
  return [
    { name: "reads", value: times.size, unit: "" },
    { name: "slowest read", value: worst?.[1] ?? Number.NaN, unit: "ms", bar: { atMost: 200 } },
    ...slowest.slice(0, WORST_SHOWN).map(([name, value]) => ({ name, value, unit: "ms" })),
    { name: "accept p99 alone", value: p99(alone), unit: "ms" },
    { name: "accept p99 beside", value: p99(beside), unit: "ms" },
    { name: "ratio", value: p99(beside) / p99(alone), unit: "", bar: { atMost: 2 } },
    { name: "errors", value: errors, unit: "", bar: { atMost: 0 } },
  ];
}

/** @returns median milliseconds to the whole reply, by method and path */
async function timeReads(url: string, token: string): Promise<ReadonlyMap<string, number>> {
  const headers = { authorization: `Bearer ${token}` };
  const ids = await knownIds(url, headers);
  const times = new Map<string, number>();
  for (const endpoint of reads()) {
    const address = `${url}${filled(endpoint.path, ids)}?${queryOf(endpoint)}`;
    const taken: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const startedMs = performance.now();
      const reply = await fetch(address, { headers });
      await reply.arrayBuffer();
      taken.push(performance.now() - startedMs);
      if (reply.status >= 500) throw new Error(`${address} answered ${reply.status}`);
    }
    times.set(endpoint.path, median(taken));
  }
  return times;
}

/** All but event streams and files. */
function reads(): Endpoint[] {
  return endpointsOf(contract).filter(
    ({ access, method, path, replies }) =>
      method === "GET" &&
      path.startsWith("/api/admin/") &&
      ["admin", "super"].includes(access) &&
      replies[200]?.form !== "stream",
  );
}

function queryOf({ path }: Endpoint): string {
  return heavier[path] ?? (ranged.test(path) ? QUARTER : "");
}

async function signIn(url: string): Promise<string> {
  const stranger = createClient({ baseUrl: url });
  const body = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  return (await stranger.call(contract.loginAdmin, { body })).token;
}

interface Ids {
  readonly learner: string;
  readonly wordbook: string;
  readonly version: string;
}

async function knownIds(url: string, headers: Record<string, string>): Promise<Ids> {
  const dataOf = async (path: string) => {
    const reply = await fetch(url + path, { headers });
    return ((await reply.json()) as { data: never }).data;
  };
  const books: { data: { id: string }[] } = await dataOf("/api/admin/wordbooks");
  const versions: { version_hash: string }[] = await dataOf("/api/admin/amas/config/versions");
  const wordbook = books.data[0]?.id ?? "none";
  return { learner: learnerId(0), wordbook, version: versions[0]?.version_hash ?? "none" };
}

/** Ids of other kinds are unknown here: those reads are looked up in vain. */
function filled(path: string, { learner, wordbook, version }: Ids): string {
  return path
    .replace(/^\/api\/admin\/users\/:id/, `/api/admin/users/${learner}`)
    .replace(/^\/api\/admin\/wordbooks\/:id/, `/api/admin/wordbooks/${wordbook}`)
    .replace("versions/:hash", `versions/${version}`)
    .replace(/:\w+/g, "none");
}
