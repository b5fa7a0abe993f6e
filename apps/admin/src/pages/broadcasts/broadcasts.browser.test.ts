import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newDevice } from "../../../testing/devices.ts";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  await newDevice(service, { id: "phone", platform: "ios", version: "1.4.0" });
});
afterAll(async () => {
  await service.close();
});

const visits = visitsOfEachTest();

const enter = sharedConsolesOfFile(() => service);
const visit = (part = "", width = 1440) =>
  enter(`/broadcasts${part}`, "admin", { width, height: 900 });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("the broadcasts page", () => {
  it("previews, confirms and sends a broadcast, which the learner receives", async () => {
    const learner = await newLearner(service);
    visits.push(learner);
    const { page } = await visit("?part=write");
    await page.getByLabel("Title").fill("New books");
    await page.getByLabel("Text", { exact: true }).fill("Two books of idioms have come.");
    const seen = page.getByRole("listitem").filter({ hasText: "New books" });
    await seen.getByText("Two books of idioms have come.").waitFor();
    await page.getByText(/^Reaches (\d+) of \1 learners\.$/).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Send…" }).click();
    await page.getByText("You can’t undo this.").waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    expect(await learner.ask("GET", "/api/notifications")).toEqual([]);
    await page.getByRole("button", { name: "Send…" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("heading", { name: "1 broadcast sent." }).waitFor();
    await learner.page.goto("/notifications");
    await learner.page.getByText("Two books of idioms have come.").waitFor();
    await page.getByRole("button", { name: "New books" }).click();
    await page.getByRole("dialog").getByText("Two books of idioms").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("narrows the audience, reports an invalid version, and keeps the draft", async () => {
    const { page } = await visit("?part=write", 390);
    await page.getByLabel("Title").fill("For phones");
    await page.getByRole("radio", { name: "Selected" }).check();
    await page.getByLabel("iOS").check();
    await page.getByText(/^Reaches 1 of \d+ learners\.$/).waitFor();
    const version = page.getByLabel("App version at least");
    await version.fill("new");
    await page.getByText("Enter a version such as 1.4.0.").waitFor();
    await version.fill("1.5.0");
    await page.getByText(/^Reaches none of/).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Send…" }).isDisabled()).toBe(true);
    expect(await axeOfContent(page)).toEqual([]);
    const isTooWide = () => page.evaluate(() => document.body.scrollWidth > innerWidth);
    await expect.poll(isTooWide).toBe(false);
    await page.getByRole("link", { name: "Scheduled" }).click();
    await page.getByRole("heading", { name: "Nothing scheduled." }).waitFor();
    await page.getByRole("link", { name: "Write", exact: true }).first().click();
    await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("For phones");
    await expect.poll(() => version.inputValue()).toBe("1.5.0");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("");
  });

  it("schedules a broadcast, refuses a time in the past, and cancels it", async () => {
    const { page, ask } = await visit("?part=write");
    await page.getByLabel("Title").fill("Later");
    await page.getByLabel("Text", { exact: true }).fill("Not yet.");
    await page.getByRole("radio", { name: "Later" }).check();
    const at = page.getByLabel("Send at", { exact: true });
    await at.fill("2020-01-01T10:00");
    const schedule = async () => {
      await page.getByRole("button", { name: "Schedule…" }).click();
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
    };
    await schedule();
    await page.getByText("Choose a time within the next year.").waitFor();
    await at.fill(inDays(3).slice(0, 16));
    await schedule();
    await page.getByRole("button", { name: "Cancel… Later" }).click();
    await page.getByText("No one has received it").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel broadcast" }).click();
    await page.getByRole("heading", { name: "Nothing scheduled." }).waitFor();
    const { items } = await ask<{ items: unknown[] }>("GET", "/broadcast/scheduled");
    expect(items).toEqual([]);
  });

  it("reports that a broadcast was sent in the meantime, and shows it as sent", async () => {
    const { page, ask } = await visit();
    const [title, message] = ["Soon", "In a moment."];
    const scheduledAt = inDays(1);
    const { broadcastId } = await ask<{ broadcastId: string }>("POST", "/broadcast", {
      title,
      message,
      scheduledAt,
    });
    await goTo(page, "/admin/broadcasts?part=scheduled");
    await page.getByRole("button", { name: "Cancel… Soon" }).click();
    const { database } = service.app.deps;
    const sent = database.updateTable("broadcasts").set({ status: "sent" });
    await sent.where("id", "=", broadcastId).execute();
    await page.getByRole("button", { name: "Cancel broadcast" }).click();
    await page.getByText("It has already been sent.").waitFor();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByRole("heading", { name: "Nothing scheduled." }).waitFor();
  });
});
