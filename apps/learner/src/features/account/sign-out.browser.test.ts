import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Learner } from "@wordloom/testing/browser/learners";
import { byKeys, recognizing, study, studying } from "../../../testing/study.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const desktop = { width: 1280, height: 800 };

/** A learner with two answers, the newest still held, at the question before signing out. */
async function leaving(before: (learner: Learner) => Promise<unknown>): Promise<Learner> {
  const learner = await studying(service, desktop, recognizing);
  const { page } = learner;
  await before(learner);
  await study(learner, byKeys(page), { answers: 2 });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Your account" }).press("Enter");
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).press("Enter");
  visits.push(learner);
  return learner;
}

const confirm = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" });

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

describe("signing out", () => {
  it("sends what can be sent, and warns of nothing", async () => {
    const learner = await leaving(async () => undefined);
    const { page, records } = learner;
    await confirm(page).click();
    await page.waitForURL("**/welcome**");
    // Accepted answers are stored a moment later.
    await expect.poll(async () => (await records()).length).toBe(2);
    await expect.poll(() => databases(page)).toEqual([]);
  });

  it("warns of unsendable answers, empties the browser, and names what stays", async () => {
    // The service is gone; files of the app, such as this dialog, still load.
    const gone = "**/api/**";
    const learner = await leaving(({ context }) => context.route(gone, (route) => route.abort()));
    const { page, context, records } = learner;
    await page.getByText("2 answers haven’t been sent yet and would be lost.").waitFor();
    expect((await databases(page)).length).toBe(1);
    await confirm(page).click();
    await page.getByText("your other devices stay signed in").first().waitFor();
    await expect.poll(() => databases(page)).toEqual([]);
    await context.unroute(gone);
    expect(await records()).toEqual([]);
  });
});
