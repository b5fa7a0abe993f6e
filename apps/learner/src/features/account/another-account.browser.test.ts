import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo } from "@wordloom/testing/browser/pages";
import { transact } from "@wordloom/server/platform/database/transaction";
import {
  inPageOfItsOwn,
  newAccount,
  newLearner,
  PASSWORD,
  type Learner,
} from "@wordloom/testing/browser/learners";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const desktop = { width: 1280, height: 800 };
const HERS = "Only hers";
const hers = (page: Page) => page.getByRole("link", { name: HERS });
const books = "**/api/wordbooks/user*";
const settings = "**/api/users/me/app-settings";

interface Stored {
  readonly settings: Record<string, unknown>;
}

const storedOf = ({ ask }: Pick<Learner, "ask">) =>
  ask<Stored>("GET", "/api/users/me/app-settings");

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Two learners, the second without a browser; the first one's page shows the books. */
async function twoLearners() {
  const [ada, bo] = [await newLearner(service, desktop), await newAccount(service)];
  visits.push(ada);
  await ada.ask("POST", "/api/wordbooks", { name: HERS });
  await ada.page.goto("/books");
  await hers(ada.page).waitFor();
  return { ada, bo, page: ada.page };
}

/** Holds the replies about books, so that the screen shows cached data until they are released. */
async function holdBooks(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(books, async (route) => {
    await held.promise;
    await route.continue();
  });
  return async () => {
    held.resolve();
    await page.getByText("My lists").first().waitFor();
    expect(await hers(page).count()).toBe(0);
  };
}

describe("a second learner who signs in on the same page", () => {
  it("sees and receives nothing of the first, whose settings wait for her return", async () => {
    const { ada, bo, page } = await twoLearners();
    await page.route(settings, (route) =>
      route.request().method() === "PUT" ? route.abort() : route.continue(),
    );
    await goTo(page, "/settings/study");
    await hers(page).waitFor({ state: "detached" });
    await page.getByRole("radio", { name: /^4/ }).check();
    await page.getByRole("link", { name: "Books" }).first().click();
    await hers(page).waitFor();
    await page.unroute(settings);
    const { database, sessions } = service.app.deps;
    await transact(database, (tx) => sessions.endAllOf(tx, "learner", ada.id));
    sessions.forget(ada.id);
    await page.getByRole("link", { name: "Progress" }).first().click();
    await page.getByText("You’ve been signed out.").waitFor();
    const release = await holdBooks(page);
    await signInAs(page, bo.email);
    await page.getByRole("link", { name: "Books" }).first().click();
    await page.waitForURL("**/books");
    expect(await hers(page).count()).toBe(0);
    await release();
    await goTo(page, "/settings/study");
    await expect.poll(() => page.getByRole("radio", { name: /^2/ }).isChecked()).toBe(true);
    expect((await storedOf(bo)).settings).toEqual({});
  });

  it("sees nothing of the first in the other tabs, which follow", async () => {
    const { ada, bo, page } = await twoLearners();
    const { page: other } = await inPageOfItsOwn(ada);
    await other.goto("/");
    await other.getByRole("button", { name: "Your account" }).click();
    await other.getByRole("menuitem", { name: "Sign out everywhere" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL("**/welcome**");
    const release = await holdBooks(page);
    await other.waitForURL("**/welcome**");
    await signInAs(other, bo.email);
    await page.waitForURL("**/books");
    await page.getByRole("heading", { level: 1, name: "Books" }).waitFor();
    expect(await hers(page).count()).toBe(0);
    await release();
  });
});
