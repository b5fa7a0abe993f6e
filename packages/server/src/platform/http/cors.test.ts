import { endpoint, enveloped } from "@wordloom/contract";
import { describe } from "vitest";
import { z } from "zod";
import { scenarios } from "../../testing/app/scenarios.ts";
import type { RouteModule } from "./route.ts";

const read = endpoint({
  method: "GET",
  path: "/api/x",
  summary: "",
  access: "none",
  replies: { 200: enveloped(z.object({})) },
  errors: [],
});
const routes: RouteModule = (mount) => {
  mount(read, ({ answer }) => answer(200, {}));
  mount({ ...read, method: "POST" }, ({ answer }) => answer(200, {}));
  mount({ ...read, path: "/api/x/all.csv" }, ({ answer }) => answer(200, {}));
  mount({ ...read, method: "PATCH", path: "/api/x/:id" }, ({ answer }) => answer(200, {}));
};

const listed = { CORS_ORIGIN: "https://app.example.org, https://other.example.org" };
const from = (origin: string) => ["GET", "/api/x", undefined, { origin }] as const;
const preflight = {
  origin: "https://app.example.org",
  "access-control-request-method": "POST",
};

describe("a page of another origin", () => {
  scenarios(routes, {
    "gets no access by default": {
      send: from("https://app.example.org"),
      status: 200,
      headers: { "Access-Control-Allow-Origin": null, Vary: null },
    },
    "gets access, with cookies, if listed": {
      settings: listed,
      send: from("https://other.example.org"),
      status: 200,
      headers: {
        "Access-Control-Allow-Origin": "https://other.example.org",
        "Access-Control-Allow-Credentials": "true",
        "Access-Control-Expose-Headers": /x-request-id.*retry-after.*ratelimit-remaining.*etag/,
        Vary: "Origin",
      },
    },
    "gets no access if another one is listed": {
      settings: listed,
      send: from("https://app.example.org.evil.example"),
      status: 200,
      headers: { "Access-Control-Allow-Origin": null, Vary: "Origin" },
    },
    "gets access without cookies if all may": {
      settings: { CORS_ORIGIN: "*" },
      send: from("https://anyone.example"),
      status: 200,
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Credentials": null,
      },
    },
    "can read refusals, too": {
      settings: listed,
      send: ["GET", "/api/nothing", undefined, { origin: "https://app.example.org" }],
      status: 404,
      headers: { "Access-Control-Allow-Origin": "https://app.example.org" },
    },
    "gets the allowed methods and headers by a preflight": {
      settings: listed,
      send: ["OPTIONS", "/api/x", undefined, preflight],
      status: 204,
      text: /^$/,
      headers: {
        Allow: "GET, HEAD, OPTIONS, POST",
        "Access-Control-Allow-Origin": "https://app.example.org",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS, POST",
        "Access-Control-Allow-Headers": /authorization.*x-device-id.*last-event-id.*if-none-match/,
        "Access-Control-Max-Age": /^\d+$/,
      },
    },
    "gets only the methods by a preflight if no origin is allowed": {
      send: ["OPTIONS", "/api/x", undefined, preflight],
      status: 204,
      headers: { Allow: "GET, HEAD, OPTIONS, POST", "Access-Control-Allow-Methods": null },
    },
    "gets the methods of its exact path, not of a pattern that also matches": {
      send: ["OPTIONS", "/api/x/all.csv", undefined, preflight],
      status: 204,
      headers: { Allow: "GET, HEAD, OPTIONS" },
    },
    "gets the methods of a path with a parameter": {
      send: ["OPTIONS", "/api/x/other", undefined, preflight],
      status: 204,
      headers: { Allow: "OPTIONS, PATCH" },
    },
    "gets 404 by a preflight to an unknown path": {
      settings: listed,
      send: ["OPTIONS", "/api/nothing", undefined, preflight],
      status: 404,
    },
  });
});
