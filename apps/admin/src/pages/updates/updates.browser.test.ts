import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportUpdate } from "@wordloom/server/features/administration/updates/update-end.service";
import { VERSION } from "@wordloom/server/platform/basics/version";
import { openUpdateSite, type UpdateSite } from "@wordloom/testing/neighbors/update-site";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import type { AdminVisit } from "../../../testing/admins.ts";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

// Checks a failed update, a successful one from the list of releases, and an installation that
// cannot update, one after the other in one console. Uses the test's own release source and the
// real updater; only the program stays the same and is given its release. The journey `update`
// shows real releases replacing each other.
const NEW = "v9.1.0";

let site: UpdateSite;
let service: TestService;
/** The release that the program is given when it starts. */
let running: ReturnType<UpdateSite["parts"]>["installation"] = {};
let canWrite = true;
beforeAll(async () => {
  site = await openUpdateSite();
  service = await openService(
    { STARTER_WORDBOOKS: "false", ...site.parts().settings },
    { installation: () => ({ ...site.parts().installation, isWritable, ...running }) },
  );
});
const isWritable = async () => canWrite;
afterAll(async () => {
  await service.close();
  await site.close();
});

const enter = sharedConsolesOfFile(() => service);
const visit = () => enter("/updates", "admin");

const install = async ({ page }: AdminVisit) => {
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByRole("heading", { level: 1, name: `${NEW} is available` }).waitFor();
  const stable = page.locator("[data-channel=stable]");
  await stable.getByRole("button", { name: `Install ${NEW}…` }).click();
  await page.getByRole("dialog").getByText("No apps are open.").waitFor();
};

/** The console notices by polling that the folder can be written to again. */
async function seesTheFolderOpen({ page }: AdminVisit): Promise<void> {
  const why = page.getByText(/can’t write to its installation folder/);
  await why.waitFor();
  canWrite = true;
  await why.waitFor({ state: "hidden" });
}

describe("the updates page", () => {
  it("explains live why a release failed, and that the previous one keeps running", async () => {
    site.publish({ tag: NEW, sha256: "0".repeat(64) });
    canWrite = false;
    const admin = await visit();
    const { page } = admin;
    await page.getByRole("heading", { level: 1, name: /Not checked for updates/ }).waitFor();
    await seesTheFolderOpen(admin);
    await install(admin);
    await page.getByRole("button", { name: "Install now" }).click();
    await page.getByText("The download doesn’t match what was published.").waitFor();
    await page.getByText("The previous version is still running; nothing was changed.").waitFor();
    const phases = page.getByRole("list", { name: "Phases" });
    await phases.getByText("failed", { exact: true }).waitFor();
    const row = page.getByRole("row").filter({ hasText: `${VERSION} → ${NEW}` });
    await row.getByText("failed", { exact: true }).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    expect(site.handedOver).toEqual([]);
  });

  it("installs a release, follows it through the restart, and offers a rollback", async () => {
    site.publish({
      tag: NEW,
      notes: "# Quicker\n\n- **Plain** <b>text</b>, [more](https://x.example/)",
    });
    const admin = await visit();
    const { page } = admin;
    await install(admin);
    const notes = page.getByRole("region", { name: `What’s new in ${NEW}` }).first();
    expect(await notes.locator("h3, li, strong, a").allTextContents()).toEqual([
      ...["Quicker", "Plain <b>text</b>, more", "Plain", "more"],
    ]);
    expect(await notes.getByRole("link").getAttribute("rel")).toContain("noopener");
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await page.getByRole("button", { name: "Install now" }).click();
    await page.getByText(/learners are locked out until it is healthy/).waitFor();
    await expect.poll(() => site.handedOver).toMatchObject([{ targetVersion: NEW }]);
    // Stands for the updater's signal: the old program stops, and the new one starts.
    await service.stop();
    await page.getByText(/nothing responds for a few seconds/).waitFor();
    running = { version: NEW };
    await service.start();
    await reportUpdate(service.app.deps);
    await page.getByText(`${NEW} installed and healthy.`).waitFor();
    await page.getByRole("heading", { level: 1, name: `Running ${NEW}` }).waitFor();
    const row = page.getByRole("row").filter({ hasText: `${VERSION} → ${NEW}` });
    await row.getByText("succeeded", { exact: true }).waitFor();
    await page.getByRole("button", { name: VERSION, exact: true }).click();
    await page.getByRole("button", { name: `Roll back to ${VERSION}…` }).waitFor();
    await page.getByText("already here").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("says why nothing can be installed from here, and what to type instead", async () => {
    site.publish({ tag: NEW }, { tag: "v9.2.0-beta.1" });
    await service.stop();
    running = { inContainer: true };
    await service.start();
    const { page } = await visit();
    await page.getByText("docker compose pull && docker compose up -d").waitFor();
    await page.getByRole("button", { name: "Check now" }).click();
    const stable = page.locator("[data-channel=stable]");
    const press = stable.getByRole("button", { name: `Install ${NEW}…` });
    await press.waitFor();
    await expect.poll(() => press.isDisabled()).toBe(true);
    await stable.getByText("Can’t be installed from here; see the reason above.").waitFor();
    await page.getByLabel("Release", { exact: true }).fill("v0.9.0");
    await page.getByRole("button", { name: "What would be lost?" }).click();
    await page.getByText("v0.9.0 can’t be installed.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeOfContent(page)).toEqual([]);
    const excess = "document.documentElement.scrollWidth - innerWidth";
    await expect.poll(() => page.evaluate(excess)).toBeLessThanOrEqual(0);
  });
});
