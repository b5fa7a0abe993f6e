import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { addLearner } from "@wordloom/testing/content/accounts";
import { newPlainAdmin, type PlainAdmin } from "../../../testing/admins.ts";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let service: TestService;
/** Another administrator, who saves directly through the service. */
let other: PlainAdmin;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  other = await newPlainAdmin(service, "admin");
});
afterAll(async () => {
  await service.close();
});

// Typed values last as long as the page: each test ends with all of them saved or discarded.
const enter = sharedConsolesOfFile(() => service);
const visit = (path = "") => enter(`/engine/parameters${path}`);

const RETENTION = "memoryModel.baseDesiredRetention";
const INTERVAL = "memoryModel.maxIntervalDays";
const WINDOW = "memoryModel.masteryWindowSize";

/** A few rows: whole numbers and others, open to the advisor and not. */
const FEW = "?q=memoryModel.ma";

type Config = Record<"memoryModel", Record<string, number>>;

const inForce = () => other.ask<Config>("GET", "/amas/config");
const memoryInForce = async () => (await inForce()).memoryModel;

async function otherSaves(note: string, change: Record<string, number>): Promise<void> {
  const config = await inForce();
  const memoryModel = { ...config.memoryModel, ...change };
  await other.ask("PUT", `/amas/config?note=${encodeURIComponent(note)}`, {
    ...config,
    memoryModel,
  });
}

