import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe } from "@wordloom/testing/browser/axe";
import { goTo, settled } from "@wordloom/testing/browser/pages";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { notifyAdmins } from "@wordloom/server/features/accounts/admin-notices/admin-notices.service";
import { newAdmin, type AdminVisit } from "../../testing/admins.ts";
import { pagePaths } from "../../testing/page-paths.ts";

let service: TestService;
let admin: AdminVisit;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  admin = await newAdmin(service, "super_admin", { locale: "zh-CN", missesNothing: true });
  await admin.page.goto("/admin");
  await settled(admin.page);
});
afterAll(() => service.close());
handOnAfterAll(() => [admin]);

describe("the console in Chinese", () => {
  it.each(["overview", "users", "parameters", "backups", "settings", "audit"] as const)(
    "translates everything on the page %s, without accessibility faults",
    async (name) => {
      const { page, faults } = admin;
      await goTo(page, `/admin${pagePaths[name]}`);
      expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toMatch(
        /\p{Script=Han}/u,
      );
      // The dark theme is the same as in English.
      expect(await axe(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  it("translates why the service stored a version of the parameters itself", async () => {
    const { page } = admin;
    await goTo(page, `/admin${pagePaths.versions}`);
    await page.getByText("首次启动时的配置").waitFor();
    expect(await page.getByText("Initial configuration").count()).toBe(0);
  });

  it("shows neither a share nor a time of no decisions of the engine", async () => {
    const { page } = admin;
    await goTo(page, `/admin${pagePaths.quality}`);
    await page.getByText("决策数", { exact: true }).waitFor();
    expect(await page.getByText("0%", { exact: true }).count()).toBe(0);
    expect(await page.getByText("Initial configuration").count()).toBe(0);
  });

  it("translates notices, except for those stored only in English", async () => {
    const { page } = admin;
    const { deps } = service.app;
    await notifyAdmins(deps, {
      kind: "worker_missed",
      subject: "clock_probe",
      severity: "warning",
      code: "worker_overdue",
      args: { worker: "clock_probe", missed: 3 },
    });
    const before = { title: "Of before", message: "There were no codes.", created_at_ms: 1 };
    const about = { id: "old", kind: "incident", subject: "s", severity: "info" } as const;
    await deps.database
      .insertInto("admin_notices")
      .values({ ...about, ...before, link: null })
      .execute();
    await goTo(page, `/admin${pagePaths.notices}`);
    await page.getByText("后台任务 clock_probe 逾期").waitFor();
    await page.getByText("已错过 3 次运行，原因见日志。").waitFor();
    await page.getByText("There were no codes.").waitFor();
  });
});
