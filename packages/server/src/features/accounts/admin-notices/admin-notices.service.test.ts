import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { transact } from "../../../platform/database/transaction.ts";
import { closeMailServers, mailServer } from "@wordloom/testing/neighbors/mail-server";
import { until } from "@wordloom/testing/service/until";
import { loginAdmin } from "../admin-auth/admin-auth.service.ts";
import { readAllAdminNotices } from "./notice-list.service.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import {
  eraseFromNotices,
  notifyAdmins,
  removeOldAdminNotices,
  type AdminNotice,
} from "./admin-notices.service.ts";

let app: TestApp;

beforeEach(async () => {
  app = await buildTestApp();
  return () => app.close();
});
afterAll(closeCleanDatabase);

const notice = {
  kind: "worker_missed",
  subject: "daily_backup",
  severity: "warning",
  code: "worker_overdue",
  args: { worker: "daily_backup", missed: 3 },
  link: "/monitoring",
} as const satisfies AdminNotice;

const stored = () => app.deps.database.selectFrom("admin_notices").selectAll().execute();
const told = () => app.hub.recordedEvents().filter(({ type }) => type === "admin_notice");

describe("notifyAdmins", () => {
  it("stores the notice and sends it to administrators' streams", async () => {
    await notifyAdmins(app.deps, notice);
    const [row] = await stored();
    expect(row).toMatchObject({ kind: "worker_missed", severity: "warning", link: "/monitoring" });
    expect(row).toMatchObject({
      title: "The worker daily_backup is overdue",
      message: "It has missed 3 runs. The log says why.",
      code: "worker_overdue",
      args_json: '{"worker":"daily_backup","missed":3}',
    });
    expect(told()).toMatchObject([{ notificationId: row?.id, severity: "warning" }]);
    expect(app.hub.recorded()).toContain("admins:admin_notice");
  });

  it("sends the same notice at most once in 24 hours", async () => {
    await Promise.all([notifyAdmins(app.deps, notice), notifyAdmins(app.deps, notice)]);
    app.clock.advance(DAY_MS - 1);
    await notifyAdmins(app.deps, notice);
    await notifyAdmins(app.deps, { ...notice, subject: "weekly_report" });
    expect(await stored()).toHaveLength(2);
    app.clock.advance(1);
    await notifyAdmins(app.deps, notice);
    expect(await stored()).toHaveLength(3);
    expect(told()).toHaveLength(3);
  });

  it("holds nothing back because of a notice sent while the clock was ahead", async () => {
    const today = new Date(app.clock.nowMs()).toISOString();
    app.clock.advance(30 * DAY_MS);
    await notifyAdmins(app.deps, notice);
    app.clock.setTo(today);
    await notifyAdmins(app.deps, notice);
    await notifyAdmins(app.deps, notice);
    expect(await stored()).toHaveLength(2);
  });

  it("logs errors and does not fail", async () => {
    await app.deps.database.schema.alterTable("admin_notices").renameTo("gone").execute();
    await notifyAdmins(app.deps, notice);
    await app.deps.database.schema.alterTable("gone").renameTo("admin_notices").execute();
    expect(app.faults).toHaveLength(1);
    await notifyAdmins(app.deps, notice);
    expect(await stored()).toHaveLength(1);
  });
});

describe("notices that cannot wait", () => {
  const failed = { ...notice, kind: "backup_failed", code: "backup_failed", args: {} } as const;

  it("are mailed to all super administrators", async () => {
    const server = await mailServer();
    await app.close();
    app = await buildTestApp({
      settings: { SMTP_URL: server.trustingUrl, PUBLIC_URL: "https://words.example.org" },
    });
    for (const role of ["super_admin", "admin", "super_admin"] as const) await app.admin(role);
    await notifyAdmins(app.deps, failed);
    await notifyAdmins(app.deps, failed);
    await notifyAdmins(app.deps, notice);
    await closeMailServers();
    expect(server.taken.map(({ to }) => to)).toEqual([["a1@example.org"], ["a3@example.org"]]);
    expect(server.taken[0]?.text).toContain("Subject: Wordloom: A backup failed");
    expect(server.taken[0]?.text).toContain("https://words.example.org/admin/monitoring");
  });

  it("are stored even if the mail server refuses", async () => {
    const server = await mailServer({ refusal: "550 no" });
    await app.close();
    app = await buildTestApp({ settings: { SMTP_URL: server.trustingUrl } });
    await app.admin("super_admin");
    await notifyAdmins(app.deps, failed);
    await closeMailServers();
    expect(await stored()).toHaveLength(1);
    expect(app.faults).toHaveLength(1);
  });
});

describe("removeOldAdminNotices", () => {
  const clean = () => removeOldAdminNotices(app.deps, new AbortController().signal);

  it("removes notices after 90 days, with their marks of reading", async () => {
    const by = await app.admin();
    await notifyAdmins(app.deps, notice);
    await readAllAdminNotices(app.deps, by);
    app.clock.advance(1);
    await notifyAdmins(app.deps, { ...notice, subject: "young" });
    await readAllAdminNotices(app.deps, by);
    app.clock.advance(90 * DAY_MS);
    expect(await clean()).toBe(1);
    expect(await stored()).toMatchObject([{ subject: "young" }]);
    const reads = app.deps.database.selectFrom("admin_notice_reads").selectAll();
    expect(await reads.execute()).toHaveLength(1);
  });

  it("removes any number of notices", async () => {
    for (let n = 0; n < 3; n += 1) {
      const rows = Array.from({ length: 400 }, (_, at) => ({
        id: `n${n}-${at}`,
        kind: "incident" as const,
        subject: "s",
        link: null,
        severity: "info" as const,
        title: "t",
        message: "m",
        created_at_ms: 1,
      }));
      await app.deps.database.insertInto("admin_notices").values(rows).execute();
    }
    expect(await clean()).toBe(1_200);
  });
});

describe("administrators are notified", () => {
  it("of a locked administrator account", async () => {
    const { email } = await app.admin();
    const wrong = { email, password: "Wr0ngpass", rememberMe: false };
    for (let n = 0; n < 4; n += 1) await loginAdmin(app.deps, wrong).catch(() => undefined);
    expect(await stored()).toEqual([]);
    await loginAdmin(app.deps, wrong).catch(() => undefined);
    await until(() => told().length === 1);
    expect(await stored()).toMatchObject([{ kind: "security", subject: "admin:a1" }]);
  });

  it("of a reused refresh token, until the learner's account is erased", async () => {
    const { email, password, id } = await app.learner();
    const signedIn = await app.send("POST", "/api/auth/login", { body: { email, password } });
    const [cookie = ""] = [signedIn.headers["set-cookie"] ?? []]
      .flat()
      .flatMap((text) => /^refresh_token=([^;]+)/.exec(text)?.[1] ?? []);
    const headers = { authorization: `Bearer ${cookie}` };
    expect((await app.send("POST", "/api/auth/refresh", { headers })).status).toBe(200);
    app.clock.advance(60_000);
    const elsewhere = { headers: { ...headers, "x-device-id": "another" } };
    expect((await app.send("POST", "/api/auth/refresh", elsewhere)).status).toBe(401);
    expect(await stored()).toMatchObject([{ kind: "security", link: `/users/${id}` }]);
    await transact(app.deps.database, (tx) => eraseFromNotices(tx, id));
    expect(await stored()).toEqual([]);
  });
});
