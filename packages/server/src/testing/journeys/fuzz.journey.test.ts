import * as contract from "@wordloom/contract";
import { endpointsOf, errors, type Endpoint } from "@wordloom/contract";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound } from "../../platform/outbound/outbound.ts";
import type { TestAccount } from "../accounts.ts";
import { countOutbox } from "../answer-audit.ts";
import { buildTestApp, type TestApp, type TestReply } from "../build-test-app.ts";
import { closeCleanDatabase } from "../database-cleaner.ts";
import { addDevice } from "../devices.ts";
import { oddRequests, type OddRequest } from "../odd-requests.ts";
import { deviceHeaders } from "../telemetry-requests.ts";
import { isEndless, usualValues, type UsualValues } from "../usual-requests.ts";

// What we check: whatever stands in a request, to any endpoint, by anybody, the reply is one that
// the printed interface announces, and nothing breaks inside. How: usual requests with oddities,
// drawn with a fixed seed; replies are held against the contract and against the OpenAPI document.
const SEED = 20_260_501;
/** By callers who are let in; others are turned away before anything is looked at. */
const RUNS = 40;
const RUNS_OF_OTHERS = 6;
const unlimited = {
  RATE_LIMIT_ANONYMOUS_MAX: "1000000",
  RATE_LIMIT_AUTHENTICATED_MAX: "1000000",
  AUTH_RATE_LIMIT_MAX: "1000000",
  ADMIN_AUTH_RATE_LIMIT_MAX: "1000000",
  RATE_LIMIT_TELEMETRY_MAX: "1000000",
  PROBE_ENABLED: "true",
  PROBE_RATE_LIMIT_PER_MIN: "1000000",
};

type Caller = "nobody" | "learner" | "admin";

/** Who an endpoint lets in. */
const admitted: Readonly<Record<Endpoint["access"], readonly Caller[]>> = {
  none: ["nobody", "learner", "admin"],
  learner: ["learner"],
  admin: ["admin"],
  super: ["admin"],
  learner_or_admin: ["learner", "admin"],
};

/** An endless reply would never be over. */
const endpoints = endpointsOf(contract).filter((one) => !isEndless(one));

const responses = documentedResponses();
/** Calls after which the caller is signed in no more. */
const ENDS_SESSIONS = /\/(logout|password)$|^\/api\/users\/me$/;

let app: TestApp;
/** Makes all the odd calls, so that the oddities of one meet those of the others. */
let veteran: TestAccount;
let ids: UsualValues;

beforeAll(async () => {
  const outbound = createOutbound(() => Promise.reject(new Error("no such host")));
  app = await buildTestApp({ settings: unlimited, outbound });
  await app.words([{}, {}, {}, {}, {}, {}]);
  veteran = await app.learner();
  await addDevice(app, deviceHeaders["x-device-id"], { owner: veteran.id });
  ids = await makeThings(veteran);
});
afterAll(async () => {
  await app.close();
  await closeCleanDatabase();
});

describe.each(endpoints)("$method $path", (endpoint) => {
  it("answers oddities as announced", async (context) => {
    context.skip(!app.mounted().includes(endpoint));
    for (const caller of ["nobody", "learner", "admin"] as const) {
      const headers = await headersOf(caller, endpoint);
      const numRuns = admitted[endpoint.access].includes(caller) ? RUNS : RUNS_OF_OTHERS;
      const values = { ...usualValues, ...ids, ...thingOf(endpoint) };
      const requests = fc.sample(oddRequests(endpoint, values), { seed: SEED, numRuns });
      for (const request of distinct(requests)) {
        const reply = await app.send(endpoint.method, request.path, { headers, ...request });
        expectAnnounced(endpoint, request, reply);
      }
    }
    expect(app.faults).toEqual([]);
  });
});

it("learns from every odd answer that was accepted", async () => {
  expect(await app.jobs.runNow("records_outbox")).toBe("ok");
  expect(await countOutbox(app.deps.database)).toEqual({ waiting: 0, dead: 0 });
  expect(app.faults).toEqual([]);
});

it("can still read everything of a learner who was odd in every way", async () => {
  for (const endpoint of endpoints.filter(({ method }) => method === "GET")) {
    const path = endpoint.path.replace(/:\w+/g, "w1");
    const reply = await app.send("GET", path, { headers: veteran.headers });
    expectAnnounced(endpoint, { path }, reply);
  }
  expect(app.faults).toEqual([]);
});

/** Where nothing can be odd, all draws are the same request, which is sent twice. */
function distinct(requests: readonly OddRequest[]): OddRequest[] {
  const [first] = requests;
  const byText = new Map(requests.map((one) => [`${one.path} ${one.body}`, one]));
  return first === undefined || byText.size > 1 ? [...byText.values()] : [first, first];
}

/** A session, a wordbook and a note of the learner. */
async function makeThings({ headers }: TestAccount): Promise<UsualValues> {
  const session = await app.send("POST", "/api/learning/session", { headers });
  const book = await app.send("POST", "/api/wordbooks", { headers, body: { name: "Mine" } });
  const note = { wordId: "w1", content: "text" };
  const { body } = await app.send("POST", "/api/word-notes", { headers, body: note });
  const { sessionId } = session.body.data;
  const bookId = book.body.data.id;
  return { sessionId, bookId, selectedWordbookIds: [bookId], noteId: body.data.id };
}

/** What the id in the path of an endpoint is the id of. */
function thingOf({ path }: Endpoint): UsualValues {
  if (path.startsWith("/api/wordbooks/")) return { id: ids["bookId"] };
  return path.startsWith("/api/word-notes/") ? { id: ids["noteId"] } : {};
}

async function headersOf(caller: Caller, { path }: Endpoint): Promise<Record<string, string>> {
  if (caller === "nobody") return deviceHeaders;
  if (caller === "admin") return { ...(await app.admin("super_admin")).headers };
  const { headers } = ENDS_SESSIONS.test(path) ? await app.learner() : veteran;
  return { ...deviceHeaders, ...headers };
}

function expectAnnounced(endpoint: Endpoint, request: OddRequest, reply: TestReply): void {
  const { method, path } = endpoint;
  const sent = `${method} ${request.path} ${request.body?.slice(0, 300)}`;
  const shown = `${sent}\n${reply.text.slice(0, 300)}`;
  const inside = app.faults.map((fault) => (fault instanceof Error ? fault.stack : String(fault)));
  if (reply.status in endpoint.replies) return;
  expect(reply.status, [shown, ...inside].join("\n")).toBeLessThan(500);
  const { success, code, message, traceId } = reply.body ?? {};
  expect(success, shown).toBe(false);
  expect(traceId, shown).toBe(reply.headers["x-request-id"]);
  expect(message, shown).not.toMatch(/sqlite|postgres|select |insert |\.ts\b|node_modules/i);
  expect(responses.get(`${method} ${path}`), shown).toContain(`${reply.status} ${code}`);
}

/** `404 NOT_FOUND` and so on for every endpoint, as the OpenAPI document has them. */
function documentedResponses(): Map<string, Set<string>> {
  const names = contract.endpointNames(contract);
  const { paths } = contract.openApiDocument(names, { version: "1.0.0" }) as unknown as Document;
  return new Map(
    endpoints.map(({ method, path }) => {
      const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      const described = Object.values(operation?.responses ?? {});
      const codes = described.flatMap((one) => one["x-codes"] ?? []);
      return [`${method} ${path}`, new Set(codes.map((code) => `${errors[code].status} ${code}`))];
    }),
  );
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
}

interface Described {
  readonly "x-codes"?: readonly contract.ErrorCode[];
}
