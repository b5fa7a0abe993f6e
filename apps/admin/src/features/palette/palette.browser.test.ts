import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { addLearner } from "@wordloom/testing/content/accounts";
import { newAdmin, type AdminVisit } from "../../../testing/admins.ts";

let service: TestService;
let admin: AdminVisit;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  admin = await newAdmin(service, "admin");
  await admin.page.goto("/admin");
  await admin.page.getByRole("heading", { level: 1 }).waitFor();
});
afterAll(() => service.close());
handOnAfterAll(() => [admin]);

const dialog = () => admin.page.getByRole("dialog");
const option = (name: string | RegExp) => dialog().getByRole("option", { name });

/** Opens the palette by its key, types, and chooses the wanted item, all by keyboard. */
async function goTo(text: string, wanted: string | RegExp): Promise<void> {
  const { page } = admin;
  await page.keyboard.press("Control+k");
  await dialog().getByRole("combobox").waitFor();
  await page.keyboard.type(text);
  await option(wanted).first().waitFor();
  while (!(await dialog().getByRole("option", { name: wanted, selected: true }).count())) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
}

const focused = () =>
  admin.page.evaluate(
    () => document.activeElement?.getAttribute("name") ?? document.activeElement?.id,
  );

describe("the palette", () => {
  it("opens by its button, lists every page, and returns the focus", async () => {
    const { page } = admin;
    const button = page.getByRole("button", { name: "Search" });
    await button.click();
    await option(/^Versions/).waitFor();
    const links = await page.getByRole("navigation", { name: "Pages" }).getByRole("link").count();
    await expect.poll(() => dialog().getByRole("option").count()).toBeGreaterThan(links);
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it("opens pages, parameters and settings by keyboard", async () => {
    const { page } = admin;
    await goTo("canary", /^Canary/);
    await page.waitForURL("**/engine/parameters/canary");
    await goTo("desired retention", /^Base desired retention/);
    await page.getByRole("textbox", { name: "memoryModel.baseDesiredRetention" }).waitFor();
    await goTo("default_daily", /^New words per day/);
    await expect.poll(focused).toBe("default_daily_words");
    await goTo("log_level", /^LOG_LEVEL/);
    await expect.poll(focused).toBe("LOG_LEVEL");
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    "leaves an Enter with %j to the input method",
    async (key) => {
      const { page } = admin;
      await page.keyboard.press("Control+k");
      await dialog().getByRole("combobox").fill("canary");
      await option(/^Canary/)
        .first()
        .waitFor();
      await dialog()
        .getByRole("combobox")
        .dispatchEvent("keydown", { key: "Enter", ...key });
      await option(/^Canary/)
        .first()
        .waitFor();
      // The first empties the field, the second closes the palette.
      for (let press = 0; press < 2; press += 1) await page.keyboard.press("Escape");
      await dialog().waitFor({ state: "detached" });
    },
  );

  it("finds learners and words through the service", async () => {
    const { page, ask } = admin;
    const learner = await addLearner(service.app.deps, "ada");
    await goTo(learner.email, new RegExp(learner.email));
    await page.waitForURL(`**/users/${learner.id}`);
    const headers = admin.headers;
    const word = { text: "selvage", meaning: "edge of a web" };
    await admin.context.request.post("/api/words", { headers, data: word });
    await goTo("edge of", /^selvage/);
    await page.getByRole("heading", { level: 1, name: "selvage" }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByLabel("Difficulty").fill("2");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter a number from 0 to 1.").waitFor();
    await page.getByLabel("Difficulty").fill("0.75");
    await page.getByLabel("Examples").fill("A firm selvage.\nTwo selvages.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("“selvage” updated.").first().waitFor();
    const path = "/audit-log?action=word.update";
    const trail = await ask<{ readonly data: readonly object[] }>("GET", path);
    expect(trail.data).toMatchObject([{ targetType: "word", outcome: "success" }]);
  });

  it("requires typing a word before deleting it for everybody", async () => {
    const { page } = admin;
    await page.getByRole("button", { name: "Delete…" }).click();
    const confirm = dialog().getByRole("button", { name: "Delete", exact: true });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await dialog().getByLabel("Type selvage to confirm").fill("selvage");
    await confirm.click();
    await page.getByText("“selvage” deleted.").first().waitFor();
    await page.waitForURL("**/admin/");
  });
});
