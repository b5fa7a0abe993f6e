import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { storeSetting } from "../settings/settings.service.ts";
import { loginLearner, logoutLearner, registerLearner } from "./auth.service.ts";

const MINUTE = 60_000;
const ada = { email: "ada@example.org", username: "Ada", password: "Passw0rd" };
const wrong = { email: ada.email, password: "Wr0ngpass" };

let needs: AccountNeeds;
beforeEach(async () => {
  needs = await openAccountNeeds();
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

/** Signs in. @returns the code of the refusal, or "in" */
async function tryLogin(claim: { email: string; password: string } = ada): Promise<string> {
  return loginLearner(needs, claim).then(
    () => "in",
    (error) => String(error.code),
  );
}

async function times(count: number, act: () => Promise<string>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let done = 0; done < count; done += 1) outcomes.push(await act());
  return outcomes;
}

async function accountRow() {
  return needs.database.selectFrom("users").selectAll().executeTakeFirstOrThrow();
}

async function ban(): Promise<void> {
  await needs.database.updateTable("users").set({ is_banned: 1 }).execute();
}

describe("loginLearner", () => {
  beforeEach(async () => {
    await registerLearner(needs, ada);
  });

  it("issues tokens of an active session", async () => {
    const { accessToken } = await loginLearner(needs, ada);
    const subject = needs.tokens.readAccess(accessToken, needs.clock.nowMs());
    expect(await needs.sessions.find(subject?.sessionId ?? "")).toMatchObject({ kind: "learner" });
  });

  it("locks at the fifth wrong password in a row, not earlier", async () => {
    expect(await times(4, () => tryLogin(wrong))).toEqual(Array(4).fill("AUTH_UNAUTHORIZED"));
    expect(await tryLogin()).toBe("in");
    expect(await times(5, () => tryLogin(wrong))).toEqual(Array(5).fill("AUTH_UNAUTHORIZED"));
    expect(await tryLogin()).toBe("RATE_LIMITED");
  });

  it("counts concurrent attempts one by one", async () => {
    await Promise.all(Array.from({ length: 20 }, () => tryLogin(wrong)));
    expect(await accountRow()).toMatchObject({
      failed_logins: 5,
      locked_until_ms: needs.clock.nowMs() + 15 * MINUTE,
    });
  });

  it("keeps the lock for 15 minutes, whatever is tried meanwhile", async () => {
    await times(5, () => tryLogin(wrong));
    needs.wait(14 * MINUTE);
    expect(await times(10, () => tryLogin(wrong))).toEqual(Array(10).fill("AUTH_UNAUTHORIZED"));
    await expect(loginLearner(needs, ada)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      extras: { retryAfterSecs: 60 },
    });
    needs.wait(MINUTE);
    expect(await tryLogin()).toBe("in");
    expect(await accountRow()).toMatchObject({ failed_logins: 0, locked_until_ms: null });
  });

  it("locks for 15 minutes at most, even if the clock was ahead", async () => {
    const today = new Date(needs.clock.nowMs()).toISOString();
    needs.wait(24 * 60 * MINUTE);
    await times(6, () => tryLogin(wrong));
    needs.clock.setTo(today);
    expect(await tryLogin()).toBe("in");
  });

  it("locks again at the next wrong password when the clock was ahead", async () => {
    const today = new Date(needs.clock.nowMs()).toISOString();
    needs.wait(24 * 60 * MINUTE);
    await times(6, () => tryLogin(wrong));
    needs.clock.setTo(today);
    expect(await tryLogin(wrong)).toBe("AUTH_UNAUTHORIZED");
    await expect(loginLearner(needs, ada)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      extras: { retryAfterSecs: 15 * 60 },
    });
  });

  it("starts counting again after a lock has expired", async () => {
    await times(5, () => tryLogin(wrong));
    needs.wait(15 * MINUTE);
    await times(4, () => tryLogin(wrong));
    expect(await accountRow()).toMatchObject({ failed_logins: 4, locked_until_ms: null });
    expect(await tryLogin()).toBe("in");
  });

  it("keeps existing sessions while the account is locked", async () => {
    const { accessToken } = await loginLearner(needs, ada);
    await times(5, () => tryLogin(wrong));
    const subject = needs.tokens.readAccess(accessToken, needs.clock.nowMs());
    expect(await needs.sessions.find(subject?.sessionId ?? "")).toBeDefined();
  });

  it("reports a ban only with the right password", async () => {
    await ban();
    expect(await tryLogin(wrong)).toBe("AUTH_UNAUTHORIZED");
    expect(await tryLogin()).toBe("FORBIDDEN");
  });

  it("gives the same reply for an account that does not exist", async () => {
    const unknownAccount = { email: "nobody@example.org", password: "Passw0rd" };
    const [unknown, known] = await Promise.all(
      [unknownAccount, wrong].map((claim) => loginLearner(needs, claim).catch((error) => error)),
    );
    expect([unknown.code, unknown.message, unknown.extras]).toEqual([
      known.code,
      known.message,
      known.extras,
    ]);
  });

  it("respects a ban made while the password is checked", async () => {
    const { verify } = needs.passwords;
    const passwords = {
      ...needs.passwords,
      verify: async (hash: string | undefined, password: string) => {
        await ban();
        return verify(hash, password);
      },
    };
    await expect(loginLearner({ ...needs, passwords }, ada)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const { sessions } = await needs.database
      .selectFrom("sessions")
      .select((e) => e.fn.countAll<number>().as("sessions"))
      .executeTakeFirstOrThrow();
    expect(Number(sessions)).toBe(1);
  });

  it("keeps ten sessions and drops the oldest", async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      needs.wait(1_000);
      tokens.push((await loginLearner(needs, ada)).accessToken);
    }
    const sessionOf = async (token: string) => {
      const subject = needs.tokens.readAccess(token, needs.clock.nowMs());
      return needs.sessions.find(subject?.sessionId ?? "");
    };
    const alive = await Promise.all(tokens.map(sessionOf));
    expect(alive.map((session) => session !== undefined)).toEqual([
      false,
      ...Array<boolean>(10).fill(true),
    ]);
  });
});

