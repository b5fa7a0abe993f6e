import * as contract from "@wordloom/contract";
import { endpointsOf, type Endpoint } from "@wordloom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildTestApp,
  type TestApp,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { documentedRefusals } from "../app/documented-refusals.ts";
import { deviceHeaders } from "@wordloom/testing/content/telemetry-requests";
import { isEndless, usualPath } from "@wordloom/testing/content/usual-requests";

// Refusals that happen before the endpoint runs, which the fuzz journey never reaches.
const documented = documentedRefusals();
/** More than the largest body, that of an uploaded wordbook. */
const TOO_MANY_BYTES = 64 * 1024 * 1024;

let app: TestApp;
afterAll(closeCleanDatabase);

const endpoints = endpointsOf(contract).filter((one) => !isEndless(one));
const byCookie = endpoints.filter(
  ({ access, method }) => /learner/.test(access) && method !== "GET",
);
const withBody = endpoints.filter(({ body, bodyForm }) => body ?? bodyForm);

function send(endpoint: Endpoint, headers: Record<string, string>): Promise<TestReply> {
  const path = usualPath(endpoint, { id: "w1" }, []);
  return app.send(endpoint.method, path, { headers: { ...deviceHeaders, ...headers } });
}

function expectDocumented(endpoint: Endpoint, { status, body, text }: TestReply): void {
  if (status in endpoint.replies) return;
  const shown = `${endpoint.method} ${endpoint.path} ${text}`;
  expect(documented.get(endpoint), shown).toContain(`${status} ${body.code}`);
}

describe("every operation documents", () => {
  beforeAll(async () => {
    app = await buildTestApp({
      settings: {
        RATE_LIMIT_ANONYMOUS_MAX: "1",
        RATE_LIMIT_AUTHENTICATED_MAX: "1000000",
        AUTH_RATE_LIMIT_MAX: "1",
        ADMIN_AUTH_RATE_LIMIT_MAX: "1",
        PROBE_ENABLED: "true",
        PROBE_RATE_LIMIT_PER_MIN: "1000000",
      },
    });
  });
  afterAll(() => app.close());

  it("the refusal of a write with a cookie from a page of another site", async () => {
    const { token } = await app.learner();
    for (const endpoint of byCookie) {
      const headers = { cookie: `token=${token}`, origin: "https://elsewhere.example" };
      const reply = await send(endpoint, headers);
      expect(reply.body.code, endpoint.path).toBe("CSRF_ORIGIN");
      expectDocumented(endpoint, reply);
    }
  });

  it("the refusal of a body that is too large", async () => {
    const [learner, admin] = [await app.learner(), await app.admin("super_admin")];
    for (const endpoint of withBody) {
      if (endpoint.bucket?.includes("auth")) continue;
      const { headers } = /learner/.test(endpoint.access) ? learner : admin;
      const announced = { "content-length": String(TOO_MANY_BYTES) };
      const reply = await send(endpoint, { ...headers, ...announced });
      expectDocumented(endpoint, reply);
      if (endpoint.query?.safeParse({}).success === false) continue;
      const code = endpoint.bodyTooLarge ?? "PAYLOAD_TOO_LARGE";
      expect(reply.body.code, endpoint.path).toBe(code);
    }
  });

  it("the refusal of too many calls by one address", async () => {
    const seen = new Set<string>();
    for (const endpoint of endpoints) {
      await send(endpoint, {});
      const reply = await send(endpoint, {});
      expectDocumented(endpoint, reply);
      if (reply.status === 429) seen.add(reply.body.code);
    }
    expect([...seen].toSorted()).toEqual(["AUTH_RATE_LIMITED", "RATE_LIMITED"]);
  });
});
