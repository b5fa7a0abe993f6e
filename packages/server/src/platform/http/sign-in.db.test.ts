import type { Access, Method } from "@wordloom/contract";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccountNeeds, type AccountNeeds } from "../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { HOUR_MS } from "../time/durations.ts";
import { recognize, signIn } from "./sign-in.ts";

// Which token, in which header or cookie, signs in on which endpoint. Uses active sessions in a
// real database and minimal requests.
let needs: AccountNeeds;
const tokens = { user: "", refresh: "", admin: "", chief: "" };
beforeEach(async () => {
  needs = await openAccountNeeds();
  const nowMs = needs.clock.nowMs();
  const account = { password_hash: "", created_at_ms: 0, updated_at_ms: 0, locked_until_ms: null };
  await needs.database
    .insertInto("admins")
    .values([
      { ...account, id: "a1", email: "a1@x.org", role: "admin" },
      { ...account, id: "a2", email: "a2@x.org", role: "super_admin" },
    ])
    .execute();
  const subject = async (kind: "learner" | "admin", accountId: string) => ({
    accountId,
    sessionId: await open(kind, accountId),
  });
  const second = { ...(await subject("learner", "u1")), refreshId: "r1" };
  tokens.user = needs.tokens.issueAccess(await subject("learner", "u1"), nowMs, HOUR_MS);
  tokens.refresh = needs.tokens.issueRefresh(second, nowMs, HOUR_MS);
  tokens.admin = needs.tokens.issueAdmin(await subject("admin", "a1"), nowMs, HOUR_MS);
  tokens.chief = needs.tokens.issueAdmin(await subject("admin", "a2"), nowMs, HOUR_MS);
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

async function open(kind: "learner" | "admin", accountId: string): Promise<string> {
  const wish = { kind, accountId, ttlMs: 3_600_000 };
  const start = () => needs.database.transaction().execute((tx) => needs.sessions.start(tx, wish));
  return (await start()).id;
}

type Carried = { header?: string; cookie?: string; origin?: string };

function facts({ header, cookie, origin }: Carried) {
  const headers: Record<string, string | undefined> = {
    authorization: header,
    host: "own.org",
    origin,
  };
  return {
    ip: "203.0.113.7",
    secure: true,
    header: (name: string) => headers[name],
    cookie: (name: string) => (name === "token" ? cookie : undefined),
  };
}

/** "learner u1", "admin a1", "anonymous", or the code of the refusal. */
async function enter(access: Access, carried: Carried, method: Method = "GET"): Promise<string> {
  return signIn(needs, facts(carried), { access, method }).then(
    (actor) => (actor.kind === "anonymous" ? "anonymous" : `${actor.kind} ${actor.id}`),
    (error) => String(error.code),
  );
}

const bearer = (name: keyof typeof tokens): Carried => ({ header: `Bearer ${tokens[name]}` });

describe("signIn", () => {
  const no = "AUTH_UNAUTHORIZED";
  const accesses: Access[] = ["none", "learner", "admin", "super", "learner_or_admin"];

  it.each<[keyof typeof tokens, string[]]>([
    ["user", ["anonymous", "learner u1", no, no, "learner u1"]],
    ["refresh", ["anonymous", no, no, no, no]],
    ["admin", ["anonymous", no, "admin a1", "FORBIDDEN", "admin a1"]],
    ["chief", ["anonymous", no, "admin a2", "admin a2", "admin a2"]],
  ])("with the %s token", async (name, expected) => {
    const entered = await Promise.all(accesses.map((access) => enter(access, bearer(name))));
    expect(entered).toEqual(expected);
  });

  it("refuses callers without a token or with an invalid one", async () => {
    expect(await enter("learner", {})).toBe(no);
    expect(await enter("admin", {})).toBe(no);
    expect(await enter("learner", { header: "Bearer x" })).toBe(no);
    const twice = `Bearer ${tokens.user}, Bearer ${tokens.user}`;
    expect(await enter("learner", { header: twice })).toBe(no);
  });

  it("prefers the header to the cookie, valid or not", async () => {
    expect(await enter("learner", { ...bearer("user"), cookie: "x" })).toBe("learner u1");
    expect(await enter("learner", { header: "Bearer x", cookie: tokens.user })).toBe(no);
  });

  it("accepts a learner's cookie, never an administrator's", async () => {
    expect(await enter("learner", { cookie: tokens.user })).toBe("learner u1");
    expect(await enter("learner_or_admin", { cookie: tokens.user })).toBe("learner u1");
    expect(await enter("admin", { cookie: tokens.admin })).toBe(no);
    expect(await enter("learner_or_admin", { cookie: tokens.admin })).toBe(no);
  });

  it.each<Method>(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "requires our own page for %s by cookie",
    async (method) => {
      const cookie = tokens.user;
      const [own, foreign] = ["https://own.org", "https://evil.example"];
      const byHeader = { ...bearer("user"), origin: foreign };
      expect(await enter("learner", { cookie, origin: foreign }, method)).toBe("CSRF_ORIGIN");
      expect(await enter("learner", { cookie, origin: "null" }, method)).toBe("CSRF_ORIGIN");
      expect(await enter("learner", { cookie, origin: own }, method)).toBe("learner u1");
      expect(await enter("learner", { cookie }, method)).toBe("learner u1");
      expect(await enter("learner", byHeader, method)).toBe("learner u1");
    },
  );

  it("refuses at once if the session has ended", async () => {
    expect(await enter("learner", bearer("user"))).toBe("learner u1");
    await needs.database
      .transaction()
      .execute((tx) => needs.sessions.endAllOf(tx, "learner", "u1"));
    needs.sessions.forget("u1");
    expect(await enter("learner", bearer("user"))).toBe(no);
  });

  it("notices within a second that another process ended the session", async () => {
    expect(await enter("learner", bearer("user"))).toBe("learner u1");
    await needs.database.deleteFrom("sessions").execute();
    expect(await enter("learner", bearer("user"))).toBe("learner u1");
    needs.wait(1_000);
    expect(await enter("learner", bearer("user"))).toBe(no);
  });

  it("refuses a token that names another account's session", async () => {
    for (const sessionId of [await open("learner", "u2"), await open("admin", "u1")]) {
      const subject = { accountId: "u1", sessionId };
      const crossed = needs.tokens.issueAccess(subject, needs.clock.nowMs(), HOUR_MS);
      expect(await enter("learner", { header: `Bearer ${crossed}` })).toBe(no);
    }
  });

  it("applies the removal of a role or an account at once", async () => {
    expect(await enter("super", bearer("chief"))).toBe("admin a2");
    await needs.database.updateTable("admins").set({ role: "admin" }).execute();
    expect(await enter("super", bearer("chief"))).toBe("FORBIDDEN");
    await needs.database.deleteFrom("admins").execute();
    expect(await enter("admin", bearer("chief"))).toBe(no);
  });
});

describe("recognize", () => {
  const known = async (carried: Carried) => (await recognize(needs, facts(carried)))?.id;

  it("returns accounts of both kinds, otherwise undefined", async () => {
    expect(await known(bearer("user"))).toBe("u1");
    expect(await known(bearer("admin"))).toBe("a1");
    expect(await known({ cookie: tokens.user, origin: "https://evil.example" })).toBe("u1");
    expect(await known({})).toBeUndefined();
    expect(await known({ header: "Bearer x" })).toBeUndefined();
  });

  it("is undefined if the database is unavailable", async () => {
    const sessions = { ...needs.sessions, find: () => Promise.reject(new Error("gone")) };
    expect(await recognize({ ...needs, sessions }, facts(bearer("user")))).toBeUndefined();
  });
});
