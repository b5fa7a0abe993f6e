import { endpoint, enveloped, stream } from "@wordloom/contract";
import { once } from "node:events";
import { get, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { scenarios } from "../../testing/app/scenarios.ts";
import { refuse } from "../basics/app-error.ts";
import type { RouteModule } from "./route.ts";

const report = endpoint({
  method: "POST",
  path: "/api/telemetry",
  summary: "",
  access: "learner",
  bucket: "telemetry",
  body: z.object({ name: z.string() }),
  replies: { 200: enveloped(z.looseObject({})) },
  errors: [],
});
const anything = endpoint({ ...report, path: "/api/anything", access: "none", anyText: true });
const live = endpoint({
  method: "GET",
  path: "/live",
  summary: "",
  access: "none",
  replies: { 200: stream("text/event-stream") },
  errors: [],
});

const routes: RouteModule = (mount) => {
  mount(report, ({ body, excess, answer }) => excess ?? answer(200, { stored: body.name }), {
    before({ actor, request }) {
      if (request.header("x-device-id") === undefined) refuse("MISSING_DEVICE_ID", actor.id);
    },
    limitLast: true,
  });
  mount(anything, ({ body, answer }) => answer(200, { length: body.name.length }));
  const hello = { start: (sink: ServerResponse) => void sink.write(": hello\n\n") };
  mount(live, ({ answer }) => answer(200, hello));
};

const path = "/api/telemetry";
const named = { "x-device-id": "d1" };
const one = { RATE_LIMIT_TELEMETRY_MAX: "1" };

describe("a check before the body", () => {
  scenarios(routes, {
    "receives the caller, and precedes errors in the body": {
      as: "learner",
      send: ["POST", path, "{"],
      status: 400,
      body: { code: "MISSING_DEVICE_ID", message: "u1" },
    },
    "follows sign-in": { send: ["POST", path, {}], status: 401 },
    "lets other calls pass": {
      as: "learner",
      send: ["POST", path, { name: "a" }, named],
      status: 200,
      body: { data: { stored: "a" } },
    },
  });
});

describe("a limit that is applied last", () => {
  scenarios(routes, {
    "drops a call that is otherwise valid": {
      as: "learner",
      settings: one,
      twice: true,
      send: ["POST", path, { name: "a" }, named],
      status: 200,
      body: { data: { received: true, throttled: true } },
      headers: { "ratelimit-remaining": "0" },
    },
    "follows errors in the body": {
      as: "learner",
      settings: one,
      twice: true,
      send: ["POST", path, { name: 5 }, named],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "follows the endpoint's own check": {
      as: "learner",
      settings: one,
      twice: true,
      send: ["POST", path, { name: "a" }],
      status: 400,
      body: { code: "MISSING_DEVICE_ID" },
    },
  });
});

describe("texts that cannot be stored", () => {
  const body = '{"name":"a\\u0000\\ud800"}';
  scenarios(routes, {
    "are refused": {
      as: "learner",
      send: ["POST", path, body, named],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "are accepted if the endpoint allows them": {
      send: ["POST", "/api/anything", body],
      status: 200,
      body: { data: { length: 3 } },
    },
    "never set the prototype": {
      send: ["POST", "/api/anything", '{"__proto__":{"name":"a"}}'],
      status: 400,
    },
  });
});

describe("open-ended replies", () => {
  afterAll(closeCleanDatabase);

  it("end when the service closes, without waiting", async () => {
    const app = await buildTestApp({ features: onlyFeature({ routes: [routes] }) });
    const { port } = await app.listen();
    const request = get({ host: "127.0.0.1", port, path: "/live", agent: false });
    const [reply] = (await once(request, "response")) as [IncomingMessage];
    const [first] = (await once(reply, "data")) as [Buffer];
    expect(String(first)).toBe(": hello\n\n");
    const startedMs = performance.now();
    await app.close();
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
