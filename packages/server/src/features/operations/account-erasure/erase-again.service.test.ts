import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { features } from "../../../features.ts";
import { personalTablesOf } from "../../../feature.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { deleteMyAccount } from "./account-erasure.service.ts";
import { eraseAgain } from "./erase-again.service.ts";
import { listErased } from "./erasure-log.service.ts";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features });
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

const learner = (id: string) => ({ id, kind: "learner", sessionId: "s1" }) as const;
const needs = () => ({ ...app.deps, personalTables: personalTablesOf(features) });
const logFile = () => join(app.deps.settings.BACKUP_DIR, "erased.jsonl");

/** Called once before the erasure, and once after its commit. */
function failSecondTime(): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls === 2) throw new Error("after the commit");
  };
}

const there = async () => {
  const rows = await app.deps.database.selectFrom("users").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
};

describe("eraseAgain", () => {
  it("erases accounts that were erased once and exist again, and no others", async () => {
    await addPlainLearners(app.deps.database, ["u1", "u2", "u3"]);
    await deleteMyAccount(needs(), learner("u1"));
    await deleteMyAccount(needs(), learner("u3"));
    await addPlainLearners(app.deps.database, ["u1"]);
    expect(await eraseAgain(needs())).toBe(1);
    expect(await there()).toEqual(["u2"]);
    expect(await eraseAgain(needs())).toBe(0);
  });

  it("handles a log longer than one statement accepts", async () => {
    mkdirSync(app.deps.settings.BACKUP_DIR, { recursive: true });
    const ids = Array.from({ length: 1_203 }, (_, at) => `gone-${at}`);
    writeFileSync(logFile(), ids.map((userId) => `${JSON.stringify({ userId })}\n`).join(""));
    await addPlainLearners(app.deps.database, ["gone-7", "gone-1202", "other"]);
    expect(await eraseAgain(needs())).toBe(2);
    expect(await there()).toEqual(["other"]);
  });

  it("does nothing if nobody was ever erased", async () => {
    expect(await eraseAgain(needs())).toBe(0);
  });
});

describe("the log of erasures", () => {
  it("is readable by its owner only, and contains an id and a time", async () => {
    await addPlainLearners(app.deps.database, ["u1"]);
    await deleteMyAccount(needs(), learner("u1"));
    expect(statSync(logFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(logFile(), "utf8")).toBe(
      `\n{"userId":"u1","at":"${new Date(app.clock.nowMs()).toISOString()}"}\n`,
    );
  });

  it("leaves out a failed erasure and a truncated line", async () => {
    await addPlainLearners(app.deps.database, ["u1"]);
    const failing = { ...needs(), personalTables: [{ table: "no_such", column: "user_id" }] };
    await expect(deleteMyAccount(failing as never, learner("u1"))).rejects.toThrow();
    expect(await listErased(app.deps)).toEqual([]);
    appendFileSync(logFile(), '{"userId":"u');
    expect(await listErased(app.deps)).toEqual([]);
    expect(await there()).toEqual(["u1"]);
    await deleteMyAccount(needs(), learner("u1"));
    expect(await listErased(app.deps)).toEqual(["u1"]);
  });

  it("keeps an erasure that failed after its commit", async () => {
    await addPlainLearners(app.deps.database, ["u1"]);
    const failing = { ...needs(), sessions: { ...app.deps.sessions, forget: failSecondTime() } };
    await expect(deleteMyAccount(failing, learner("u1"))).rejects.toThrow("after the commit");
    expect(await there()).toEqual([]);
    expect(await listErased(app.deps)).toEqual(["u1"]);
  });

  it("prevents an erasure that it could not record", async () => {
    await addPlainLearners(app.deps.database, ["u1"]);
    rmSync(app.deps.settings.BACKUP_DIR, { recursive: true, force: true });
    writeFileSync(app.deps.settings.BACKUP_DIR, "no folder");
    await expect(deleteMyAccount(needs(), learner("u1"))).rejects.toThrow();
    expect(await there()).toEqual(["u1"]);
    expect(existsSync(logFile())).toBe(false);
  });
});
