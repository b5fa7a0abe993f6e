import * as contract from "@wordloom/contract";
import { endpointsOf, scopeOf, type ApiKeyScope, type Endpoint } from "@wordloom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAdmin } from "../../features/accounts/admin-auth/admin-changes.service.ts";
import { logoutAdmin } from "../../features/accounts/admin-auth/admin-auth.service.ts";
import { createApiKey, revokeApiKey } from "../../features/accounts/api-keys/api-keys.service.ts";
import { transact } from "../../platform/database/transaction.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import {
  buildTestApp,
  type TestApp,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { openAddressedDatabase, type AddressedDatabase } from "../app/addressed-database.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { isEndless, usualPath, usualValues } from "@wordloom/testing/content/usual-requests";

// Every endpoint admits exactly the callers it declares, regardless of other callers' tokens, and
// cookies do not authenticate writes from pages of other sites. All callers in the table below call
// every endpoint with an empty body, so that admitted ones get at most a refusal of the body.
const callers = [
  "nobody",
  "garbage",
  "refresh token",
  "expired",
  "revoked",
  "banned",
  "learner",
  "admin",
  "super",
  "expired super",
  "signed-out super",
  "deleted super",
  "admin cookie",
  "key to read",
  "key to write",
  "key for all",
  "demoted key for all",
  "revoked key",
] as const;
type Caller = (typeof callers)[number];

/** Valid API keys: their scopes, and the current role of their creators. */
const keys = {
  "key to read": { scopes: ["read"], role: "super_admin" },
  "key to write": { scopes: ["write"], role: "super_admin" },
  "key for all": { scopes: ["admin"], role: "super_admin" },
  "demoted key for all": { scopes: ["admin"], role: "admin" },
} as const;
type Key = keyof typeof keys;

/** Keys admitted by administrators' endpoints, by the scope that the endpoint requires. */
const admittedKeys: Readonly<Record<NonNullable<Endpoint["scope"]>, readonly Key[]>> = {
  read: ["key to read", "key to write", "key for all", "demoted key for all"],
  write: ["key to write", "key for all", "demoted key for all"],
  admin: ["key for all"],
  none: [],
};

const admittedCallers: Readonly<Record<Endpoint["access"], readonly Caller[]>> = {
  none: callers,
  learner: ["learner"],
  admin: ["admin", "super"],
  super: ["super"],
  learner_or_admin: ["learner", "admin", "super"],
};

const HOUR_MS = 3_600_000;
/** Authenticated by the refresh token itself. */
const REFRESH = "/api/auth/refresh";
const endpoints = endpointsOf(contract);

/** Headers that browsers send from pages of other sites. */
const foreignPages: readonly Readonly<Record<string, string>>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "https://evil.example", "content-type": "text/plain" },
  { "sec-fetch-site": "cross-site" },
  { referer: "https://evil.example/page" },
];

/**
 * Statements identify the caller, the same ones for all endpoints; the contract says whom an
 * endpoint admits. So on PostgreSQL one endpoint of each kind is enough.
 */
function called(all: readonly Endpoint[]): readonly Endpoint[] {
  if (testDialect === "sqlite") return all;
  const kinds = Map.groupBy(all, (endpoint) => {
    const { access, method, path } = endpoint;
    const isOwn = path === REFRESH || isEndless(endpoint);
    return isOwn ? path : `${access} ${scopeOf(endpoint)} ${method}`;
  });
  return [...kinds.values()].flatMap(([first]) => first ?? []);
}

let app: TestApp;
/** Backups open it by its address. */
let place: AddressedDatabase;
const liveKeys = new Map<Key, Awaited<ReturnType<typeof makeKey>>>();
/** Callers are reused until a request may have ended their sessions, or they end them. */
const kept = new Map<Caller, Credentials>();

