import { expect, it } from "vitest";
import * as contract from "../index.ts";
import { documentInPlace } from "../testing/whole-document.ts";

const { paths } = documentInPlace();
const operations = Object.entries<any>(paths).flatMap(([path, methods]) =>
  Object.entries<any>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    stability: operation["x-stability"],
  })),
);
const withStability = (wanted: string) =>
  operations.filter(({ stability }) => stability === wanted).map(({ name }) => name);

it("promises the operations of a learning client's main flow and no others", () => {
  expect(withStability("stable").toSorted()).toEqual([
    "GET /api/amas/state",
    "GET /api/health",
    "GET /api/learning/study-words",
    "GET /api/notifications",
    "GET /api/realtime/events",
    "GET /api/records",
    "GET /api/study-config",
    "GET /api/users/me",
    "GET /api/word-states/due/list",
    "GET /api/word-states/{wordId}",
    "GET /api/wordbooks/system",
    "GET /api/wordbooks/user",
    "GET /api/wordbooks/{id}",
    "GET /api/wordbooks/{id}/words",
    "GET /api/words",
    "GET /api/words/{id}",
    "POST /api/auth/login",
    "POST /api/auth/logout",
    "POST /api/auth/refresh",
    "POST /api/auth/register",
    "POST /api/learning/complete-session",
    "POST /api/learning/next-words",
    "POST /api/learning/session",
    "POST /api/records",
    "POST /api/records/batch",
    "POST /api/word-states/batch",
    "POST /api/words/batch-get",
    "PUT /api/notifications/{id}/read",
    "PUT /api/study-config",
  ]);
});

it("marks operations that only the project's own apps call as internal", () => {
  expect(withStability("internal")).toContain("POST /api/telemetry");
});

it("leaves no stable operation without an endpoint", () => {
  expect(contract.stableOperations.filter((name) => !(name in contract))).toEqual([]);
});
