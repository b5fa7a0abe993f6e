import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Learner } from "../../../platform/identity/actor.ts";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import {
  changeMyPassword,
  insertUserOnce,
  readMe,
  renameMe,
  requireUser,
} from "./users.service.ts";

let needs: AccountNeeds;
let learner: Learner;
beforeEach(async () => {
  needs = await openAccountNeeds();
  const passwordHash = await needs.passwords.hash("Passw0rd");
  const nowMs = needs.clock.nowMs();
  const row = { id: "u1", email: "ada@example.org", username: "Ada", passwordHash, nowMs };
  await insertUserOnce(needs.database, row);
  const session = await needs.database
    .transaction()
    .execute((tx) =>
      needs.sessions.start(tx, { kind: "learner", accountId: "u1", ttlMs: 1_000_000 }),
    );
  learner = { kind: "learner", id: "u1", sessionId: session.id };
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

const change = { currentPassword: "Passw0rd", newPassword: "N3wpassword" };

describe("changeMyPassword", () => {
  it("ends every session and notifies listeners", async () => {
    const ended: string[] = [];
    needs.sessions.onEnded((accountId) => ended.push(accountId));
    expect(await needs.sessions.find(learner.sessionId)).toBeDefined();
    await changeMyPassword(needs, learner, change);
    expect(await needs.sessions.find(learner.sessionId)).toBeUndefined();
    expect(ended).toEqual(["u1"]);
    const { password_hash: hash } = await requireUser(needs.database, "u1");
    expect(await needs.passwords.verify(hash, "N3wpassword")).toBe(true);
  });

  it("refuses a wrong current password and changes nothing", async () => {
    const wrong = { ...change, currentPassword: "Wr0ngpass" };
    await expect(changeMyPassword(needs, learner, wrong)).rejects.toMatchObject({
      code: "AUTH_UNAUTHORIZED",
    });
    expect(await needs.sessions.find(learner.sessionId)).toBeDefined();
  });

  it("accepts one of two concurrent changes", async () => {
    const outcomes = await Promise.allSettled([
      changeMyPassword(needs, learner, change),
      changeMyPassword(needs, learner, { ...change, newPassword: "0therPassword" }),
    ]);
    const statuses = outcomes.map((outcome) => outcome.status).toSorted();
    expect(statuses).toEqual(["fulfilled", "rejected"]);
  });
});

describe("readMe and renameMe", () => {
  it("show the account without its secrets", async () => {
    expect(await readMe(needs, learner)).toEqual({
      id: "u1",
      email: "ada@example.org",
      username: "Ada",
      isBanned: false,
      createdAt: "2026-05-01T12:00:00.000Z",
    });
    expect(await renameMe(needs, learner, "Ada Lovelace")).toMatchObject({
      username: "Ada Lovelace",
    });
  });

  it("refuse an erased account", async () => {
    await needs.database.deleteFrom("users").execute();
    await expect(readMe(needs, learner)).rejects.toMatchObject({ code: "AUTH_UNAUTHORIZED" });
    await expect(renameMe(needs, learner, "Eve")).rejects.toMatchObject({
      code: "AUTH_UNAUTHORIZED",
    });
    await expect(requireUser(needs.database, "u1")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