beforeAll(async () => {
  place = await openAddressedDatabase();
  app = await buildTestApp({
    database: await place.cleaned(),
    settings: {
      DATABASE_URL: place.url,
      RATE_LIMIT_ANONYMOUS_MAX: "1000000",
      RATE_LIMIT_AUTHENTICATED_MAX: "1000000",
      AUTH_RATE_LIMIT_MAX: "1000000",
      ADMIN_AUTH_RATE_LIMIT_MAX: "1000000",
    },
  });
});
afterAll(async () => {
  await app.close();
  await place.close();
});

describe.each(called(endpoints))("$method $path", (endpoint) => {
  it("admits exactly the callers it declares", async (context) => {
    context.skip(!app.mounted().includes(endpoint));
    const expected = callers.map((caller) => [caller, expectedOf(endpoint, caller)]);
    const found: [Caller, string][] = [];
    for (const caller of callers) found.push([caller, await outcomeOf(endpoint, caller)]);
    expect(found).toEqual(expected);
    expect(app.faults).toEqual([]);
  });
});

const writes = endpoints.filter(
  ({ access, method }) => access.startsWith("learner") && method !== "GET",
);

let cookies: TestAccount | undefined;

describe.each(called(writes))("$method $path", (endpoint) => {
  it("refuses writes from other sites that only a cookie authenticates", async (context) => {
    context.skip(!app.mounted().includes(endpoint));
    const { token } = (cookies ??= await app.learner());
    for (const headers of foreignPages) {
      const reply = await send(endpoint, { ...headers, cookie: `token=${token}` });
      expect(codeOf(reply), JSON.stringify(headers)).toBe("403 CSRF_ORIGIN");
    }
  });
});

function expectedOf(endpoint: Endpoint, caller: Caller): string {
  const { access, path } = endpoint;
  if (path === REFRESH && caller !== "refresh token") return "turned away";
  if (admittedCallers[access].includes(caller)) return "let in";
  if (isKey(caller) && access !== "learner") {
    const scope = scopeOf(endpoint) ?? "none";
    return admittedKeys[scope].includes(caller) ? "let in" : "wrong role";
  }
  return access === "super" && caller === "admin" ? "wrong role" : "turned away";
}

async function outcomeOf(endpoint: Endpoint, caller: Caller): Promise<string> {
  const credentials = kept.get(caller) ?? (await credentialsOf(caller));
  kept.set(caller, credentials);
  const code = codeOf(await send(endpoint, credentials.headers, credentials.end));
  if (mayEnd(endpoint, caller)) kept.delete(caller);
  if (code === "401 AUTH_UNAUTHORIZED") return "turned away";
  return code === "403 FORBIDDEN" ? "wrong role" : "let in";
}

function mayEnd(endpoint: Endpoint, caller: Caller): boolean {
  if (endpoint.method === "GET") return isEndless(endpoint);
  return expectedOf(endpoint, caller) === "let in";
}

function codeOf({ status, body }: TestReply): string {
  return status < 400 ? String(status) : `${status} ${body?.code}`;
}

/** @param end  ends the caller's sessions, which also ends a stream */
async function send(
  endpoint: Endpoint,
  headers: Readonly<Record<string, string>>,
  end?: () => Promise<void>,
): Promise<TestReply> {
  const path = usualPath(endpoint, { ...usualValues, id: "none", wordId: "none" });
  const reply = app.send(endpoint.method, path, { headers });
  if (isEndless(endpoint) && end !== undefined) {
    // Only after the sign-in was checked: otherwise the request would be refused.
    let isAnswered = false;
    void reply.finally(() => (isAnswered = true));
    await until(() => isAnswered || app.deps.events.count() > 0);
    await end();
  }
  return reply;
}

interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly end?: () => Promise<void>;
}

