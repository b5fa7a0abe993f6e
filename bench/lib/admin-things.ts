import * as contract from "@wordloom/contract";
import { createClient, endpointsOf, type Client, type Endpoint } from "@wordloom/contract";
import { clientTs, deviceHeaders, fullDevice } from "@wordloom/testing/content/telemetry-requests";
import { median } from "./load.ts";

/** Settings of a service whose reads are measured as an administrator. */
export const OPERATOR = {
  ADMIN_EMAIL: "operator@example.org",
  ADMIN_PASSWORD: "Babbage1791",
  PROBE_ENABLED: "true",
  // For the suggestion that is read.
  LLM_ENABLED: "true",
  LLM_MOCK: "true",
} as const;

/** Number of timings per read; the median counts. */
const TIMES = 3;

/** The last months of the data set, for reads over a range of days. */
const QUARTER = "from=2025-10-03&to=2025-12-31";
const ranged = /\/(analytics|app-events)\//;

/** Queries that make a read heavier than its default: the longest range, the largest page. */
const heavier: Readonly<Record<string, string>> = {
  "/api/admin/users": "perPage=100&includeStats=true&search=learner",
  "/api/admin/wordbooks": "perPage=100&sort=hottest",
  "/api/admin/wordbooks/:id/words": "perPage=100&search=a",
  "/api/admin/audit-log": "perPage=100",
  "/api/admin/dashboard/amas": "days=90",
  "/api/admin/dashboard/learning": "days=90",
  "/api/admin/amas/anomalies": "days=30",
  "/api/admin/amas/metrics/calibration": "days=90",
  "/api/admin/amas/metrics/kpi": "days=90",
  "/api/admin/amas/metrics/timeseries": "days=90",
  "/api/admin/amas/monitoring": "limit=500",
  "/api/admin/amas/user-state/distribution": "days=30&bins=100",
  "/api/admin/analytics/retention-cohort": "weeks=26",
  "/api/admin/monitoring/requests": "window=7d",
  "/api/admin/resource-packs/:pack_id/stats": "days=90",
};

/** Reads that return 200 only with another service or a connected device. */
const elsewhere = /^\/api\/admin\/(wordbook-center\/|probe\/by-id\/)/;

/** Ids for the paths of reads, and the subjects of comparisons. */
export interface Things {
  /** By path up to the id, such as `/api/admin/users/:id`; then by parameter name. */
  readonly ids: Readonly<Record<string, string>>;
  readonly versions: readonly [string, string];
}

/** A learner of the data set. */
export interface SomeLearner {
  readonly id: string;
  readonly token: string;
}

/** @returns the token */
export async function signInOperator(url: string): Promise<string> {
  const stranger = createClient({ baseUrl: url });
  const body = { email: OPERATOR.ADMIN_EMAIL, password: OPERATOR.ADMIN_PASSWORD };
  return (await stranger.call(contract.loginAdmin, { body })).token;
}

/** Creates one of everything that is read by id and missing in the data set. */
export async function makeThings(
  url: string,
  operator: string,
  learner: SomeLearner,
): Promise<Things> {
  const admin = createClient({ baseUrl: url, token: () => operator });
  const student = createClient({
    baseUrl: url,
    token: () => learner.token,
    headers: deviceHeaders,
  });
  const device = deviceHeaders["x-device-id"];
  const telemetry = { eventType: "session_start", clientTs, payload: { device: fullDevice } };
  // A device is registered by its first request.
  const feedback = await student.call(contract.sendFeedback, { body: { content: "Fine." } });
  await student.call(contract.sendTelemetry, { body: telemetry as never });
  const snapshot = await admin.call(contract.createSettingsSnapshot, { body: { name: "Before" } });
  const { suggestionId } = await admin.call(contract.runAdvisor);
  const books = await admin.call(contract.listAdminWordbooks);
  const [book] = books.data;
  if (book === undefined) throw new Error("the data set has no wordbook");
  const { first, second } = await makeVersions(admin);
  const ids = {
    "/api/admin/users/:id": learner.id,
    "/api/admin/wordbooks/:id": book.id,
    "/api/admin/clients/:id": device,
    "/api/admin/telemetry/:deviceId": device,
    "/api/admin/amas/experiments/:id": await makeExperiment(admin),
    "/api/admin/amas/suggestions/:id": String(suggestionId),
    "/api/admin/amas/config/versions/:hash": second,
    "/api/admin/feedback/:id": feedback.id,
    "/api/admin/settings/snapshots/:id": snapshot.id,
    "/api/admin/resource-packs/:pack_id": await makePack(url, operator),
    "/api/admin/audit-log/:id": "1",
    "/api/admin/dictionaries/jobs/:id": await makeDictionary(url, operator),
  };
  return { ids, versions: [first, second] };
}

