import { endpoint, enveloped } from "@wordloom/contract";
import { describe, expect } from "vitest";
import { z } from "zod";
import { scenarios } from "../../testing/app/scenarios.ts";
import { refuse } from "../basics/app-error.ts";
import type { GateModule } from "./gates.ts";
import type { RouteModule } from "./route.ts";

const shared = { method: "GET", summary: "", replies: { 200: enveloped(z.object({})) } } as const;
const open = endpoint({ ...shared, path: "/api/open", access: "none", errors: [] });
const mine = endpoint({ ...shared, path: "/api/mine", access: "learner", errors: [] });
const login = endpoint({ ...open, path: "/api/login", bucket: "auth" });
const aside = endpoint({ ...open, path: "/api/aside" });
const uncounted = endpoint({ ...open, path: "/api/uncounted", bucket: "unlimited" });

const routes: RouteModule = (mount) => {
  for (const each of [open, mine, login, aside, uncounted]) {
    mount(each, ({ answer }) => answer(200, {}));
  }
};

/** Accounts admitted by any app of this file; tests run sequentially. */
const seen: string[] = [];

/** Refuses requests marked as bad, at once or asynchronously, and adds a header to all replies. */
const first: GateModule = () => ({
  guards: (path) => path !== "/api/aside",
  pass(request) {
    if (request.header("x-mark") === "bad") refuse("FORBIDDEN");
    return { "x-first": "hello" };
  },
});
const second: GateModule = () => ({
  guards: (path) => path !== "/api/aside",
  pass(request) {
    const mark = request.header("x-mark");
    if (mark === undefined) return undefined;
    return Promise.resolve().then(() => {
      if (mark === "slow and bad") refuse("CONFLICT");
      return { "x-second": mark };
    });
  },
  needsCaller: () => true,
  onAdmitted: (_request, account) => void seen.push(account.id),
});

const bad = { "x-mark": "bad" };
const feature = { routes: [routes], gates: [first, second] };
const noted = (expected: readonly string[]) => () => expect(seen.splice(0)).toEqual(expected);

describe("gates", () => {
  scenarios(feature, {
    "admit a call, add headers, and receive the caller": {
      as: "learner",
      send: ["GET", "/api/mine", undefined, { "x-mark": "m" }],
      status: 200,
      headers: { "x-first": "hello", "x-second": "m" },
      after: noted(["u1"]),
    },
    "receive the caller on endpoints without sign-in": {
      as: "learner",
      send: ["GET", "/api/open"],
      status: 200,
      headers: { "x-first": "hello", "x-second": null },
      after: noted(["u1"]),
    },
    "receive the caller on endpoints without rate limit": {
      as: "learner",
      send: ["GET", "/api/uncounted"],
      status: 200,
      after: noted(["u1"]),
    },
    "receive no anonymous callers": {
      send: ["GET", "/api/open"],
      status: 200,
      after: noted([]),
    },
    "refuse before sign-in": {
      send: ["GET", "/api/mine", undefined, bad],
      status: 403,
      body: { code: "FORBIDDEN" },
      headers: { "ratelimit-remaining": "119" },
      after: noted([]),
    },
    "refuse asynchronously, with the headers of earlier gates": {
      send: ["GET", "/api/mine", undefined, { "x-mark": "slow and bad" }],
      status: 409,
      headers: { "x-first": "hello" },
    },
    "count refused calls in the endpoint's own bucket": {
      settings: { AUTH_RATE_LIMIT_MAX: "1" },
      twice: true,
      send: ["GET", "/api/login", undefined, bad],
      status: 429,
      body: { code: "AUTH_RATE_LIMITED" },
    },
    "add headers to refusals by others": {
      send: ["GET", "/api/mine"],
      status: 401,
      headers: { "x-first": "hello" },
    },
    "guard paths that do not exist": {
      send: ["GET", "/api/nothing", undefined, bad],
      status: 403,
      headers: { "ratelimit-remaining": "119" },
    },
    "do not refuse preflights": {
      send: ["OPTIONS", "/api/mine", undefined, bad],
      status: 204,
    },
    "guard only the paths they choose": {
      as: "learner",
      send: ["GET", "/api/aside", undefined, bad],
      status: 200,
      headers: { "x-first": null },
      after: noted([]),
    },
  });
});