async function credentialsOf(caller: Caller): Promise<Credentials> {
  const { tokens } = app.deps;
  const nowMs = app.clock.nowMs();
  switch (caller) {
    case "nobody":
      return { headers: {} };
    case "garbage":
      return { headers: { authorization: "Bearer not.a.token" } };
    case "refresh token": {
      const { id, sessionId } = await app.learner();
      const subject = { accountId: id, sessionId, refreshId: `refresh-${id}` };
      return bearer(tokens.issueRefresh(subject, nowMs, HOUR_MS));
    }
    case "expired": {
      const { id: accountId, sessionId } = await app.learner();
      const subject = { accountId, sessionId };
      return bearer(tokens.issueAccess(subject, nowMs - 2 * HOUR_MS, HOUR_MS));
    }
    case "revoked": {
      const learner = await app.learner();
      await endSessions("learner", learner);
      return { headers: learner.headers };
    }
    case "banned":
      return { headers: (await bannedLearner()).headers };
    case "learner":
      return signedIn("learner", await app.learner());
    case "admin":
      return signedIn("admin", await app.admin());
    case "super":
      return signedIn("admin", await app.admin("super_admin"));
    case "expired super": {
      const { id: accountId, sessionId } = await app.admin("super_admin");
      const subject = { accountId, sessionId };
      return bearer(tokens.issueAdmin(subject, nowMs - 2 * HOUR_MS, HOUR_MS));
    }
    case "signed-out super": {
      const { id, sessionId, headers } = await app.admin("super_admin");
      await logoutAdmin(app.deps, { kind: "admin", id, role: "super_admin", sessionId });
      return { headers };
    }
    case "deleted super": {
      const [by, { id, headers }] = [
        await app.admin("super_admin"),
        await app.admin("super_admin"),
      ];
      await deleteAdmin(app.deps, { ...by, kind: "admin", role: "super_admin" }, id);
      return { headers };
    }
    case "admin cookie":
      return { headers: { cookie: `token=${(await app.admin("super_admin")).token}` } };
    case "revoked key":
      return makeRevokedKey();
    default:
      return keyOf(caller);
  }
}

function isKey(caller: Caller): caller is Key {
  return caller in keys;
}

/** One key for all calls, until it is revoked. */
async function keyOf(caller: Key): Promise<Credentials> {
  const { scopes, role } = keys[caller];
  const made = liveKeys.get(caller) ?? (await makeKey(scopes, role));
  liveKeys.set(caller, made);
  const end = async () => {
    liveKeys.delete(caller);
    await made.end();
  };
  return { ...made, end };
}

async function makeRevokedKey(): Promise<Credentials> {
  const { headers, end } = await makeKey(["admin"], "super_admin");
  await end();
  return { headers };
}

/** A new API key whose creator now has this role. */
async function makeKey(scopes: readonly ApiKeyScope[], role: "admin" | "super_admin") {
  const { id: adminId, sessionId } = await app.admin("super_admin");
  const by = { kind: "admin", id: adminId, role: "super_admin", sessionId } as const;
  const draft = { name: "Program", scopes: [...scopes], expiresInDays: null };
  const { id, key } = await createApiKey(app.deps, by, draft);
  const { database } = app.deps;
  await database.updateTable("admins").set({ role }).where("id", "=", adminId).execute();
  return { ...bearer(key), end: () => revokeApiKey(app.deps, by, id) };
}

function bearer(token: string): Credentials {
  return { headers: { authorization: `Bearer ${token}` } };
}

function signedIn(kind: "learner" | "admin", account: TestAccount): Credentials {
  return { headers: account.headers, end: () => endSessions(kind, account) };
}

async function bannedLearner(): Promise<TestAccount> {
  const learner = await app.learner();
  const { database } = app.deps;
  await database.updateTable("users").set({ is_banned: 1 }).where("id", "=", learner.id).execute();
  await endSessions("learner", learner);
  return learner;
}

async function endSessions(kind: "learner" | "admin", { id }: TestAccount): Promise<void> {
  const { database, sessions } = app.deps;
  await transact(database, (tx) => sessions.endAllOf(tx, kind, id));
  sessions.forget(id);
}
