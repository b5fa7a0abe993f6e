import { beforeEach, describe, expect } from "vitest";
import { createLog } from "../../../platform/observability/create-log.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { adminAuthRoutes } from "../admin-auth/admin-auth.routes.ts";
import { authRoutes } from "./auth.routes.ts";

let lines: string[] = [];
beforeEach(() => void (lines = []));

/** The service with a log that the tests read. */
const parts = () => ({
  log: createLog(
    {
      LOG_LEVEL: "info",
      LOG_FORMAT: "json",
      ENABLE_FILE_LOGS: false,
      LOG_DIR: "",
      MAX_LOG_FILES: 1,
    },
    undefined,
    { write: (line) => void lines.push(line) },
  ),
});
const failures = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).startsWith("a sign-in from"));

const body = { email: "nobody@example.org", password: "Wr0ngpass" };
const ada = { email: "ada@example.org", password: "Passw0rd" };
const register = async ({ send }: ScenarioApp) => {
  const { status } = await send("POST", "/api/auth/register", {
    body: { ...ada, username: "Ada" },
  });
  expect(status).toBe(201);
};
const told = (kind: string, outcome: string) => () => {
  expect(failures()).toMatchObject([
    { level: "warn", kind, outcome, address: expect.any(String), account: expect.any(String) },
  ]);
  expect(lines.join("")).not.toContain("example.org");
};

describe("a refused sign-in", () => {
  scenarios([authRoutes, adminAuthRoutes], {
    "of a learner is one line": {
      parts,
      send: ["POST", "/api/auth/login", body],
      status: 401,
      after: told("learner", "wrong_credentials"),
    },
    "of an administrator is one line": {
      parts,
      send: ["POST", "/api/admin/auth/login", body],
      status: 401,
      after: told("admin", "wrong_credentials"),
    },
    "of a banned learner says so": {
      parts,
      given: async (app) => {
        await register(app);
        await app.deps.database.updateTable("users").set({ is_banned: 1 }).execute();
      },
      send: ["POST", "/api/auth/login", ada],
      status: 403,
      after: told("learner", "banned"),
    },
    "of a locked account says so": {
      parts,
      given: async (app) => {
        await register(app);
        const locked_until_ms = app.clock.nowMs() + 60_000;
        await app.deps.database.updateTable("users").set({ locked_until_ms }).execute();
      },
      send: ["POST", "/api/auth/login", ada],
      status: 429,
      after: told("learner", "locked"),
    },
    "is not logged for a successful sign-in": {
      parts,
      given: register,
      send: ["POST", "/api/auth/login", ada],
      status: 200,
      after: () => expect(failures()).toEqual([]),
    },
  });
});
