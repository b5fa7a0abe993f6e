import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { expectTelling } from "../../../testing/rows/audit-states.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import {
  createAdmin,
  isInitialized,
  listAdmins,
  loginAdmin,
  logoutAdmin,
  prepareSetupToken,
  resetAdminPassword,
  setupAdmin,
} from "./admin-auth.service.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const ada = { email: "ada@example.org", password: "Passw0rd" };
const wrong = { ...ada, password: "Wr0ngpass", rememberMe: false };

let needs: AccountNeeds;
beforeEach(async () => {
  needs = await openAccountNeeds();
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "in",
    (error) => String(error.code),
  );
const tokenPath = () => join(needs.settings.DATA_DIR, "setup-token");

async function auditTrail() {
  const rows = await needs.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => `${row.action} ${row.outcome}`);
}

/** Action, address and session of the last entry. */
async function lastOrigin() {
  const rows = await needs.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  const { action, ip, session_id: session } = rows.at(-1) ?? {};
  return { action, ip, session };
}

const origin = { ip: "203.0.113.9", userAgent: null };
const sessionOf = ({ token }: { token: string }) =>
  needs.tokens.readAdmin(token, needs.clock.nowMs())?.sessionId;

describe("prepareSetupToken", () => {
  it("keeps one token across restarts, readable by its owner only", async () => {
    const token = await prepareSetupToken(needs);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await prepareSetupToken(needs)).toBe(token);
    expect(readFileSync(tokenPath(), "utf8").trim()).toBe(token);
    expect(statSync(tokenPath()).mode & 0o777).toBe(0o600);
  });

  it("removes a token that is no longer needed", async () => {
    await prepareSetupToken(needs);
    await createAdmin(needs, ada);
    expect(await prepareSetupToken(needs)).toBeUndefined();
    expect(existsSync(tokenPath())).toBe(false);
  });

  it("creates the administrator in the settings once and never changes one", async () => {
    const settings = { ...needs.settings, ADMIN_EMAIL: ada.email, ADMIN_PASSWORD: ada.password };
    expect(await prepareSetupToken({ ...needs, settings })).toBeUndefined();
    const changed = { ...settings, ADMIN_PASSWORD: "0therPassword" };
    expect(await prepareSetupToken({ ...needs, settings: changed })).toBeUndefined();
    expect(await listAdmins(needs)).toMatchObject([{ email: ada.email, role: "super_admin" }]);
    expect(await codeOf(loginAdmin(needs, { ...ada, rememberMe: false }))).toBe("in");
  });
});

