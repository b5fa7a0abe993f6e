import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, openContext, openPage } from "../../../testing/browser.ts";
import { openService, type TestService } from "../../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(() => service.close());

const account = { email: "ida@example.org", username: "Ida", password: "Rhodes1900x" };
const sections = "account study interface day reminders about-me privacy feedback".split(" ");

describe("settings", () => {
  it("shows each section, switches theme and language, exports, deletes the account", async () => {
    const context = await openContext(service.url);
    const { page, faults } = await openPage(context);
    await page.goto("/register");
    await page.getByLabel("E-mail").fill(account.email);
    await page.getByLabel("Name").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/start");
    for (const section of sections) {
      await page.goto(`/settings/${section}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
      const folder = process.env["PHOTOGRAPHS"];
      if (folder) await page.screenshot({ path: `${folder}/${section}.png`, fullPage: true });
      expect(await axe(page), section).toEqual([]);
    }
    await page.goto("/settings/interface");
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.locator("html[data-theme=dark]").waitFor();
    const stored = page.waitForResponse("**/api/notifications/preferences");
    await page.getByLabel("Language").selectOption("de");
    await page.getByRole("heading", { level: 1, name: "Oberfläche" }).waitFor();
    await stored;
    expect(await axe(page), "dark").toEqual([]);
    await page.getByLabel("Sprache", { exact: true }).selectOption("en");
    await page.goto("/settings/account");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toMatch(/^wordloom-\d{4}-\d\d-\d\d\.jsonl$/);
    await page.getByRole("button", { name: "Delete account" }).click();
    await page.getByLabel(`Type ${account.email} to confirm`).fill(account.email);
    await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL("**/welcome**");
    expect(faults).toEqual([]);
    await context.close();
  });
});
