import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "@wordloom/server/platform/database/transaction";
import { notify } from "@wordloom/server/features/progress/notifications/notify.service";
import { axe } from "@wordloom/testing/browser/axe";
import { goTo, settled } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(() => service.close());

const toggled = (name: string, isOn: boolean) => ({
  change: (page: Page) => page.getByRole("switch", { name }).press("Space"),
  holds: (page: Page) => page.getByRole("switch", { name, checked: isOn }),
});

/** One value of each page: how to change it, and what to expect afterwards. */
const writes: readonly {
  readonly section: string;
  readonly change: (page: Page) => Promise<void>;
  readonly holds: (page: Page) => Locator;
}[] = [
  {
    section: "account",
    async change(page) {
      await page.getByLabel("Name").fill("Ida B");
      await page.getByRole("button", { name: "Save" }).click();
    },
    holds: (page) => page.locator("input[name=username][value='Ida B']"),
  },
  {
    section: "study",
    change: (page) => page.getByRole("radio", { name: "Review" }).check(),
    holds: (page) => page.getByRole("radio", { name: "Review", checked: true }),
  },
  {
    section: "study",
    change: (page) => page.getByRole("radio", { name: "Remember most" }).check(),
    holds: (page) => page.getByRole("radio", { name: "Remember most", checked: true }),
  },
  {
    section: "study",
    async change(page) {
      await page.getByRole("combobox", { name: "Add a language" }).fill("deutsch");
      await page.getByRole("option", { name: /^German/ }).click();
    },
    holds: (page) => page.getByRole("checkbox", { name: "German", checked: true }),
  },
  { section: "study", ...toggled("Auto-advance", true) },
  { section: "interface", ...toggled("Show streaks and badges", false) },
  {
    section: "day",
    async change(page) {
      await page.getByLabel("Day starts at").selectOption("4");
    },
    holds: (page) => page.locator("select:has(option[value='4']:checked)"),
  },
  { section: "reminders", ...toggled("Review reminders", false) },
  {
    section: "about-me",
    change: (page) => page.getByRole("radio", { name: "Discovering new things" }).check(),
    holds: (page) => page.getByRole("radio", { name: "Discovering new things", checked: true }),
  },
  { section: "privacy", ...toggled("Share usage data", true) },
  {
    section: "feedback",
    async change(page) {
      await page.getByLabel("Your message").fill("More verbs");
      await page.getByRole("button", { name: "Send" }).click();
    },
    holds: (page) => page.locator("[data-row]", { hasText: "More verbs" }),
  },
];

/** Each test continues from the state the previous one left. */
describe("settings", () => {
  let learner: Learner;
  beforeAll(async () => {
    learner = await newLearner(service);
  });
  handOnAfterAll(() => [learner]);

  it("hide streaks and badges everywhere once switched off", async () => {
    const { page, id } = learner;
    const { deps } = service.app;
    const draft = { userId: id, type: "achievement", title: "Badge", message: "A first answer" };
    await transact(deps.database, (tx) => notify(deps, tx, [{ ...draft, type: "achievement" }]));
    await page.goto("/settings/interface");
    await page.getByRole("link", { name: "Messages, 1 new" }).waitFor();
    const shown = page.getByRole("switch", { name: "Show streaks and badges" });
    await shown.press("Space");
    await page.getByRole("link", { name: "Messages", exact: true }).click();
    await page.getByText("No messages yet").waitFor();
    expect(await page.getByRole("heading", { name: "Badges" }).count()).toBe(0);
    await goTo(page, "/settings/interface");
    await shown.press("Space");
    // The hidden part was not seen.
    await page.getByRole("link", { name: "Messages, 1 new" }).click();
    await page.getByRole("heading", { name: "Badges" }).waitFor();
    await page.getByText("A first answer").waitFor();
  });

  it("keep what is changed on each page", async () => {
    const { page, faults } = learner;
    await goTo(page, "/settings");
    for (const { section, change, holds } of writes) {
      await page.locator(`nav a[href$="/settings/${section}"]`).click();
      await page.waitForURL(`**/settings/${section}`);
      await settled(page);
      expect(await holds(page).count(), section).toBe(0);
      const stored = page.waitForResponse(
        (reply) => reply.request().method() !== "GET" && !reply.url().includes("/auth/"),
      );
      await change(page);
      expect((await stored).ok(), section).toBe(true);
    }
    // Cleared from this browser, so that it must come from the service.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith("wordloom.settings")) localStorage.removeItem(key);
      }
    });
    await page.reload();
    for (const { section, holds } of writes) {
      await goTo(page, `/settings/${section}`);
      await holds(page).waitFor();
    }
    expect(faults).toEqual([]);
  });

  it("switch theme and language, export the data, and delete the account", async () => {
    const { page, faults, email } = learner;
    await goTo(page, "/settings/interface");
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.locator("html[data-theme=dark]").waitFor();
    const stored = page.waitForResponse("**/api/notifications/preferences");
    await page.getByLabel("Language").selectOption("de");
    await page.getByRole("heading", { level: 1, name: "Darstellung" }).waitFor();
    await stored;
    expect(await axe(page), "dark").toEqual([]);
    await page.getByLabel("Sprache", { exact: true }).selectOption("en");
    await goTo(page, "/settings/account");
    for (const [name, file] of [
      ["Download", /^wordloom-\d{4}-\d\d-\d\d\.jsonl$/],
      ["Download archive", /^wordloom-account-\d{4}-\d\d-\d\d\.zip$/],
      ["Download decks", /^wordloom-\d{4}-\d\d-\d\d\.apkg$/],
    ] as const) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name, exact: true }).click();
      expect((await download).suggestedFilename()).toMatch(file);
    }
    await page.getByRole("button", { name: "Delete account" }).click();
    await page.getByLabel(`Type ${email} to confirm`).fill(email);
    await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL("**/welcome**");
    expect(faults).toEqual([]);
  });
});
