import { endpointNames, endpointsOf, openApiDocument, type Endpoint } from "@wordloom/contract";
import * as contract from "@wordloom/contract";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addDevice } from "@wordloom/testing/content/devices";
import { forgetSettings } from "../../testing/app/forget-settings.ts";
import { hostileBodies } from "../../testing/requests/hostile-bodies.ts";
import { deviceHeaders } from "@wordloom/testing/content/telemetry-requests";

// Any input to any endpoint gets a 4xx and never a 5xx: every hostile body goes to every endpoint
// that takes one, then random JSON.

const unlimited = Object.fromEntries(
  ["RATE_LIMIT_ANONYMOUS_MAX", "RATE_LIMIT_AUTHENTICATED_MAX", "AUTH_RATE_LIMIT_MAX"]
    .concat("ADMIN_AUTH_RATE_LIMIT_MAX", "RATE_LIMIT_TELEMETRY_MAX", "PROBE_RATE_LIMIT_PER_MIN")
    .map((name) => [name, "1000000"]),
);

let app: TestApp;
let tokens: { learner: string; admin: string };

beforeAll(async () => {
  app = await buildTestApp({ settings: { ...unlimited, PROBE_ENABLED: "true" } });
  await addDevice(app, deviceHeaders["x-device-id"]);
  await app.word({ id: "w1" });
  const [learner, admin] = [await app.learner(), await app.admin("super_admin")];
  tokens = { learner: learner.token, admin: admin.token };
});
afterAll(async () => {
  await app.close();
  await closeCleanDatabase();
});

// `any`, because the test accesses parts of the document directly.
const { paths }: any = openApiDocument(endpointNames(contract), { version: "v0" });

function requiresBody({ method, path }: Endpoint): boolean {
  const operation = paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
  return operation.requestBody.required;
}

/** Endpoints that end the session. */
const ENDS_SESSIONS = /\/(logout|password)$/;
const taking = endpointsOf(contract).filter(
  ({ body, bodyForm, path }) =>
    (body !== undefined || bodyForm === "raw") && !ENDS_SESSIONS.test(path),
);

function headersFor({ access }: Endpoint): Record<string, string> {
  const token = access.startsWith("learner") ? tokens.learner : tokens.admin;
  if (access === "none") return {};
  return { ...deviceHeaders, authorization: `Bearer ${token}` };
}

async function statusOf(endpoint: Endpoint, body: string | Buffer): Promise<number> {
  const path = endpoint.path.replace(/:\w+/g, "w1");
  const reply = await app.send(endpoint.method, path, { body, headers: headersFor(endpoint) });
  return reply.status;
}

describe.each(taking)("$method $path", (endpoint) => {
  afterEach(() => forgetSettings(app, endpoint));

  it("replies to hostile bodies with 4xx", async () => {
    for (const [name, body] of Object.entries(hostileBodies)) {
      const status = await statusOf(endpoint, body);
      expect(status, `${name}: ${String(app.faults.at(-1))}`).toBeLessThan(500);
      if (endpoint.access !== "none") expect(status, `${name}: signed out`).not.toBe(401);
    }
  });

  it("requires a body exactly if the OpenAPI document says so", async () => {
    const path = endpoint.path.replace(/:\w+/g, "w1");
    const { body, text } = await app.send(endpoint.method, path, { headers: headersFor(endpoint) });
    const isMissed = ["INVALID_REQUEST_BODY", "AVATAR_EMPTY"].includes(body.code);
    expect(isMissed, text).toBe(requiresBody(endpoint));
  });

  it("replies to random JSON with the right field names with 4xx", async () => {
    const fields = fieldsOf(endpoint);
    const json = fc.dictionary(fc.constantFrom("x", ...fields), fc.jsonValue({ maxDepth: 3 }));
    const sent = fc.asyncProperty(json, async (value) => {
      const status = await statusOf(endpoint, JSON.stringify(value));
      expect(status, String(app.faults.at(-1))).toBeLessThan(500);
    });
    await fc.assert(sent, { numRuns: 30, seed: 20_260_501 });
  });
});

function fieldsOf({ body }: Endpoint): string[] {
  const shape = body !== undefined && "shape" in body ? body.shape : {};
  return Object.keys(shape as object);
}

describe("addresses and headers", () => {
  it.each([
    ["/api/words/%00", {}],
    ["/api/words/..%2f..%2fetc%2fpasswd", {}],
    ["/api/words/%252e%252e%252f", {}],
    ["/api/words/%c0%ae%c0%ae", {}],
    ["/api/words/%ff", {}],
    ["/api/words/%E2%80%AE", {}],
    [`/api/words/${"a".repeat(3_000)}`, {}],
    ["/api/words?search=%00", {}],
    ["/api/words?page=1e400&perPage=NaN", {}],
    ["/api/words?page=-1&perPage=-9999999999999999999", {}],
    ["/api/words?page=9007199254740993&perPage=0.5", {}],
    [`/api/words?search=${"%F0%9F%98%80".repeat(200)}`, {}],
    ["/api/words?search='%20OR%201=1--&search=%25_%5C", {}],
    ["/api/words?__proto__=1&constructor=2", {}],
    ["/api/words?search=%ED%A0%80", {}],
    ["/api/words", { "x-request-id": "a".repeat(5_000) }],
    ["/api/words", { "x-forwarded-for": "', '".repeat(100) }],
    ["/api/words", { cookie: "token=%zz; =; ;;; token" }],
    ["/api/words", { origin: "null", referer: "::" }],
    ["/api/words", { accept: "*/*;q=NaN,,;", "accept-encoding": "\u00ff" }],
  ])("are the sender's: %s", async (path, headers) => {
    const signed = { authorization: `Bearer ${tokens.learner}`, ...headers };
    const reply = await app.send("GET", path, { headers: signed });
    expect(reply.status, String(app.faults.at(-1))).toBeLessThan(500);
  });
});
