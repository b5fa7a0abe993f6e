import { bare, endpoint, enveloped, stream } from "@wordloom/contract";
import { Readable } from "node:stream";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { TestApp } from "@wordloom/testing/service/build-test-app";
import { scenarios } from "../../testing/app/scenarios.ts";
import { AppError } from "../basics/app-error.ts";
import type { RouteModule } from "./route.ts";

const open = { summary: "", access: "none", errors: [] } as const;
const echoed = enveloped(z.object({ id: z.string().optional(), body: z.unknown().optional() }));

const echo = endpoint({
  ...open,
  method: "POST",
  path: "/api/echo",
  query: z.object({ tag: z.string().optional() }),
  body: z.object({ name: z.string().max(5).optional() }),
  faults: { name: "AUTH_INVALID_USERNAME" },
  replies: { 200: echoed },
});
const one = "/api/one/:id";
const readOne = endpoint({ ...open, method: "GET", path: one, replies: { 200: echoed } });
const upload = endpoint({
  ...open,
  method: "PUT",
  path: "/api/one/:id",
  bodyForm: "raw",
  bodyMaxBytes: 100,
  bodyTooLarge: "AVATAR_TOO_LARGE",
  replies: { 200: stream("application/octet-stream") },
});
const remove = endpoint({
  ...open,
  method: "DELETE",
  path: "/api/one/:id",
  replies: { 202: bare(z.object({ gone: z.string() })) },
});
const fail = endpoint({ ...open, method: "GET", path: "/api/fail/:how", replies: { 200: echoed } });
const pour = endpoint({
  ...open,
  method: "GET",
  path: "/pour",
  replies: { 200: stream("text/plain"), 304: stream("") },
});
const mine = endpoint({
  ...open,
  access: "learner",
  method: "GET",
  path: "/api/mine",
  replies: { 200: echoed },
});
const everyones = { ...mine, access: "none", path: "/api/status/x", bucket: "unlimited" } as const;

const failures: Readonly<Record<string, () => unknown>> = {
  bug: () => {
    throw new TypeError("secret detail");
  },
  full: () => {
    throw Object.assign(new Error("database or disk is full"), {
      code: "ERR_SQLITE_ERROR",
      errcode: 13,
    });
  },
  refused: () => {
    throw new AppError("WORDBOOK_NOT_FOUND", "no such book", { clearCookies: true });
  },
  later: () => {
    throw new AppError("RATE_LIMITED", undefined, { retryAfterSecs: 12.2 });
  },
  surplus: () => ({ id: "a", passwordHash: "x" }),
  lacking: () => undefined,
  injecting: () => ({ id: "a" }),
};

const routes: RouteModule = (mount) => {
  mount(echo, ({ body, answer }) =>
    answer(200, { body }, { cookies: [{ name: "c", value: "v", maxAgeSecs: 60 }] }),
  );
  mount(readOne, ({ params, answer }) => answer(200, { id: params.id }));
  mount(upload, ({ body, answer }) => answer(200, body));
  mount(remove, ({ params, answer }) => answer(202, { gone: params.id }));
  mount(fail, ({ params, answer }) =>
    answer(200, failures[params.how]?.() as { id?: string }, {
      headers: { "x-note": "a\r\nset-cookie: b" },
    }),
  );
  mount(pour, ({ request, answer }) => {
    if (request.header("if-none-match") === "x") return answer(304, "");
    const asked = request.header("accept");
    if (asked !== undefined) return answer(200, "a", { headers: { "Content-Type": asked } });
    return answer(200, Readable.from(["a", "b"]), { headers: { "Cache-Control": "no-cache" } });
  });
  mount(mine, ({ actor, answer }) => answer(200, { id: actor.id }));
  mount(everyones, ({ answer }) => answer(200, {}));
};

const invalid = { status: 400, body: { success: false, code: "INVALID_REQUEST_BODY" } };
const missing = { status: 404, body: { success: false, code: "NOT_FOUND" } };
const post = (body: unknown, headers?: Record<string, string>) =>
  ["POST", "/api/echo", body, headers] as const;

