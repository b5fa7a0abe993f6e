import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoint, enveloped, stream } from "./endpoint.ts";
import * as contract from "../index.ts";
import { endpointNames, endpointsOf, openApiDocument } from "./openapi.ts";
import { documentInPlace } from "../testing/whole-document.ts";

const changeThing = endpoint({
  method: "PUT",
  path: "/api/things/:thingId/parts/:partId",
  summary: "Change a part.",
  access: "learner",
  query: z.object({ dry: z.coerce.boolean().optional(), reason: z.string() }),
  body: z.object({ name: z.string().trim().max(5) }),
  faults: { name: "AUTH_INVALID_USERNAME" },
  replies: { 200: enveloped(z.object({ id: z.string() })), 304: stream("") },
  errors: ["NOT_FOUND", "CONFLICT"],
});
const sendPicture = endpoint({
  method: "POST",
  path: "/api/things/:thingId/parts/:partId",
  summary: "Send a picture.",
  access: "super",
  bodyForm: "raw",
  replies: { 200: stream("image/png") },
  errors: [],
});

// `any`, because the tests access parts of the document directly.
const paths: any = openApiDocument(endpointNames({ changeThing, sendPicture, noise: 5 }), {
  version: "v1.2.3",
}).paths;
const operations = paths["/api/things/{thingId}/parts/{partId}"];

describe("openApiDocument", () => {
  it("groups the methods of a path, each named like its export", () => {
    expect(operations.put.operationId).toBe("changeThing");
    expect(operations.post.operationId).toBe("sendPicture");
  });

  it("lists parameters of path and query, and which are required", () => {
    const named = operations.put.parameters.map(({ name }: { name: string }) => name);
    expect(named).toEqual(["thingId", "partId", "dry", "reason"]);
    expect(operations.put.parameters.slice(2)).toMatchObject([
      { in: "query", required: false },
      { in: "query", required: true },
    ]);
  });

  it("contains the schemas of bodies and replies, in their envelope", () => {
    expect(operations.put.requestBody.content["application/json"].schema).toMatchObject({
      type: "object",
      properties: { name: { type: "string", maxLength: 5 } },
      required: ["name"],
    });
    expect(operations.put.responses[200].content["application/json"].schema).toMatchObject({
      properties: { success: { const: true }, data: { properties: { id: { type: "string" } } } },
    });
    expect(operations.put.responses[304]).not.toHaveProperty("content");
    expect(operations.post.requestBody.content).toHaveProperty("application/octet-stream");
    expect(operations.post.responses[200].content).toHaveProperty("image/png");
  });

  it("lists the error codes of each status, including those of fields", () => {
    const { responses } = operations.put;
    expect(responses[400]["x-codes"]).toEqual([
      "AUTH_INVALID_USERNAME",
      "CLIENT_OUTDATED",
      "INVALID_REQUEST_BODY",
      "MISSING_DEVICE_ID",
      "MISSING_OS",
      "MISSING_USER_AGENT",
    ]);
    expect(responses[404]["x-codes"]).toEqual(["NOT_FOUND"]);
    expect(responses[503]["x-codes"]).toEqual(["MAINTENANCE", "UNAVAILABLE"]);
    expect(responses[403]["x-codes"]).toEqual(["CLIENT_BANNED", "CSRF_ORIGIN"]);
    expect(responses[413]["x-codes"]).toEqual(["PAYLOAD_TOO_LARGE"]);
    expect(responses[429]["x-codes"]).toEqual(["RATE_LIMITED"]);
    expect(operations.post.responses[403]["x-codes"]).toEqual(["CLIENT_BANNED", "FORBIDDEN"]);
  });

  it("states who may call", () => {
    expect(operations.put.security).toEqual([{ learner: [] }, { learnerCookie: [] }]);
    expect(operations.post.security).toEqual([{ admin: [] }]);
  });
});

describe("the whole contract", () => {
  const whole = documentInPlace();
  const { paths: all } = whole;

  it("lists the rate-limit refusals of each operation's bucket", () => {
    const codesOf = (path: string) => all[path].post.responses[429]?.["x-codes"];
    expect(codesOf("/api/auth/register")).toEqual(["AUTH_RATE_LIMITED"]);
    // The second code is that of a locked account.
    expect(codesOf("/api/auth/login")).toEqual(["AUTH_RATE_LIMITED", "RATE_LIMITED"]);
    expect(codesOf("/api/telemetry/error")).toBeUndefined();
  });

  it("defines each method of a path once", () => {
    const names = endpointsOf(contract).map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it("requires a body exactly where an empty one, which equals {}, is refused", () => {
    const optional: string[] = [];
    for (const { method, path, body } of endpointsOf(contract)) {
      if (body === undefined) continue;
      const operation = all[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
      const { required } = operation.requestBody;
      expect(required, `${method} ${path}`).toBe(!body.safeParse({}).success);
      if (!required) optional.push(`${method} ${path}`);
    }
    expect(optional).toEqual(
      expect.arrayContaining([
        "POST /api/learning/session",
        "POST /api/user-profile/habit",
        "POST /api/telemetry/error",
        "PUT /api/study-config",
        "PUT /api/notifications/preferences",
      ]),
    );
  });

  it("says what counts of mastered words measure", () => {
    const replyOf = (path: string) =>
      all[path].get.responses[200].content["application/json"].schema.properties.data;
    const { summary } = replyOf("/api/analytics/dashboard").properties;
    const overview = replyOf("/api/word-states/stats/overview").properties;
    const book = replyOf("/api/wordbooks/progress").items.properties;
    expect(summary.properties.masteredWords.description).toMatch(/became mastered in this time/);
    expect(overview.mastered.description).toMatch(/are mastered now/);
    expect(book.masteredWords.description).toMatch(/are mastered now/);
  });

  it("converts completely, and every reference in it resolves", () => {
    const text = JSON.stringify(whole);
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to));
    expect([...references]).toEqual(["#/components/schemas/Error"]);
  });
});
