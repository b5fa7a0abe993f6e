import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, openContext, openPage } from "../../../testing/browser.ts";
import { openService, type TestService } from "../../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

async function register(page: Page, email: string): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password", { exact: true }).fill("Lovelace1815");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/start");
}

/** The service adds its books soon after its first start. */
async function toBooks(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Welcome. Is this right?" }).waitFor();
  await page.getByRole("button", { name: "Go on" }).press("Enter");
  await page.getByRole("checkbox", { name: "English: first 1,000 words" }).waitFor();
}

describe("the first run", () => {
  it("goes to the first card by keyboard, and keeps what was chosen", async () => {
    const context = await openContext(service.url, { timeZone: "Asia/Tokyo" });
    const { page, faults } = await openPage(context);
    await register(page, "keys@example.org");
    await toBooks(page);
    await page.getByText("able, absolutely, accept").waitFor();
    await page.getByRole("slider").press("ArrowRight");
    await page.getByText("15 new words").waitFor();
    await page.getByRole("button", { name: "Go on" }).press("Enter");
    await page.getByRole("button", { name: "First word" }).press("Enter");
    await page.waitForURL("**/study");
    const stored = page.waitForResponse("**/api/study-config");
    await page.goto("/books");
    const { data } = await (await stored).json();
    expect(data).toMatchObject({ dailyWordCount: 15, selectedWordbookIds: [expect.any(String)] });
    const preferences = page.waitForResponse("**/api/notifications/preferences");
    await page.goto("/start");
    expect((await (await preferences).json()).data.timeZone).toBe("Asia/Tokyo");
    expect(faults).toEqual([]);
    await context.close();
  });

  it("leaves out the words that are surely known, and brings them back", async () => {
    const context = await openContext(service.url, { touch: true });
    const { page, faults } = await openPage(context);
    await register(page, "touch@example.org");
    await toBooks(page);
    await page.getByRole("button", { name: "Go on" }).tap();
    const meanings = new Map<string, string>();
    page.on("response", async (response) => {
      if (!response.url().includes("/words?page=")) return;
      const { data } = (await response.json()).data;
      for (const { text, meaning } of data) meanings.set(text, meaning);
    });
    await page.getByRole("button", { name: "Find my place" }).tap();
    for (let at = 1; at <= 10; at += 1) {
      await page.getByText(`${at} of 20`).waitFor();
      const word = await page.getByRole("heading", { level: 1 }).innerText();
      await page.getByRole("button", { name: meanings.get(word) ?? "", exact: true }).tap();
    }
    for (let at = 11; at <= 13; at += 1) {
      await page.getByText(`${at} of 20`).waitFor();
      await page.getByRole("button", { name: "I do not know" }).tap();
    }
    await page.getByRole("button", { name: "Leave 500 out" }).tap();
    await page.waitForURL("**/study");
    const back = page.waitForResponse("**/api/study/bring-back");
    await page.getByRole("button", { name: "Bring back" }).tap();
    expect((await (await back).json()).data).toEqual({ broughtBack: 500 });
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(["light", "dark"] as const)("is accessible at every step, %s", async (theme) => {
    const context = await openContext(service.url, { theme });
    const { page } = await openPage(context);
    await register(page, `${theme}@example.org`);
    await page.getByRole("heading", { name: "Welcome. Is this right?" }).waitFor();
    expect(await axe(page)).toEqual([]);
    await toBooks(page);
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Find my place" }).click();
    await page.getByRole("button", { name: "I do not know" }).waitFor();
    expect(await axe(page)).toEqual([]);
    await context.close();
  });
});