describe("headers of every reply", () => {
  scenarios(routes, {
    "forbid sniffing, framing, referrer leaks and caching": {
      send: ["GET", "/api/one/x"],
      status: 200,
      headers: {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Content-Security-Policy": /^default-src 'self';(?!.*unsafe).*frame-ancestors 'none'/,
        "Cache-Control": "no-store",
        "Content-Type": "application/json; charset=utf-8",
        "Strict-Transport-Security": null,
        "X-Server-Time": "1777636800000",
        "X-Request-Id": /^[0-9a-f-]{36}$/,
      },
    },
    "require https after a request over https": {
      settings: { TRUST_PROXY: "true" },
      send: ["GET", "/api/one/x", undefined, { "x-forwarded-proto": "https" }],
      status: 200,
      headers: { "Strict-Transport-Security": /^max-age=\d+$/ },
    },
    "do not require it for untrusted proxies": {
      send: ["GET", "/api/one/x", undefined, { "x-forwarded-proto": "https" }],
      status: 200,
      headers: { "Strict-Transport-Security": null },
    },
    "contain the caller's request id, which is also the traceId": {
      send: ["GET", "/nowhere", undefined, { "x-request-id": "aB.9_-" }],
      status: 404,
      body: { traceId: "aB.9_-" },
      headers: { "X-Request-Id": "aB.9_-" },
    },
    "contain a request id of 64 characters": {
      send: ["GET", "/nowhere", undefined, { "x-request-id": "r".repeat(64) }],
      status: 404,
      headers: { "X-Request-Id": "r".repeat(64) },
    },
    "do not contain one of 65": {
      send: ["GET", "/nowhere", undefined, { "x-request-id": "r".repeat(65) }],
      status: 404,
      headers: { "X-Request-Id": /^[0-9a-f-]{36}$/ },
    },
    "do not contain an unsafe request id": {
      send: ["GET", "/nowhere", undefined, { "x-request-id": "a b" }],
      status: 404,
      headers: { "X-Request-Id": /^[0-9a-f-]{36}$/ },
    },
    "can be set by the endpoint": {
      send: ["GET", "/pour"],
      status: 200,
      text: /^ab$/,
      headers: { "Cache-Control": "no-cache", "Content-Type": "text/plain" },
    },
    "cannot be injected by a line break in a value": {
      send: ["GET", "/api/fail/injecting"],
      status: 200,
      headers: { "X-Note": "aset-cookie: b", "Set-Cookie": null },
    },
    "set cookies that scripts cannot read": {
      settings: { BASE_PATH: "/words", COOKIE_SECURE: "true" },
      send: ["POST", "/words/api/echo"],
      status: 200,
      headers: { "Set-Cookie": "c=v; Path=/words; Max-Age=60; HttpOnly; SameSite=Lax; Secure" },
    },
  });
});

describe("addresses", () => {
  scenarios(routes, {
    "unknown ones are not found": { send: ["GET", "/api/nothing"], ...missing },
    "an empty id is not found": { send: ["GET", "/api/one/"], ...missing },
    "known ones list their methods": {
      send: ["PATCH", "/api/one/x"],
      status: 405,
      body: { success: false, code: "METHOD_NOT_ALLOWED" },
      headers: { Allow: "DELETE, GET, HEAD, OPTIONS, PUT" },
    },
    "parameters are decoded": {
      send: ["GET", "/api/one/%E8%AF%8D%2F..%2Fx"],
      status: 200,
      body: { data: { id: "词/../x" } },
    },
    "a malformed escape is not found": { send: ["GET", "/api/one/%zz"], ...missing },
    "a malformed escape is not found by other methods": {
      send: ["PATCH", "/api/one/%c0%ae"],
      ...missing,
    },
    "NUL is not found": { send: ["GET", "/api/one/a%00b"], ...missing },
    "very long ones are not found": { send: ["GET", `/api/one/${"a".repeat(900)}`], ...missing },
    "HEAD works like GET": {
      send: ["HEAD", "/api/one/x"],
      status: 200,
      text: /^$/,
      headers: { "Content-Length": /^\d\d$/, "Content-Type": /json/ },
    },
    "HEAD of a stream opens none": { send: ["HEAD", "/pour"], status: 200, text: /^$/ },
    "HEAD is not allowed without GET": { send: ["HEAD", "/api/echo"], status: 405 },
    "304 has no body": {
      send: ["GET", "/pour", undefined, { "if-none-match": "x" }],
      status: 304,
      text: /^$/,
      headers: { "Content-Type": null, "Content-Length": null },
    },
    "start with BASE_PATH": {
      settings: { BASE_PATH: "/words" },
      send: ["GET", "/words/api/one/x"],
      status: 200,
    },
    "are not found outside BASE_PATH": {
      settings: { BASE_PATH: "/words" },
      send: ["GET", "/api/one/x"],
      ...missing,
    },
    "refuse other methods under BASE_PATH": {
      settings: { BASE_PATH: "/words" },
      send: ["PATCH", "/words/api/one/x"],
      status: 405,
    },
  });
});

const MIB_2 = 2 * 1024 * 1024;