describe("setupAdmin", () => {
  it("creates exactly one administrator in two hundred concurrent calls", async () => {
    const setupToken = (await prepareSetupToken(needs)) ?? "";
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        codeOf(setupAdmin(needs, { ...ada, email: `a${index}@example.org`, setupToken })),
      ),
    );
    expect(outcomes.filter((code) => code === "in")).toHaveLength(1);
    expect(outcomes.filter((code) => code === "ADMIN_ALREADY_EXISTS")).toHaveLength(199);
    expect(await listAdmins(needs)).toMatchObject([{ role: "super_admin" }]);
    expect(existsSync(tokenPath())).toBe(false);
    expect(await auditTrail()).toEqual(["admin.setup success"]);
  });

  it("records address and session of the first sign-in", async () => {
    const setupToken = (await prepareSetupToken(needs)) ?? "";
    const signedIn = await setupAdmin(needs, { ...ada, setupToken }, origin);
    const session = sessionOf(signedIn);
    expect(session).toBeDefined();
    expect(await lastOrigin()).toEqual({ action: "admin.setup", ip: origin.ip, session });
    await expectTelling(needs.database, 0);
  });

  it("checks existence, token, address and password in this order", async () => {
    const setupToken = (await prepareSetupToken(needs)) ?? "";
    const bad = { email: "no address", password: "weak" };
    expect(await codeOf(setupAdmin(needs, bad))).toBe("SETUP_TOKEN_INVALID");
    expect(await codeOf(setupAdmin(needs, { ...bad, setupToken: "" }))).toBe("SETUP_TOKEN_INVALID");
    expect(await codeOf(setupAdmin(needs, { ...ada, setupToken: `${setupToken}x` }))).toBe(
      "SETUP_TOKEN_INVALID",
    );
    expect(await codeOf(setupAdmin(needs, { ...bad, setupToken }))).toBe("ADMIN_INVALID_EMAIL");
    expect(await codeOf(setupAdmin(needs, { ...bad, email: ada.email, setupToken }))).toBe(
      "ADMIN_WEAK_PASSWORD",
    );
    expect(await isInitialized(needs)).toBe(false);
    expect(await codeOf(setupAdmin(needs, { ...ada, setupToken }))).toBe("in");
    expect(await codeOf(setupAdmin(needs, bad))).toBe("ADMIN_ALREADY_EXISTS");
  });

  it("accepts the token of another process that has a different folder", async () => {
    const setupToken = (await prepareSetupToken(needs)) ?? "";
    const elsewhere = mkdtempSync(join(needs.settings.DATA_DIR, "other-"));
    const other = { ...needs, settings: { ...needs.settings, DATA_DIR: elsewhere } };
    const otherToken = (await prepareSetupToken(other)) ?? "";
    expect(otherToken).not.toBe(setupToken);
    expect(readFileSync(tokenPath(), "utf8").trim()).toBe(setupToken);
    expect(await codeOf(setupAdmin(other, { ...ada, setupToken }))).toBe("in");
    expect(await needs.database.selectFrom("setup_tokens").selectAll().execute()).toEqual([]);
  });

  it("accepts the last ten tokens of processes that lost their folder", async () => {
    const tokens: string[] = [];
    for (let start = 0; start < 11; start += 1) {
      needs.clock.advance(1_000);
      tokens.push((await prepareSetupToken(needs)) ?? "");
      rmSync(tokenPath());
    }
    const [first = "", second = ""] = tokens;
    expect(await codeOf(setupAdmin(needs, { ...ada, setupToken: first }))).toBe(
      "SETUP_TOKEN_INVALID",
    );
    expect(await codeOf(setupAdmin(needs, { ...ada, setupToken: second }))).toBe("in");
  });

  it("accepts nothing without a token", async () => {
    expect(await codeOf(setupAdmin(needs, { ...ada, setupToken: "" }))).toBe("SETUP_TOKEN_INVALID");
  });
});