describe("registerLearner", () => {
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "in",
      (error) => error.code,
    );

  it("registers an address once under concurrency", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(registerLearner(needs, ada))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(9).fill("AUTH_EMAIL_EXISTS"), "in"]);
  });

  it("gives the last free account to one of many concurrent requests", async () => {
    await storeSetting(needs.database, "max_users", 1, 0);
    const crowd = Array.from({ length: 10 }, (_, n) => ({ ...ada, email: `ada${n}@example.org` }));
    const outcomes = await Promise.all(crowd.map((one) => codeOf(registerLearner(needs, one))));
    expect(outcomes.toSorted()).toEqual([...Array(9).fill("FORBIDDEN"), "in"]);
  });

  it("checks open registration, free accounts and the address, in this order", async () => {
    await registerLearner(needs, ada);
    expect(await codeOf(registerLearner(needs, ada))).toBe("AUTH_EMAIL_EXISTS");
    await storeSetting(needs.database, "max_users", 1, 0);
    needs.wait(1_000);
    await expect(registerLearner(needs, ada)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "No more accounts are accepted.",
    });
    await storeSetting(needs.database, "registration_enabled", false, 0);
    needs.wait(1_000);
    await expect(registerLearner(needs, ada)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "Registration is closed.",
    });
  });
});

describe("logoutLearner", () => {
  it("ends every session immediately and notifies listeners", async () => {
    const ended: string[] = [];
    needs.sessions.onEnded((accountId) => ended.push(accountId));
    const { user, accessToken } = await registerLearner(needs, ada);
    const other = await loginLearner(needs, ada);
    const nowMs = needs.clock.nowMs();
    const ids = [accessToken, other.accessToken].map(
      (token) => needs.tokens.readAccess(token, nowMs)?.sessionId ?? "",
    );
    expect(await needs.sessions.findMany(ids)).toEqual(new Set(ids));

    await logoutLearner(needs, { kind: "learner", id: user.id, sessionId: ids[0] ?? "" });

    expect(await needs.sessions.findMany(ids)).toEqual(new Set());
    expect(await needs.sessions.find(ids[1] ?? "")).toBeUndefined();
    expect(ended).toEqual([user.id]);
  });
});
