import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { logoutLearner, registerLearner } from "./auth.service.ts";
import { refreshSignIn } from "./refresh.service.ts";
import type { SignedIn } from "./sign-ins.service.ts";

// Checks that a lost reply signs nobody out, and that any other second use of a refresh token ends
// the session, except within the race window. The tests use the service on a real database with a
// manual clock.
let needs: AccountNeeds;
let first: SignedIn;
beforeEach(async () => {
  needs = await openAccountNeeds();
  first = await registerLearner(needs, {
    email: "ada@example.org",
    username: "Ada",
    password: "Passw0rd",
  });
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

/** @param deviceId  empty: the client names no device */
const bearer = (token: string, deviceId: string) => ({
  secure: false,
  header: (name: string) => ({ authorization: `Bearer ${token}`, "x-device-id": deviceId })[name],
  cookie: () => undefined,
});

const refresh = (token: string, deviceId = "phone") =>
  refreshSignIn(needs, { ...bearer(token, deviceId), ip: "203.0.113.9" });
const outcomeOf = (token: string, deviceId?: string) =>
  refresh(token, deviceId).then(
    () => ({ code: "in", clears: false }),
    (error) => ({ code: error.code, clears: error.extras.clearCookies === true }),
  );

const accepted = { code: "in", clears: false };
const raced = { code: "AUTH_REFRESH_RACED", clears: false };
const refused = { code: "AUTH_UNAUTHORIZED", clears: false };

async function auditActions() {
  const rows = await needs.database.selectFrom("audit_log").selectAll().execute();
  return rows.map((row) => [row.action, row.target_id]);
}

describe("refreshSignIn", () => {
  it("exchanges a token for a valid pair", async () => {
    needs.wait(1_000);
    const second = await refresh(first.refreshToken);
    expect(second.user).toEqual(first.user);
    const nowMs = needs.clock.nowMs();
    const before = needs.tokens.readRefresh(first.refreshToken, nowMs);
    const after = needs.tokens.readRefresh(second.refreshToken, nowMs);
    expect(after?.sessionId).toBe(before?.sessionId);
    expect(after?.refreshId).not.toBe(before?.refreshId);
    expect(await outcomeOf(second.refreshToken)).toEqual(accepted);
  });

  it("accepts exactly one of fifty concurrent requests and keeps the session", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(first.refreshToken)),
    );
    expect(outcomes.filter(({ code }) => code === "in")).toEqual([accepted]);
    expect(outcomes.filter(({ code }) => code !== "in")).toEqual(Array(49).fill(raced));
    expect(await auditActions()).toEqual([]);
  });

  it("only refuses a reuse within 30 seconds", async () => {
    const second = await refresh(first.refreshToken);
    needs.wait(30_000);
    expect(await outcomeOf(first.refreshToken)).toEqual(raced);
    expect(await outcomeOf(second.refreshToken)).toEqual(accepted);
  });

  it("only refuses a prompt reuse of the token before the last", async () => {
    const second = await refresh(first.refreshToken);
    needs.wait(5_000);
    const third = await refresh(second.refreshToken);
    needs.wait(5_000);
    expect(await outcomeOf(first.refreshToken)).toEqual(raced);
    expect(await outcomeOf(third.refreshToken)).toEqual(accepted);
  });

  it("reports when a token that raced may be retried", async () => {
    await refresh(first.refreshToken);
    await expect(refresh(first.refreshToken)).rejects.toMatchObject({
      extras: { retryAfterSecs: 30 },
    });
  });

  it("ends the session on a later reuse, and audits it", async () => {
    const ended: string[] = [];
    needs.sessions.onEnded((accountId) => ended.push(accountId));
    const second = await refresh(first.refreshToken);
    const third = await refresh(second.refreshToken);
    needs.wait(30_001);
    expect(await outcomeOf(first.refreshToken)).toEqual(refused);
    expect(await outcomeOf(third.refreshToken)).toEqual(refused);
    expect(await auditActions()).toEqual([["user.session_revoked", first.user.id]]);
    const rows = await needs.database.selectFrom("audit_log").selectAll().execute();
    const session = needs.tokens.readRefresh(first.refreshToken, needs.clock.nowMs())?.sessionId;
    expect(rows).toMatchObject([{ ip: "203.0.113.9", session_id: session }]);
    expect(ended).toEqual([first.user.id]);
  });

  it("extends the session to 30 days from the last refresh", async () => {
    const day = 86_400_000;
    needs.wait(29 * day);
    const second = await refresh(first.refreshToken);
    needs.wait(29 * day);
    const third = await refresh(second.refreshToken);
    needs.wait(30 * day);
    expect(await outcomeOf(third.refreshToken)).toEqual(refused);
  });

  it("refuses an invalid refresh token", async () => {
    expect(await outcomeOf(first.accessToken)).toEqual(refused);
    expect(await outcomeOf("")).toEqual(refused);
    expect(await outcomeOf("a.b.c")).toEqual(refused);
  });

  it("refuses after logout", async () => {
    await logoutLearner(needs, { kind: "learner", id: first.user.id, sessionId: "any" });
    expect(await outcomeOf(first.refreshToken)).toEqual(refused);
  });

  it("reports a ban, although the ban ended the session", async () => {
    await needs.database.deleteFrom("sessions").execute();
    await needs.database.updateTable("users").set({ is_banned: 1 }).execute();
    expect(await outcomeOf(first.refreshToken)).toEqual({ code: "FORBIDDEN", clears: false });
  });

  it("accepts the cookie only from the same origin, and otherwise clears nothing", async () => {
    const fromPage = (origin: string) =>
      refreshSignIn(needs, {
        secure: false,
        header: (name) => ({ host: "words.example.org", origin })[name],
        cookie: (name) => (name === "refresh_token" ? first.refreshToken : undefined),
      });
    const foreign = await fromPage("http://evil.example").catch((error) => error);
    expect([foreign.code, foreign.extras]).toEqual(["CSRF_ORIGIN", {}]);
    expect(await fromPage("http://words.example.org")).toMatchObject({ user: first.user });
  });
});

