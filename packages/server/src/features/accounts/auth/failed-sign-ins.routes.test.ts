import { beforeEach, describe, expect } from "vitest";
import { QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { createLog } from "../../../platform/observability/create-log.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { adminAccountsRoutes } from "../admin-auth/admin-accounts.routes.ts";
import { adminAuthRoutes } from "../admin-auth/admin-auth.routes.ts";
import { emailChangesRoutes } from "../email-changes/email-changes.routes.ts";
import { usersRoutes } from "../users/users.routes.ts";
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

const RIGHT = "Right-pw-1";
/** All requests of somebody who is signed in that give the password again. */
const asking = {
  "a learner's new password": {
    as: "learner",
    path: "/api/users/me/password",
    body: { newPassword: "N3wpassword" },
  },
  "a learner's new address": {
    as: "learner",
    path: "/api/users/me/email",
    body: { email: "new@example.org" },
  },
  "an administrator's new password": {
    as: "admin",
    path: "/api/admin/settings/admins/me/password",
    body: { newPassword: "N3wpassword" },
  },
} as const;

function rowsOf({ as, path, body }: (typeof asking)[keyof typeof asking]) {
  const [table, id] = as === "learner" ? (["users", "u1"] as const) : (["admins", "a1"] as const);
  const give = (app: ScenarioApp, currentPassword: string) => {
    const { headers } = as === "learner" ? app.u1 : app.a1;
    return app.send("PUT", path, { body: { ...body, currentPassword }, headers });
  };
  const wrong = async (app: ScenarioApp, times: number) => {
    for (let n = 0; n < times; n += 1) {
      expect(await give(app, "Wr0ngpass")).toMatchObject({
        status: 401,
        body: { code: "AUTH_UNAUTHORIZED" },
      });
    }
  };
  const locks = ({ deps }: ScenarioApp) =>
    deps.database
      .selectFrom(table)
      .select(["failed_logins", "locked_until_ms"])
      .where("id", "=", id)
      .executeTakeFirst();
  const send = ["PUT", path, { ...body, currentPassword: RIGHT }] as const;
  return {
    "logs and counts a wrong password as a sign-in does": {
      as,
      parts,
      send: ["PUT", path, { ...body, currentPassword: "Wr0ngpass" }],
      status: 401,
      after: async (app) => {
        told(as, "wrong_credentials")();
        expect(await locks(app)).toEqual({ failed_logins: 1, locked_until_ms: null });
      },
    },
    "refuses the right password after the fifth wrong one, until the lock ends": {
      as,
      parts,
      given: (app) => wrong(app, 5),
      send,
      status: 429,
      body: { code: "RATE_LIMITED" },
      headers: { "retry-after": "900" },
      after: async (app) => {
        expect(failures().map(({ outcome }) => outcome)).toEqual([
          ...Array<string>(5).fill("wrong_credentials"),
          "locked",
        ]);
        await wrong(app, 1);
        app.clock.advance(QUARTER_HOUR_MS);
        expect((await give(app, RIGHT)).status).toBe(200);
      },
    },
    "starts to count again after the right password": {
      as,
      parts,
      given: (app) => wrong(app, 4),
      send,
      status: 200,
      after: async (app) => {
        expect(await locks(app)).toEqual({ failed_logins: 0, locked_until_ms: null });
      },
    },
  } satisfies Readonly<Record<string, Scenario>>;
}

describe.each(Object.entries(asking))("a request for %s", (_, request) => {
  scenarios([usersRoutes, emailChangesRoutes, adminAccountsRoutes], rowsOf(request));
});