describe("loginAdmin", () => {
  beforeEach(async () => {
    await createAdmin(needs, ada);
  });

  const tryLogin = () => codeOf(loginAdmin(needs, { ...ada, rememberMe: false }));
  const guess = async (count: number) => {
    for (let done = 0; done < count; done += 1) await codeOf(loginAdmin(needs, wrong));
  };

  it("lasts two hours, or thirty days when remembered", async () => {
    const short = await loginAdmin(needs, { ...ada, rememberMe: false });
    const long = await loginAdmin(needs, { ...ada, rememberMe: true });
    const alive = async (token: string) => {
      const subject = needs.tokens.readAdmin(token, needs.clock.nowMs());
      return subject !== undefined && (await needs.sessions.find(subject.sessionId)) !== undefined;
    };
    needs.wait(2 * HOUR - 1);
    expect(await alive(short.token)).toBe(true);
    needs.wait(1);
    expect(await alive(short.token)).toBe(false);
    needs.wait(718 * HOUR - 1);
    expect(await alive(long.token)).toBe(true);
    needs.wait(1);
    expect(await alive(long.token)).toBe(false);
  });

  it("records address and session of a sign-in", async () => {
    const signedIn = await loginAdmin(needs, { ...ada, rememberMe: false }, origin);
    const session = sessionOf(signedIn);
    expect(session).toBeDefined();
    expect(await lastOrigin()).toEqual({ action: "admin.login", ip: origin.ip, session });
  });

  it("audits the right password of a locked account", async () => {
    await guess(5);
    expect(await codeOf(loginAdmin(needs, { ...ada, rememberMe: false }, origin))).toBe(
      "RATE_LIMITED",
    );
    expect((await auditTrail()).slice(-6)).toEqual(
      Array<string>(6).fill("admin.login_failed failed"),
    );
    const rows = await needs.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
    expect(rows.at(-1)).toMatchObject({ ip: origin.ip, target_id: expect.any(String) });
    const { metadata_json } = rows.at(-1) ?? {};
    expect(JSON.parse(metadata_json ?? "")).toEqual({ email: ada.email, reason: "locked" });
  });

  it("locks at the fifth wrong password for 15 minutes", async () => {
    await guess(4);
    expect(await tryLogin()).toBe("in");
    await guess(5);
    expect(await tryLogin()).toBe("RATE_LIMITED");
    needs.wait(14 * MINUTE);
    await guess(1);
    needs.wait(MINUTE);
    expect(await tryLogin()).toBe("in");
  });

  it("locks for 15 minutes at most, even if the clock was ahead", async () => {
    const today = new Date(needs.clock.nowMs()).toISOString();
    needs.wait(24 * HOUR);
    await guess(6);
    needs.clock.setTo(today);
    expect(await tryLogin()).toBe("in");
  });

  it("audits every attempt, but never a password typed as the address", async () => {
    await tryLogin();
    await guess(1);
    await codeOf(loginAdmin(needs, { ...wrong, email: "nobody@example.org" }));
    await codeOf(loginAdmin(needs, { ...wrong, email: "MyS3cretPassword" }));
    const failures = Array<string>(3).fill("admin.login_failed failed");
    expect(await auditTrail()).toEqual([
      "admin.create success",
      "admin.login success",
      ...failures,
    ]);
    const rows = await needs.database.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify(rows)).toContain("nobody@example.org");
    expect(JSON.stringify(rows)).not.toContain("MyS3cretPassword");
  });

  it("ends one session on logout and keeps the other", async () => {
    const signIns = [1, 2].map(() => loginAdmin(needs, { ...ada, rememberMe: false }));
    const [one, two] = await Promise.all(signIns);
    const subjects = [one, two].map((signedIn) =>
      needs.tokens.readAdmin(signedIn?.token ?? "", needs.clock.nowMs()),
    );
    const [first = "", second = ""] = subjects.map((subject) => subject?.sessionId);
    const id = subjects[0]?.accountId ?? "";
    await logoutAdmin(needs, { kind: "admin", id, role: "admin", sessionId: first });
    expect(await needs.sessions.find(first)).toBeUndefined();
    expect(await needs.sessions.find(second)).toBeDefined();
  });
});

describe("createAdmin, resetAdminPassword, listAdmins", () => {
  it("makes the first one a super administrator in any case", async () => {
    await createAdmin(needs, { ...ada, role: "admin" });
    needs.wait(1_000);
    await createAdmin(needs, { ...ada, email: "Bob@Example.org " });
    expect(await listAdmins(needs)).toMatchObject([
      { email: ada.email, role: "super_admin", lockedUntilMs: null },
      { email: "bob@example.org", role: "admin", lockedUntilMs: null },
    ]);
  });

  it.each([
    ["a taken address", ada, "AUTH_EMAIL_EXISTS"],
    ["no address", { ...ada, email: "ada" }, "ADMIN_INVALID_EMAIL"],
    ["a weak password", { email: "bob@example.org", password: "password" }, "ADMIN_WEAK_PASSWORD"],
  ])("refuses %s", async (_name, draft, code) => {
    await createAdmin(needs, ada);
    expect(await codeOf(createAdmin(needs, draft))).toBe(code);
  });

  it("resets a password, ends sessions and removes a lock", async () => {
    await createAdmin(needs, ada);
    const { token } = await loginAdmin(needs, { ...ada, rememberMe: true });
    for (let done = 0; done < 5; done += 1) await codeOf(loginAdmin(needs, wrong));
    await resetAdminPassword(needs, { ...ada, password: "N3wpassword" });
    const subject = needs.tokens.readAdmin(token, needs.clock.nowMs());
    expect(await needs.sessions.find(subject?.sessionId ?? "")).toBeUndefined();
    const renewed = { ...ada, password: "N3wpassword", rememberMe: false };
    expect(await codeOf(loginAdmin(needs, renewed))).toBe("in");
  });

  it("refuses to reset the password of an unknown account", async () => {
    expect(await codeOf(resetAdminPassword(needs, ada))).toBe("NOT_FOUND");
  });
});
