import * as contract from "@wordloom/contract";
import { endpointsOf, type Endpoint } from "@wordloom/contract";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound } from "../../platform/outside/outbound.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { countOutbox } from "@wordloom/testing/process/answer-audit";
import {
  buildTestApp,
  type TestApp,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { openAddressedDatabase, type AddressedDatabase } from "../app/addressed-database.ts";
import { addDevice } from "@wordloom/testing/content/devices";
import { documentedRefusals } from "../app/documented-refusals.ts";
import { forgetSettings } from "../app/forget-settings.ts";
import { fuzzedRequests, type FuzzedRequest } from "../requests/fuzzed-requests.ts";
import { deviceHeaders } from "@wordloom/testing/content/telemetry-requests";
import { isMeantFailure } from "../faults/meant-failures.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { isEndless, usualValues, type UsualValues } from "@wordloom/testing/content/usual-requests";

// Any request by any caller to any endpoint gets a documented reply without an internal error.
// Typical requests are mutated at random (fixed seed), and replies are checked against the contract
// and the OpenAPI document.
const SEED = 20_260_501;
/**
 * Runs by admitted callers; others are refused before anything is parsed. Most faults found do not
 * depend on the database.
 */
const [RUNS, RUNS_OF_OTHERS] = testDialect === "sqlite" ? [25, 3] : [8, 1];
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

/** The callers admitted by an endpoint. */
const admitted: Readonly<Record<Endpoint["access"], readonly Caller[]>> = {
  none: ["nobody", "learner", "admin"],
  learner: ["learner"],
  admin: ["admin"],
  super: ["admin"],
  learner_or_admin: ["learner", "admin"],
};

/** Streams never end. */
const endpoints = endpointsOf(contract).filter((one) => !isEndless(one));

const documented = documentedRefusals();
/** Calls that end the caller's session. */
const ENDS_SESSIONS = /\/(logout|password)$|^\/api\/users\/me$/;

const TELLS_TOO_MUCH = /sqlite|postgres|select |insert |\.ts\b|node_modules/i;

let app: TestApp;
/** Backups open it by its address. */
let place: AddressedDatabase;
/** Sends all requests, so that data stored by one affects the others. */
let learner: TestAccount;
let ids: UsualValues;

beforeAll(async () => {
  const outbound = createOutbound(() => Promise.reject(new Error("no such host")));
  place = await openAddressedDatabase();
  const settings = { ...unlimited, DATABASE_URL: place.url };
  app = await buildTestApp({ database: await place.cleaned(), settings, outbound });
  await app.words([{}, {}, {}, {}, {}, {}]);
  learner = await app.learner();
  await addDevice(app, deviceHeaders["x-device-id"], { owner: learner.id });
  ids = await makeThings(learner);
});
afterAll(async () => {
  await app.close();
  await place.close();
});

describe.each(endpoints)("$method $path", (endpoint) => {
  it("sends documented replies to mutated requests", async (context) => {
    context.skip(!app.mounted().includes(endpoint));
    for (const caller of ["nobody", "learner", "admin"] as const) {
      const headers = await headersOf(caller, endpoint);
      const numRuns = admitted[endpoint.access].includes(caller) ? RUNS : RUNS_OF_OTHERS;
      const values = { ...usualValues, ...ids, ...thingOf(endpoint) };
      const requests = fc.sample(fuzzedRequests(endpoint, values), { seed: SEED, numRuns });
      for (const request of distinct(requests)) {
        const reply = await app.send(endpoint.method, request.path, { headers, ...request });
        expectAnnounced(endpoint, request, reply);
      }
    }
    await forgetSettings(app, endpoint);
    expect(app.faults).toEqual([]);
  });
});

it("processes every mutated answer that was accepted", async () => {
  expect(await app.jobs.runNow("records_outbox")).toBe("ok");
  expect(await countOutbox(app.deps.database)).toEqual({ waiting: 0, dead: 0 });
  expect(app.faults).toEqual([]);
});

it("can still read all data of the learner who sent them", async () => {
  for (const endpoint of endpoints.filter(({ method }) => method === "GET")) {
    const path = endpoint.path.replace(/:\w+/g, "w1");
    const reply = await app.send("GET", path, { headers: learner.headers });
    expectAnnounced(endpoint, { path }, reply);
  }
  expect(app.faults).toEqual([]);
});

/** If nothing can be mutated, all samples are the same request, which is sent twice. */
function distinct(requests: readonly FuzzedRequest[]): FuzzedRequest[] {
  const [first] = requests;
  const byText = new Map(requests.map((one) => [`${one.path} ${one.body}`, one]));
  return first === undefined || byText.size > 1 ? [...byText.values()] : [first, first];
}

/** Creates a session, a wordbook and a note of the learner. */
async function makeThings({ headers }: TestAccount): Promise<UsualValues> {
  const session = await app.send("POST", "/api/learning/session", { headers });
  const book = await app.send("POST", "/api/wordbooks", { headers, body: { name: "Mine" } });
  const note = { wordId: "w1", content: "text" };
  const { body } = await app.send("POST", "/api/word-notes", { headers, body: note });
  const { sessionId } = session.body.data;
  const bookId = book.body.data.id;
  return { sessionId, bookId, selectedWordbookIds: [bookId], noteId: body.data.id };
}

/** The id for the path of an endpoint. */
function thingOf({ path }: Endpoint): UsualValues {
  if (path.startsWith("/api/wordbooks/")) return { id: ids["bookId"] };
  return path.startsWith("/api/word-notes/") ? { id: ids["noteId"] } : {};
}

async function headersOf(caller: Caller, { path }: Endpoint): Promise<Record<string, string>> {
  if (caller === "nobody") return deviceHeaders;
  if (caller === "admin") return { ...(await app.admin("super_admin")).headers };
  const { headers } = ENDS_SESSIONS.test(path) ? await app.learner() : learner;
  return { ...deviceHeaders, ...headers };
}

function expectAnnounced(endpoint: Endpoint, request: FuzzedRequest, reply: TestReply): void {
  if (reply.status in endpoint.replies) return;
  const { success, code, message, traceId } = reply.body ?? {};
  // One check per list: tens of thousands of `expect` calls would add a tenth to the run time.
  const faults = [
    reply.status >= 500 && !isMeantFailure(code) && "an internal error",
    success !== false && "not an envelope of a refusal",
    traceId !== reply.headers["x-request-id"] && "another trace id",
    (typeof message !== "string" || TELLS_TOO_MUCH.test(message)) && "tells too much, or nothing",
    documented.get(endpoint)?.has(`${reply.status} ${code}`) !== true && "not documented",
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return;
  const sent = `${endpoint.method} ${request.path} ${request.body?.slice(0, 300)}`;
  const shown = `${sent}\n${reply.text.slice(0, 300)}`;
  const inside = app.faults.map((fault) => (fault instanceof Error ? fault.stack : String(fault)));
  expect.fail([faults.join(", "), shown, ...inside].join("\n"));
}