describe("the parameters page", () => {
  it("shows an invalid value at its field, and cannot save it", async () => {
    const { page } = await visit();
    await page.getByLabel(RETENTION).fill("0.99");
    await page.getByRole("link", { name: RETENTION }).waitFor();
    await expect.poll(() => page.getByText(/Not allowed: /).count()).toBe(2);
    const save = page.getByRole("button", { name: "Save as new version" });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByLabel(RETENTION).fill("high");
    await page.getByText("Enter a number.").first().waitFor();
    // Another group does not show the field; the reason is still there, and links to it.
    await page.getByLabel("Group").selectOption("elo");
    await page.getByLabel(RETENTION).waitFor({ state: "detached" });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByText("Enter a number.").waitFor();
    await page.getByRole("link", { name: RETENTION }).click();
    await page.getByLabel(RETENTION).fill("0.9");
    await page.getByRole("heading", { level: 1, name: "Parameters" }).waitFor();
  });

  it("loses nothing when a second administrator saves first, and restores a version", async () => {
    const before = await memoryInForce();
    const { page } = await visit(`?q=${RETENTION}`);
    await page.getByLabel(RETENTION).fill("0.92");
    await goTo(page, `/admin/engine/parameters${FEW}`);
    await page.getByLabel(INTERVAL).fill("300");
    await page.getByLabel(WINDOW).fill("7");
    await page.getByText("Words are reviewed earlier").waitFor();
    await page.getByLabel("Change note").fill("exam season");

    await otherSaves("fewer slips", { baseDesiredRetention: 0.94 });
    await page.getByRole("button", { name: "Save as new version" }).click();
    await page.getByText("Someone else saved a version").waitFor();
    await page.getByText("fewer slips").waitFor();
    const sides = page.getByRole("row", { name: RETENTION });
    expect(await sides.getByRole("cell").allTextContents()).toEqual([
      ...["0.9", "0.94", "0.92", "Use theirs"],
    ]);
    await expect.poll(() => page.getByLabel(INTERVAL, { exact: true }).inputValue()).toBe("300");
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: `Use theirs for ${RETENTION}` }).click();
    await page.getByRole("button", { name: "Continue with their version" }).click();
    await page.getByRole("heading", { name: "2 unsaved changes" }).waitFor();
    await page.getByRole("button", { name: "Save as new version" }).click();
    await page.getByText("Saved as version").first().waitFor();
    expect(await memoryInForce()).toEqual({
      ...before,
      baseDesiredRetention: 0.94,
      maxIntervalDays: 300,
      masteryWindowSize: 7,
    });

    await page.getByRole("link", { name: "Versions" }).click();
    await page
      .getByRole("row", { name: /exam season/ })
      .getByRole("button", { name: "Compare" })
      .click();
    await page.getByText("2 values differ").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page
      .getByRole("button", { name: /^Restore / })
      .last()
      .click();
    await page.getByText("3 values change.").waitFor();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Change note").fill("as it was");
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("row", { name: /as it was/ }).waitFor();
    expect(await memoryInForce()).toEqual(before);
  });

  it("takes changes from JSON, which must be complete", async () => {
    const { page } = await visit("?view=json");
    const json = page.getByLabel("The whole configuration");
    const text = await json.inputValue();
    await json.fill("{");
    await page.getByRole("button", { name: "Apply changes" }).click();
    await page.getByText("Not valid JSON").waitFor();
    // The text survives a change of view and a visit to another page.
    await page.getByRole("radio", { name: "Form" }).click({ force: true });
    await page.getByText("Not valid JSON").waitFor();
    await page.getByRole("link", { name: "Advisor", exact: true }).click();
    await page.getByRole("link", { name: "Parameters", exact: true }).click();
    await expect.poll(() => json.inputValue()).toBe("{");
    await json.fill(text.replace(/("maxIntervalDays": )\d+/, "$1250"));
    await page.getByRole("button", { name: "Apply changes" }).click();
    await page.getByRole("heading", { name: "1 unsaved change" }).waitFor();
    await expect.poll(() => page.getByLabel(INTERVAL, { exact: true }).inputValue()).toBe("250");
    await page.getByRole("button", { name: "Discard changes" }).click();
  });

  it("undoes nobody's version with a JSON that was started before it", async () => {
    const { page } = await visit("?view=json");
    const json = page.getByLabel("The whole configuration");
    await json.fill((await json.inputValue()).replace(/("maxIntervalDays": )\d+/, "$1250"));
    await otherSaves("meanwhile", { baseDesiredRetention: 0.93 });
    await page.getByRole("button", { name: "Apply changes" }).click();
    await page.getByRole("button", { name: "Save as new version" }).click();
    await page.getByText("Someone else saved a version").waitFor();
    const row = page.getByRole("row", { name: RETENTION });
    await expect
      .poll(() => row.getByRole("cell").allTextContents())
      .toEqual(["0.9", "0.93", "unchanged", ""]);
    await page.getByRole("button", { name: "Continue with their version" }).click();
    await page.getByRole("button", { name: "Save as new version" }).click();
    await page.getByText("Saved as version").first().waitFor();
    expect(await memoryInForce()).toMatchObject({
      baseDesiredRetention: 0.93,
      maxIntervalDays: 250,
    });
  });

  it("tries a version on some learners, and ends the trial", async () => {
    const { page, ask } = await visit("/canary");
    await page.getByRole("button", { name: "Start canary" }).click();
    await page.getByText("Choose a version.").last().waitFor();
    const [latest] = await ask<{ version_hash: string }[]>("GET", "/amas/config/versions");
    const choices = page.getByLabel("Version to try").locator("option");
    expect(
      await choices.evaluateAll((all) => all.map((one) => one.getAttribute("value"))),
    ).not.toContain(latest?.version_hash);
    const offered = page.getByLabel("Version to try").locator("option", { hasText: "fewer slips" });
    await page
      .getByLabel("Version to try")
      .selectOption((await offered.getAttribute("value")) ?? "");
    await page.getByRole("button", { name: "Start canary" }).click();
    await page.getByText(/is on trial for 10%/).waitFor();
    await page.getByRole("row", { name: /Decisions/ }).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop canary" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop canary" }).click();
    await page.getByText(/was stopped/).waitFor();
  });

  it("tries changes on 10 % without activating them, and says whom that reaches", async () => {
    const before = await inForce();
    const { page, ask } = await visit(FEW);
    await page.getByLabel(INTERVAL, { exact: true }).fill("260");
    await page.getByText(/^(There are no learners yet|Applies to )/).waitFor();
    await page.getByRole("button", { name: "Try on 10% first" }).click();
    await page.getByText(/^Reaches no learner of/).waitFor();
    const { id } = await addLearner(service.app.deps, "ada");
    await page.getByLabel("Always include").fill(id);
    await page.getByText(/^Reaches 1 learner of/).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Start canary" }).click();
    await page.getByText(/is on trial for 10%/).waitFor();
    const { canary } = await ask<{ canary: { versionHash: string; forceUserIds: string[] } }>(
      "GET",
      "/amas/config/canary",
    );
    expect(canary.forceUserIds).toEqual([id]);
    const tried = await ask<{ snapshot_json: object }>(
      "GET",
      `/amas/config/versions/${canary.versionHash}`,
    );
    expect(JSON.stringify(tried.snapshot_json)).toContain('"maxIntervalDays":260');
    expect(await inForce()).toEqual(before);
    await ask("POST", "/amas/config/canary/disable");
  });
});
