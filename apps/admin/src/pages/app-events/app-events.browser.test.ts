import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import type { AdminVisit } from "../../../testing/admins.ts";
import { onlineDevice } from "../../../testing/online-device.ts";
import { pastMidnight } from "../../../testing/past-midnight.ts";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  pastMidnight(service);
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);

async function open(query = "") {
  return (await enter(`/analytics${query}`, "admin", { width: 390, height: 844 })).page;
}

async function isWell(page: AdminVisit["page"], judge = axeOfContent) {
  expect(await judge(page)).toEqual([]);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await expect.poll(fits).toBe(true);
}

const did = (name: string, daysAgo = 0) => ({ name, category: "behavior" as const, daysAgo });

describe("the analytics page", () => {
  it("says in every part that nothing was reported", async () => {
    const page = await open();
    await page.getByText("No app events yet.", { exact: true }).waitFor();
    await page.getByText("What the web app and native apps report").waitFor();
    await isWell(page, axeInBothThemes);
    const nothing = {
      funnel: "No learner reached the first step",
      retention: "No new learners in these weeks.",
      errors: "No app errors in this period",
      performance: "No measurements in this period",
    };
    for (const [part, words] of Object.entries(nothing)) {
      await goTo(page, `/admin/analytics?part=${part}`);
      await page.getByText(words).waitFor();
    }
  });

  it("shows usage by day, and the most frequent events", async () => {
    const ada = await onlineDevice(service, "device-of-ada");
    const grace = await onlineDevice(service, "device-of-grace");
    const steps = ["session_start", "study_start", "study_complete"].map((name) => did(name));
    const crash = { name: "crash", category: "error" as const, props: { signature: "s1" } };
    const trip = { name: "api_rtt", category: "perf" as const, props: { ms: 80, status: 200 } };
    await ada.report([did("session_start", 1), ...steps, trip]);
    await grace.report([did("session_start"), did("study_start"), crash]);
    const page = await open();
    await page.getByRole("heading", { level: 1, name: "50% crash-free" }).waitFor();
    await page.getByText("8 events in 7 days").waitFor();
    await page.getByRole("row", { name: "session_start" }).getByText("3").waitFor();
    await page.getByLabel("Type").selectOption("error");
    await page.getByRole("row", { name: "session_start" }).waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("category")).toBe("error");
    await isWell(page);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV: Events by day" }).click();
    const rows = (await readFile(await (await saved).path(), "utf8")).trimEnd().split("\r\n");
    expect(rows[0]).toBe("\uFEFFDay,Actions,Timings,Errors,Learners per day");
    expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,5,1,1,2$/);
  });

  it("draws the default funnel, and one with chosen steps", async () => {
    const page = await open("?part=funnel");
    await page.getByText("0% of 2 learners reached the last step.").waitFor();
    for (const [at, name] of ["session_start", "Study"].entries()) {
      await page.getByLabel(`Step ${at + 1}`, { exact: true }).fill(name);
    }
    await page.getByRole("button", { name: "Show funnel" }).click();
    await page.getByText("Use lowercase letters, digits and underscores").waitFor();
    await page.getByLabel("Step 2", { exact: true }).fill("study_start");
    await page.getByRole("button", { name: "Add step" }).click();
    await page.getByLabel("Step 3", { exact: true }).fill("study_complete");
    await page.getByRole("button", { name: "Show funnel" }).click();
    await page.getByText("50% of 2 learners reached the last step.").waitFor();
    await page.getByText("Biggest drop-off: “Started studying” to").waitFor();
    expect(new URL(page.url()).searchParams.get("steps")).toBe(
      "session_start,study_start,study_complete",
    );
    await isWell(page);
  });

  it("shows retention, errors, timings and active learners", async () => {
    const page = await open("?part=retention");
    await page.getByText("100%").first().waitFor();
    await isWell(page);
    await goTo(page, "/admin/analytics?part=errors");
    await page.getByRole("button", { name: "crash" }).click();
    await page.getByRole("dialog").getByText("ios 1.2.3").waitFor();
    await isWell(page);
    await goTo(page, "/admin/analytics?part=performance");
    await page.getByText(/95% took at most (8\d|79)/).waitFor();
    await isWell(page);
    await goTo(page, "/admin/analytics?part=activity");
    await page
      .getByText("2 learners today, 2 in the last 7 days; today by platform: ios 2.")
      .waitFor();
    await isWell(page);
  });
});
