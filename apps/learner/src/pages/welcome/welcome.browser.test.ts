import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newAccount, newcomer, PASSWORD } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newVisit, type Visit } from "@wordloom/testing/browser/visits";

let service: TestService;
let visit: Visit;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  visit = await newVisit(service.url, {});
  await visit.page.goto("/welcome");
});
afterAll(() => service.close());
handOnAfterAll(() => [visit]);

const screens = ["/welcome", "/sign-in", "/register", "/forgot", "/reset-password#token=x"];

describe("before sign-in", () => {
  const areAccessible = async ({ page, faults }: Visit) => {
    for (const path of screens) {
      await goTo(page, path);
      expect(await axeInBothThemes(page), path).toEqual([]);
    }
    expect(faults).toEqual([]);
  };

  it("every screen is accessible, light and dark", async () => {
    await areAccessible(visit);
  });

  it("and in Chinese", async () => {
    const chinese = await newVisit(service.url, { locale: "zh-CN" });
    await chinese.page.goto("/welcome");
    await chinese.page.locator("html[lang^=zh]").waitFor();
    await areAccessible(chinese);
    await chinese.context.close();
  });

  it("shows a mistake beside its field, and focuses the first one", async () => {
    const account = newcomer("Ada");
    const { page } = visit;
    await goTo(page, "/register");
    await page.getByLabel("E-mail").fill("ada@example");
    await page.keyboard.press("Tab");
    await page.getByText("Enter a valid e-mail address.").waitFor();
    await page.getByLabel("E-mail").fill(account.email);
    await page.getByLabel("Name").fill("A");
    await page.getByLabel("Password", { exact: true }).fill("lovelace");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Use at least 2 characters.").waitFor();
    await page.locator("input[name=username]:focus").waitFor();
    await page.getByLabel("Name").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/start");
  });

  it("signs in, continues to the intended screen, and reports a lock plainly", async () => {
    const { email } = await newAccount(service);
    const { page, context } = visit;
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto("/settings/account");
    await page.waitForURL("**/welcome?next=**");
    await page.getByRole("link", { name: "I have an account" }).click();
    await page.getByLabel("E-mail").fill(email);
    for (const password of ["Wrong-1", "Wrong-2", "Wrong-3", "Wrong-4", "Wrong-5"]) {
      await page.getByLabel("Password", { exact: true }).fill(password);
      const reply = page.waitForResponse("**/api/auth/login");
      await page.getByRole("button", { name: "Sign in" }).click();
      await reply;
      await page.getByText("Wrong e-mail or password.").waitFor();
    }
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Too many wrong passwords. Try again in 15 minutes.").waitFor();
    service.advance(16 * 60_000);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/settings/account");
  });

  it.each(["/\t/evil.example", "/\\evil.example", "/.//evil.example", "https://evil.example"])(
    "stays in the app after a sign-in that should continue at %j",
    async (address) => {
      const { page } = visit;
      await page.goto(`/sign-in?next=${encodeURIComponent(address)}`);
      await page.getByRole("navigation").first().waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
    },
  );
});
