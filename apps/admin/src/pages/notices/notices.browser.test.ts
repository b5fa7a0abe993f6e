import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "../../../../learner/testing/browser.ts";
import { openService, type TestService } from "../../../../learner/testing/service.ts";
import { notifyAdmins } from "../../../../../packages/server/src/features/accounts/admin-notices/admin-notices.service.ts";
import { standingConsolesOfFile } from "../../../testing/standing-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = standingConsolesOfFile(() => service);

const tell = (subject: string, title: string, link?: string) =>
  notifyAdmins(service.app.deps, {
    ...{ kind: "worker_missed", subject, severity: "warning", title },
    ...{ message: "It has missed 3 runs. The log says why.", ...(link !== undefined && { link }) },
  });

describe("the bell", () => {
  it("counts what is new as it comes, and leads to it and on to where it belongs", async () => {
    const { page } = await enter("", "admin", { width: 390, height: 844 });
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    await tell("one", "The worker one is overdue", "/monitoring?part=workers");
    await tell("two", "The worker two is overdue");
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

  it("has all of them read at once, by this administrator alone", async () => {
    await tell("three", "The worker three is overdue");
    const other = await enter("/notifications", "super_admin");
    await other.page.getByText("Unread (3)").waitFor();
    await other.page.getByRole("button", { name: "Mark all as read" }).click();
    await other.page.getByText("Unread (0)").waitFor();
    await other.page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    const { page } = await enter("/notifications", "admin");
    await page.getByText("Unread (1)").waitFor();
  });
});
