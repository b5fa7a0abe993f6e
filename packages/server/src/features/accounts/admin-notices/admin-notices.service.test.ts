import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "../../../testing/build-test-app.ts";
import { closeCleanDatabase } from "../../../testing/database-cleaner.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { notifyAdmins, type AdminNotice } from "./admin-notices.service.ts";

let app: TestApp;

beforeEach(async () => {
  app = await buildTestApp();
  return () => app.close();
});
afterAll(closeCleanDatabase);

const notice: AdminNotice = {
  kind: "worker_missed",
  subject: "daily_backup",
  severity: "warning",
  title: "Runs are overdue",
  message: "daily_backup has missed 3 runs.",
  link: "/monitoring",
};

const stored = () => app.deps.database.selectFrom("admin_notices").selectAll().execute();
const told = () => app.hub.recordedEvents().filter(({ type }) => type === "admin_notice");

describe("notifyAdmins", () => {
  it("stores the notice and tells the streams of administrators", async () => {
    await notifyAdmins(app.deps, notice);
    const [row] = await stored();
    expect(row).toMatchObject({ kind: "worker_missed", severity: "warning", link: "/monitoring" });
    expect(told()).toMatchObject([{ notificationId: row?.id, severity: "warning" }]);
    expect(app.hub.recorded()).toContain("admins:admin_notice");
  });

  it("tells the same once in 24 hours", async () => {
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

  it("logs what goes wrong, and does not fail", async () => {
    await app.deps.database.schema.alterTable("admin_notices").renameTo("gone").execute();
    await notifyAdmins(app.deps, notice);
    await app.deps.database.schema.alterTable("gone").renameTo("admin_notices").execute();
    expect(app.faults).toHaveLength(1);
    await notifyAdmins(app.deps, notice);
    expect(await stored()).toHaveLength(1);
  });
});