async function makeVersions(admin: Client): Promise<{ first: string; second: string }> {
  const [first] = await admin.call(contract.listEngineVersions);
  const config = await admin.call(contract.readEngineConfig);
  const { versionHash } = await admin.call(contract.replaceEngineConfig, { body: config });
  return { first: first?.version_hash ?? "none", second: versionHash };
}

async function makeExperiment(admin: Client): Promise<string> {
  const body = {
    name: "Longer",
    treatmentPatch: { "memoryModel.w[2]": 5.5 },
    primaryMetric: "day7_retention",
  } as const;
  return (await admin.call(contract.startExperiment, { body })).id;
}

async function makePack(url: string, operator: string): Promise<string> {
  const pack = "daily";
  const query = new URLSearchParams({ version: "1.0.0", channel: "stable" });
  const reply = await fetch(`${url}/api/admin/resource-packs/${pack}/versions?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator}` },
    body: "{}",
  });
  if (!reply.ok) throw new Error(`the pack was not taken: ${await reply.text()}`);
  return pack;
}

/** @returns id of the job that reads the dictionary */
async function makeDictionary(url: string, operator: string): Promise<string> {
  const reply = await fetch(`${url}/api/admin/dictionaries?name=small.csv`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator}`, "content-type": "application/octet-stream" },
    body: "word,translation\nHaus,house\nBaum,tree",
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`the dictionary was not taken: ${text}`);
  return (JSON.parse(text) as { readonly data: { readonly id: string } }).data.id;
}

/**
 * Times all reads, one after another.
 *
 * @returns median milliseconds to the whole reply, by path
 * @throws Error if a read is refused: a refusal is fast, but not a read
 */
export async function timeReads(
  url: string,
  operator: string,
  things: Things,
  times = TIMES,
): Promise<ReadonlyMap<string, number>> {
  const headers = { authorization: `Bearer ${operator}` };
  const medians = new Map<string, number>();
  for (const endpoint of reads()) {
    const address = `${url}${filled(endpoint.path, things.ids)}?${queryOf(endpoint, things)}`;
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const startedMs = performance.now();
      const reply = await fetch(address, { headers });
      const text = await reply.text();
      taken.push(performance.now() - startedMs);
      if (reply.status !== 200) throw new Error(`${address} answered ${text.slice(0, 200)}`);
    }
    medians.set(endpoint.path, median(taken));
  }
  return medians;
}

/** All reads except event streams and files. */
export function reads(): Endpoint[] {
  return endpointsOf(contract).filter(
    ({ access, method, path, replies }) =>
      method === "GET" &&
      path.startsWith("/api/admin/") &&
      !elsewhere.test(path) &&
      ["admin", "super"].includes(access) &&
      replies[200]?.form !== "stream",
  );
}

function queryOf({ path }: Endpoint, { versions: [a, b] }: Things): string {
  if (path === contract.compareEngineVersions.path) return `versionA=${a}&versionB=${b}`;
  return heavier[path] ?? (ranged.test(path) ? QUARTER : "");
}

function filled(path: string, ids: Things["ids"]): string {
  const [, place = path] = /^([^:]*:\w+)/.exec(path) ?? [];
  const id = ids[place];
  if (path.includes(":") && id === undefined) throw new Error(`no id is known for ${path}`);
  return path.replace(/:\w+/, encodeURIComponent(id ?? ""));
}
