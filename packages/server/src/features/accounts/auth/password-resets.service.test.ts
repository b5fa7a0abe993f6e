import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { requireUser } from "../users/users.service.ts";
import { loginLearner, registerLearner } from "./auth.service.ts";
import {
  createPasswordReset,
  isUsableResetToken,
  listOpenResets,
  removeSpentResets,
  resetPassword,
} from "./password-resets.service.ts";
import { passwordResetCleanup } from "./auth.worker.ts";
import { listResetTokenLines } from "./reset-token-file.ts";

const MINUTE = 60_000;
const [NOON, IN_AN_HOUR] = ["2026-05-01T12:00:00.000Z", "2026-05-01T13:00:00.000Z"];
const ada = { email: "ada@example.org", username: "Ada", password: "Passw0rd" };
const newPassword = "N3wpassword";

let needs: AccountNeeds;
let userId = "";
beforeEach(async () => {
  needs = await openAccountNeeds();
  userId = (await registerLearner(needs, ada)).user.id;
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

async function request(madeBy: "learner" | "admin" = "learner"): Promise<string> {
  const user = await requireUser(needs.database, userId);
  return (await createPasswordReset(needs, user, madeBy)) ?? "";
}

const codeOf = (token: string) =>
  resetPassword(needs, { token, newPassword }).then(
    () => "done",
    (error) => error.code,
  );

describe("a reset token", () => {
  it("is in plain text only in the operator's file; the database has its hash", async () => {
    const token = await request();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(needs.settings.DATA_DIR, "reset-tokens.log")).mode & 0o777).toBe(0o600);
    expect(listResetTokenLines(needs.settings)).toEqual([
      {
        token,
        userId,
        email: ada.email,
        madeBy: "learner",
        createdAt: "2026-05-01T12:00:00.000Z",
        expiresAt: "2026-05-01T13:00:00.000Z",
      },
    ]);
    const rows = await needs.database.selectFrom("password_resets").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("sets the password once, ends all sessions and removes a lock", async () => {
    const wrong = { ...ada, password: "Wr0ngpass" };
    for (let count = 0; count < 5; count += 1) await loginLearner(needs, wrong).catch(() => {});
    const ended: string[] = [];
    needs.sessions.onEnded((accountId) => ended.push(accountId));

    const token = await request();
    expect(await isUsableResetToken(needs, token)).toBe(true);
    expect(await codeOf(token)).toBe("done");

    expect(await isUsableResetToken(needs, token)).toBe(false);
    expect(await codeOf(token)).toBe("AUTH_INVALID_RESET_TOKEN");
    expect(await needs.database.selectFrom("sessions").selectAll().execute()).toEqual([]);
    expect(ended).toEqual([userId]);
    await expect(loginLearner(needs, ada)).rejects.toMatchObject({ code: "AUTH_UNAUTHORIZED" });
    const renewed = { email: ada.email, password: newPassword };
    expect(await loginLearner(needs, renewed)).toMatchObject({ user: { id: userId } });
  });

  it("is used by exactly one of many concurrent callers", async () => {
    const token = await request();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => codeOf(token)));
    expect(outcomes.toSorted()).toEqual([...Array(9).fill("AUTH_INVALID_RESET_TOKEN"), "done"]);
  });

  it("is valid for one hour", async () => {
    const token = await request();
    needs.wait(60 * MINUTE - 1);
    expect(await isUsableResetToken(needs, token)).toBe(true);
    needs.wait(1);
    expect(await isUsableResetToken(needs, token)).toBe(false);
    expect(await codeOf(token)).toBe("AUTH_EXPIRED_RESET_TOKEN");
  });

  it("is valid for four hours when created by an administrator", async () => {
    const token = await request("admin");
    needs.wait(240 * MINUTE - 1);
    expect(await isUsableResetToken(needs, token)).toBe(true);
    needs.wait(1);
    expect(await codeOf(token)).toBe("AUTH_EXPIRED_RESET_TOKEN");
  });

  it("is invalidated by a newer one", async () => {
    const older = await request();
    const newer = await request();
    expect(await codeOf(older)).toBe("AUTH_INVALID_RESET_TOKEN");
    expect(await codeOf(newer)).toBe("done");
  });

  it("is the only open one, however many are created concurrently", async () => {
    await Promise.all(Array.from({ length: 8 }, () => request()));
    const tokens = listResetTokenLines(needs.settings).map(({ token }) => token);
    const usable = await Promise.all(tokens.map((token) => isUsableResetToken(needs, token)));
    expect(usable).toHaveLength(8);
    expect(usable.filter(Boolean)).toHaveLength(1);
  });

  it("is not stored for an account erased meanwhile", async () => {
    const user = await requireUser(needs.database, userId);
    await needs.database.deleteFrom("users").where("id", "=", userId).execute();
    expect(await createPasswordReset(needs, user, "admin")).toBeUndefined();
    expect(listResetTokenLines(needs.settings)).toEqual([]);
  });

  it("is refused when it is made up", async () => {
    expect(await codeOf("")).toBe("AUTH_INVALID_RESET_TOKEN");
    expect(await codeOf("made-up")).toBe("AUTH_INVALID_RESET_TOKEN");
  });

  it("is created even if the file cannot be written, and the error is logged", async () => {
    const logged: string[] = [];
    const log = { ...needs.log, error: (_fields: object, text: string) => void logged.push(text) };
    const settings = { ...needs.settings, DATA_DIR: "/dev/null/nowhere" };
    const user = await requireUser(needs.database, userId);
    await createPasswordReset({ ...needs, log, settings }, user, "learner");
    expect(logged).toEqual(["reset token could not be written to reset-tokens.log"]);
    expect(await needs.database.selectFrom("password_resets").select("user_id").execute()).toEqual([
      { user_id: userId },
    ]);
  });
});