/** Renews with a lost reply, then waits until asking again is no longer a race. */
async function losesReply(token: string, deviceId?: string) {
  const lost = await refresh(token, deviceId);
  needs.wait(30_001);
  return lost.refreshToken;
}

describe("refreshSignIn after a lost reply", () => {
  it("issues a successor again, however often and however late", async () => {
    await losesReply(first.refreshToken);
    await losesReply(first.refreshToken);
    needs.wait(7 * 86_400_000);
    const found = await refresh(first.refreshToken);
    needs.wait(3_600_000);
    expect(await outcomeOf(found.refreshToken)).toEqual(accepted);
    expect(await auditActions()).toEqual([]);
  });

  it("does so for exactly one of fifty concurrent requests", async () => {
    await losesReply(first.refreshToken);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(first.refreshToken)),
    );
    expect(outcomes.filter(({ code }) => code === "in")).toEqual([accepted]);
    expect(outcomes.filter(({ code }) => code !== "in")).toEqual(Array(49).fill(raced));
  });

  it("voids the lost successor: any later use of it ends the session", async () => {
    const lost = await losesReply(first.refreshToken);
    const found = await refresh(first.refreshToken);
    expect(await outcomeOf(lost)).toEqual(raced);
    needs.wait(30_001);
    expect(await outcomeOf(lost)).toEqual(refused);
    expect(await outcomeOf(found.refreshToken)).toEqual(refused);
    expect(await auditActions()).toEqual([["user.session_revoked", first.user.id]]);
  });

  it.each([
    ["another device", "phone", "laptop"],
    ["a device that hides its id", "phone", ""],
    ["a device with an id where there was none", "", "phone"],
  ])("ends the session when %s comes with the old token", async (_who, own, other) => {
    const lost = await losesReply(first.refreshToken, own);
    expect(await outcomeOf(first.refreshToken, other)).toEqual(refused);
    expect(await outcomeOf(lost, own)).toEqual(refused);
    expect(await auditActions()).toEqual([["user.session_revoked", first.user.id]]);
  });

  it("serves programs that name no device", async () => {
    await losesReply(first.refreshToken, "");
    expect(await outcomeOf(first.refreshToken, "")).toEqual(accepted);
  });

  it("ends the session when the old token comes after its successor", async () => {
    const second = await losesReply(first.refreshToken);
    const third = await losesReply(second);
    expect(await outcomeOf(first.refreshToken)).toEqual(refused);
    expect(await outcomeOf(third)).toEqual(refused);
  });
});