describe("bodies", () => {
  const json = (body: unknown) => ({ status: 200, body: { success: true, data: { body } } });

  scenarios(routes, {
    "are JSON whatever Content-Type says": {
      send: post('{"name":"a"}', { "content-type": "text/plain; ;=" }),
      ...json({ name: "a" }),
    },
    "are JSON even for a form Content-Type": {
      send: post('{"name":"a"}', { "content-type": "application/x-www-form-urlencoded" }),
      ...json({ name: "a" }),
    },
    "may be absent": { send: ["POST", "/api/echo"], ...json({}) },
    "may contain unknown fields, which are dropped": {
      send: post({ name: "a", role: "admin", __proto__: { a: 1 } }),
      ...json({ name: "a" }),
      after: (_app, reply) => expect(reply.body.data.body).toEqual({ name: "a" }),
    },
    "must be complete": { send: post('{"name":'), ...invalid },
    "must have the right types": { send: post({ name: 5 }), ...invalid },
    "must not be an array": { send: post([]), ...invalid },
    "must not be gzip": {
      send: post(Buffer.from("1f8b0800000000000003ab56ca4bcc4d55b2524a54aa0500", "hex"), {
        "content-encoding": "gzip",
      }),
      ...invalid,
    },
    "are refused with the code of the field": {
      send: post({ name: "too long" }),
      status: 400,
      body: { code: "AUTH_INVALID_USERNAME", message: expect.stringMatching(/^name: /) },
    },
    "may have two mebibytes": { send: post(`{"x":"${"a".repeat(MIB_2 - 8)}"}`), status: 200 },
    "may not have one byte more": {
      send: post(`{"x":"${"a".repeat(MIB_2 - 7)}"}`),
      status: 413,
      body: { success: false, code: "PAYLOAD_TOO_LARGE" },
    },
    "are passed on as bytes for raw endpoints": {
      send: ["PUT", "/api/one/x", Buffer.from("GIF89a")],
      status: 200,
      text: /^GIF89a$/,
      headers: { "Content-Type": "application/octet-stream" },
    },
    "have the limits and codes of the endpoint": {
      send: ["PUT", "/api/one/x", Buffer.alloc(101)],
      status: 400,
      body: { code: "AVATAR_TOO_LARGE" },
    },
    "are ignored if none is expected": {
      send: ["DELETE", "/api/one/x", "{"],
      status: 202,
      body: { gone: "x" },
    },
    "can be too large even if none is expected": {
      send: ["DELETE", "/api/one/x", "x".repeat(MIB_2 + 1)],
      status: 413,
    },
    "are checked together with the query": {
      send: ["POST", "/api/echo?tag=%00", {}],
      ...invalid,
    },
  });
});

describe("faults", () => {
  const internal = { status: 500, body: { success: false, code: "INTERNAL" } };

  scenarios(routes, {
    "of the service do not reveal details": {
      send: ["GET", "/api/fail/bug"],
      ...internal,
      after: (app, reply) => {
        expect(reply.text).not.toMatch(/secret/);
        expect(app.faults).toEqual([expect.objectContaining({ message: "secret detail" })]);
      },
    },
    "of the storage are temporary": {
      send: ["GET", "/api/fail/full"],
      status: 503,
      body: { success: false, code: "UNAVAILABLE" },
      headers: { "Retry-After": "5" },
    },
    "of the caller have a code, a message and a traceId": {
      send: ["GET", "/api/fail/refused"],
      status: 400,
      body: { success: false, code: "WORDBOOK_NOT_FOUND", traceId: expect.any(String) },
      headers: { "Set-Cookie": /^token=; .*Max-Age=0.*,refresh_token=; .*Max-Age=0/ },
    },
    "that are temporary have Retry-After": {
      send: ["GET", "/api/fail/later"],
      status: 429,
      headers: { "Retry-After": "13" },
    },
    "of a reply with additional fields are internal": {
      send: ["GET", "/api/fail/surplus"],
      ...internal,
      after: (app) => expect(String(app.faults)).toMatch(/more than promised: passwordHash/),
    },
    "of other content whose type the contract does not name are internal": {
      send: ["GET", "/pour", undefined, { accept: "text/html" }],
      ...internal,
      after: (app) => expect(String(app.faults)).toMatch(/type that is not promised: text\/html/),
    },
    "are none of content whose type has a charset": {
      send: ["GET", "/pour", undefined, { accept: "Text/Plain; charset=utf-8" }],
      status: 200,
    },
    "of a reply with missing fields are internal": {
      send: ["GET", "/api/fail/lacking"],
      ...internal,
    },
  });
});

describe("maintenance", () => {
  const maintained = { given: (app: TestApp) => app.deps.maintenance.set(true) };

  scenarios(routes, {
    "closes the API, with a body without `success`": {
      ...maintained,
      send: ["GET", "/api/one/x"],
      status: 503,
      body: { code: "MAINTENANCE", traceId: expect.any(String) },
      headers: { "Retry-After": "30" },
      after: (_app, reply) =>
        expect(Object.keys(reply.body)).toEqual(["code", "message", "traceId"]),
    },
    "comes before sign-in": { ...maintained, send: ["GET", "/api/mine"], status: 503 },
    "is checked before the existence of a path": {
      ...maintained,
      send: ["GET", "/api/nothing"],
      status: 503,
    },
    "leaves the status open": { ...maintained, send: ["GET", "/api/status/x"], status: 200 },
    "leaves paths outside the API open": { ...maintained, send: ["GET", "/pour"], status: 200 },
    "leaves the admin API open": {
      ...maintained,
      send: ["GET", "/api/admin/nothing"],
      status: 404,
    },
  });
});

describe("sign-in", () => {
  scenarios(routes, {
    "is required": {
      send: ["GET", "/api/mine"],
      status: 401,
      body: { success: false, code: "AUTH_UNAUTHORIZED" },
    },
    "passes the caller to the handler": {
      as: "learner",
      send: ["GET", "/api/mine"],
      status: 200,
      body: { data: { id: "u1" } },
    },
  });
});