describe("processes with separate data directories", () => {
  let folder = "";
  let other: AccountNeeds;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "wordloom-other-"));
    other = { ...needs, settings: { ...needs.settings, DATA_DIR: folder } };
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const askThere = async () =>
    (await createPasswordReset(other, await requireUser(needs.database, userId), "learner")) ?? "";

  it("each list the open tokens of all", async () => {
    const token = await askThere();
    const shown = { userId, email: ada.email, createdAt: NOON, expiresAt: IN_AN_HOUR };
    expect(listResetTokenLines(needs.settings)).toEqual([]);
    expect(await listOpenResets(needs)).toEqual([{ ...shown, token }]);
    expect(await listOpenResets(other)).toEqual([{ ...shown, token }]);
  });

  it("do not list tokens that are used, expired or created by an administrator", async () => {
    await resetPassword(needs, { token: await askThere(), newPassword });
    expect(await listOpenResets(other)).toEqual([]);
    await askThere();
    needs.wait(60 * MINUTE);
    expect(await listOpenResets(other)).toEqual([]);
    await request("admin");
    expect(await listOpenResets(other)).toEqual([]);
  });

  it("do not list tokens created under another secret", async () => {
    await askThere();
    const settings = { ...needs.settings, ADMIN_JWT_SECRET: "x".repeat(48) };
    expect(await listOpenResets({ ...needs, settings })).toEqual([]);
  });

  it("each remove from their own file the tokens that another has ended", async () => {
    const token = await askThere();
    await resetPassword(needs, { token, newPassword });
    needs.wait(MINUTE);
    await removeSpentResets(needs);
    expect(listResetTokenLines(other.settings)).toHaveLength(1);
    await removeSpentResets(other);
    expect(listResetTokenLines(other.settings)).toEqual([]);
    expect(passwordResetCleanup.everywhere).toBe(true);
  });
});

describe("removeSpentResets", () => {
  it("removes used, expired and replaced tokens everywhere and keeps the open one", async () => {
    const eve = await registerLearner(needs, { ...ada, email: "eve@example.org" });
    await createPasswordReset(needs, await requireUser(needs.database, eve.user.id), "learner");
    needs.wait(61 * MINUTE);
    await request();
    const open = await request();
    needs.wait(MINUTE);

    expect(await removeSpentResets(needs)).toBe(1);
    expect(listResetTokenLines(needs.settings).map((line) => line.token)).toEqual([open]);
    expect(await isUsableResetToken(needs, open)).toBe(true);
  });

  it("ignores invalid lines", async () => {
    const path = join(needs.settings.DATA_DIR, "reset-tokens.log");
    writeFileSync(path, 'half a line {"tok\n');
    const open = await request();
    needs.wait(MINUTE);
    await removeSpentResets(needs);
    expect(readFileSync(path, "utf8")).toContain(open);
    expect(readFileSync(path, "utf8")).not.toContain("half");
  });
});
