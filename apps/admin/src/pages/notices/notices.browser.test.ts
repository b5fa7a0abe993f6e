import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { notifyAdmins } from "@wordloom/server/features/accounts/admin-notices/admin-notices.service";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);

const notify = (worker: string, link?: string) =>
  notifyAdmins(service.app.deps, {
    kind: "worker_missed",
    subject: worker,
    severity: "warning",
    code: "worker_overdue",
    args: { worker, missed: 3 },
    ...(link !== undefined && { link }),
  });

describe("the bell", () => {
  it("counts new notices live, and leads to the notices and on to their pages", async () => {
    const { page } = await enter("", "admin", { width: 390, height: 844 });
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    await notify("one", "/monitoring?part=workers");
    await notify("two");
    await page.getByRole("link", { name: "Notifications, 2 unread" }).click();
    await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "The worker one is overdue" }).click();
    await page.waitForURL("**/monitoring?part=workers");
    await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
    await page.getByRole("radio", { name: "Unread (1)" }).check();
    await expect.poll(() => page.getByRole("listitem").count()).toBe(1);
    await page.getByRole("button", { name: "Mark as read" }).click();
    await page.getByRole("heading", { name: "No unread notifications." }).waitFor();
  });

  it("marks all as read at once, for this administrator only", async () => {
    await notify("three");
    const other = await enter("/notifications", "super_admin");
    await other.page.getByText("Unread (3)").waitFor();
    await other.page.getByRole("button", { name: "Mark all as read" }).click();
    await other.page.getByText("Unread (0)").waitFor();
    await other.page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    const { page } = await enter("/notifications", "admin");
    await page.getByText("Unread (1)").waitFor();
  });
});
