import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  activateVersion,
  storePack,
} from "@wordloom/server/features/clients/resource-packs/pack-changes.service";
import { someAdmin } from "@wordloom/testing/content/some-admin";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { newLearner } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const visits = visitsOfEachTest();

/** Apps are notified about one pack and channel at most once in this many milliseconds. */
const NOTIFY_AGAIN_AFTER_MS = 5 * 60_000 + 1;

const enter = sharedConsolesOfFile(() => service);
const visit = (path: string, width = 1440) =>
  enter(`/packs${path}`, "admin", { width, height: 900 });

/** Uploads a version of a pack, as somebody did earlier. */
async function given(packId: string, version: string, content: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(content));
  const unset = { minAppVersion: undefined, description: undefined };
  const upload = { packId, version, channel: "internal", bytes, ...unset } as const;
  await storePack(service.app.deps, someAdmin, upload);
}

describe("the resource packs page", () => {
  it("makes a version in a form, promotes and withdraws it, as a learner sees", async () => {
    const learner = await newLearner(service);
    visits.push(learner);
    await learner.page.goto("/");
    await expect.poll(() => service.app.deps.events.learnerStreams(learner.id)).toBe(1);
    const { page, readAgain } = await visit("");
    await page.getByText("No packs yet.").waitFor();
    await page.getByRole("link", { name: "Upload version" }).click();
    await page.getByRole("link", { name: "content-slots" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    await page.getByText("Apps can’t read 1 part:").waitFor();
    await expect.poll(() => page.getByLabel("Title").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Title").fill("Reading week");
    await page.getByText("Apps can read all of it.").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign and save" }).click();
    await page.getByRole("heading", { name: "No version is live for everyone." }).waitFor();
    for (const [channel, act] of [
      ["internal", "Go live"],
      ["beta", "Promote"],
      ["stable", "Promote"],
    ] as const) {
      const column = page.locator(`[data-channel=${channel}]`);
      await column.getByRole("button", { name: act }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/1 app is open now/).waitFor();
      await dialog.getByRole("button", { name: "Go live" }).click();
      await column.getByText("Live", { exact: true }).waitFor();
    }
    await page.getByRole("heading", { name: "1.0.0 is live for everyone." }).waitFor();
    await learner.page.getByText("Reading week").waitFor();

    // Withdrawing notifies no app: the content disappears when an empty version replaces it.
    service.advance(NOTIFY_AGAIN_AFTER_MS);
    await given("content-slots", "1.1.0", { schema: 1, slots: {} });
    const empty = { packId: "content-slots", version: "1.1.0" };
    await activateVersion(service.app.deps, someAdmin, empty, "stable");
    await learner.page.getByText("Reading week").waitFor({ state: "detached" });
    await readAgain();
    await page.getByRole("button", { name: "Actions for 1.0.0" }).click();
    await page.getByRole("menuitem", { name: "Withdraw…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type 1.0.0 to confirm").fill("1.0.0");
    await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const withdrawn = await service.app.deps.database
      .selectFrom("resource_pack_versions")
      .select("version")
      .where("deactivated_at_ms", "is not", null)
      .execute();
    expect(withdrawn).toEqual([{ version: "1.0.0" }]);
  });

  it("checks a version like an app, and withdraws it once its name is typed", async () => {
    await given("app-config", "2.0.0", { schema: 1, flags: { announcements_enabled: true } });
    const pack = { packId: "app-config", version: "2.0.0" };
    await activateVersion(service.app.deps, someAdmin, pack, "internal");
    const { page } = await visit("/app-config");
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("No problems found. Check open items yourself.").waitFor();
    const genuine = page.getByRole("listitem").filter({ hasText: "Signature is valid" });
    await genuine.getByText("OK", { exact: true }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Actions for 2.0.0" }).click();
    await page.getByRole("menuitem", { name: "Withdraw…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("It is live in Internal").waitFor();
    const confirm = dialog.getByRole("button", { name: "Withdraw", exact: true });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Type 2.0.0 to confirm").fill("2.0.0");
    await confirm.click();
    await page.getByRole("heading", { name: "All versions have been withdrawn." }).waitFor();
  });

  it("says which parts of a file apps would not read, and what the service refuses", async () => {
    await given("content-slots", "3.0.0", { schema: 1, slots: {} });
    const { page } = await visit("/upload?pack=content-slots", 390);
    await page.getByRole("radio", { name: "Raw" }).check();
    const upload = (content: string) =>
      page.getByLabel("From file").setInputFiles({
        name: "payload.json",
        mimeType: "application/json",
        buffer: Buffer.from(content),
      });
    await upload('{"schema":1,"slots":{"footer":[]}}');
    await page.getByText("Apps don’t have this place.").waitFor();
    await page.getByText("slots.footer", { exact: true }).waitFor();
    await upload("{");
    await page.getByRole("button", { name: "Sign and save" }).click();
    await page.getByText("Not valid JSON.").waitFor();
    await upload('{"schema":1,"slots":{}}');
    await page.getByLabel("Version", { exact: true }).fill("3.0.0");
    await page.getByRole("button", { name: "Sign and save" }).click();
    await page.getByText(/^This version was already uploaded/).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    const excess = "document.documentElement.scrollWidth - innerWidth";
    await expect.poll(() => page.evaluate(excess)).toBeLessThanOrEqual(0);
  });
});
