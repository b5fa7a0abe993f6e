import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLog } from "./create-log.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";

function openLog(overrides: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = [];
  const clock = { ms: 1_700_000_000_000, nowMs: () => clock.ms, monotonicMs: () => clock.ms };
  const settings = testSettings({ LOG_LEVEL: "info", ...overrides });
  const log = createLog(settings, clock, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, clock };
}

describe("createLog", () => {
  it("writes level, time, fields and message, and nothing below the level", () => {
    const { log, lines } = openLog();
    log.debug({}, "unseen");
    log.child({ worker: "w" }).info({ rows: 3 }, "done");
    expect(lines).toEqual([
      { level: "info", time: "2023-11-14T22:13:20.000Z", worker: "w", rows: 3, msg: "done" },
    ]);
  });

  it("hides secrets by name at any depth and by form in text", () => {
    const { log, lines } = openLog();
    const jwt = "eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl";
    const password = "p";
    const error = new Error(`no route to postgres://u:pw@host/db for ada@example.org`);
    log
      .child({ email: "ada@example.org" })
      .error(
        { call: { headers: { authorization: "Bearer abc", cookie: "token=x" } }, error, password },
        `refused ${jwt} of ada@example.org`,
      );
    const text = JSON.stringify(lines);
    for (const secret of [jwt, "Bearer abc", "token=x", "pw@", "ada@example.org", '"p"']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain("postgres://[hidden]@host/db");
  });

  it("does not hide the URL of the first sign-in", () => {
    const { log, lines } = openLog();
    log.info({}, "open http://127.0.0.1:3000/admin/setup?token=abcDEF-123");
    expect(lines[0]?.["msg"]).toContain("token=abcDEF-123");
  });

  it("logs a repeated error once and then its count", () => {
    const { log, lines, clock } = openLog();
    for (let at = 0; at < 5; at += 1) log.error({ error: new Error("disk full") }, "worker failed");
    log.error({ error: new Error("other") }, "worker failed");
    expect(lines).toHaveLength(2);
    clock.ms += 10_001;
    log.info({}, "later");
    expect(lines.slice(2)).toMatchObject([
      { level: "error", msg: "worker failed", repeated: 4 },
      { level: "info", msg: "later" },
    ]);
  });

  it("logs all lines without an error, even equal ones", () => {
    const { log, lines } = openLog();
    log.warn({ ms: 900 }, "slow request");
    log.warn({ ms: 901 }, "slow request");
    expect(lines).toHaveLength(2);
  });

  it("writes one file per day and keeps the configured number", () => {
    const directory = mkdtempSync(join(tmpdir(), "wordloom-log-"));
    const files = { ENABLE_FILE_LOGS: "true", LOG_DIR: directory, MAX_LOG_FILES: "2" };
    const { log, clock } = openLog(files);
    for (let day = 0; day < 3; day += 1) {
      log.info({ day }, "a day");
      log.info({ day }, "again");
      clock.ms += 86_400_000;
    }
    const names = readdirSync(directory).sort();
    expect(names).toEqual(["wordloom-2023-11-15.log", "wordloom-2023-11-16.log"]);
    const path = join(directory, "wordloom-2023-11-16.log");
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    rmSync(directory, { recursive: true });
  });
});
