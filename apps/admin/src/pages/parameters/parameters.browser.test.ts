import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, goTo, settled } from "../../../../learner/testing/browser.ts";
import { openService, type TestService } from "../../../../learner/testing/service.ts";
import { addLearner } from "../../../../../packages/server/src/testing/accounts.ts";
import { newAdmin, type AdminVisit } from "../../../testing/admins.ts";

let service: TestService;
let first: AdminVisit;
let second: AdminVisit;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  [first, second] = await Promise.all([newAdmin(service), newAdmin(service, "admin")]);
});
afterAll(async () => {
  await Promise.all([first.leave(), second.leave()]);
  await service.close();
});

const RETENTION = "memoryModel.baseDesiredRetention";
const INTERVAL = "memoryModel.maxIntervalDays";
const WINDOW = "memoryModel.masteryWindowSize";

type Config = Record<"memoryModel", Record<string, number>>;

const memoryInForce = async () =>
  (await first.ask<Config>("GET", "/amas/config")).memoryModel as Record<string, number>;

describe("the room of parameters", () => {
  it("shows an impossible value beside its field, with no way to save it", async () => {
    const { page } = first;
    await page.goto("/admin/engine/parameters");
    await page.getByLabel(RETENTION).fill("0.99");
    await page.getByRole("link", { name: RETENTION }).waitFor();
    expect(await page.getByText(/Not possible: /).count()).toBe(2);
    const save = page.getByRole("button", { name: "Save as a new version" });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel(RETENTION).fill("high");
    await page.getByText("A number is needed here.").first().waitFor();
    // Another group does not show the field: the reason is still there, and leads to it.
    await page.getByLabel("Group").selectOption("elo");
    await page.getByLabel(RETENTION).waitFor({ state: "detached" });
    expect(await save.isDisabled()).toBe(true);
    await page.getByText("A number is needed here.").waitFor();
    await page.getByRole("link", { name: RETENTION }).click();
    await page.getByLabel(RETENTION).fill("0.9");
    await page.getByRole("heading", { level: 1, name: "Parameters" }).waitFor();
  });

  it("loses nothing when a second administrator saves first, and restores", async () => {
    const { page, faults } = first;
    const before = await memoryInForce();
    await goTo(page, "/admin/engine/parameters");
    await page.getByLabel(RETENTION).fill("0.92");
    await page.getByLabel(INTERVAL).fill("300");
    await page.getByLabel(WINDOW).fill("7");
    await page.getByText("Words are reviewed earlier").waitFor();
    await page.getByLabel("Note, for those").fill("exam season");

    await second.page.goto("/admin/engine/parameters");
    await second.page.getByLabel(RETENTION).fill("0.94");
    await second.page.getByLabel("Note, for those").fill("fewer slips");
    await second.page.getByRole("button", { name: "Save as a new version" }).click();
    await second.page.getByText("Saved as version").first().waitFor();

    await page.getByRole("button", { name: "Save as a new version" }).click();
    await page.getByText("Somebody else saved a version").waitFor();
    await page.getByText("fewer slips").waitFor();
    const sides = page.getByRole("row", { name: RETENTION });
    expect(await sides.getByRole("cell").allTextContents()).toEqual([
      ...["0.9", "0.94", "0.92", "Take theirs"],
    ]);
    expect(await page.getByLabel(INTERVAL, { exact: true }).inputValue()).toBe("300");
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: `Take theirs for ${RETENTION}` }).click();
    await page.getByRole("button", { name: "Go on with their version" }).click();
    await page.getByRole("heading", { name: "2 changes, not saved" }).waitFor();
    await page.getByRole("button", { name: "Save as a new version" }).click();
    await page.getByText("Saved as version").first().waitFor();
    expect(await memoryInForce()).toEqual({
      ...before,
      ...{ baseDesiredRetention: 0.94, maxIntervalDays: 300, masteryWindowSize: 7 },
    });

    await page.getByRole("link", { name: "Versions" }).click();
    await page
      .getByRole("row", { name: /exam season/ })
      .getByRole("button", { name: "Compare" })
      .click();
    await page.getByText("2 values differ").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page
      .getByRole("button", { name: /^Restore / })
      .last()
      .click();
    await page.getByText("3 values change.").waitFor();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note, for those").fill("as it was");
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("row", { name: /as it was/ }).waitFor();
    expect(await memoryInForce()).toEqual(before);
    expect([...faults, ...second.faults]).toEqual([]);
  });

  it("takes changes from JSON, which has to be whole", async () => {
    const { page } = second;
    await goTo(page, "/admin/engine/parameters?view=json");
    const json = page.getByLabel("The whole configuration");
    const text = await json.inputValue();
    await json.fill("{");
    await page.getByRole("button", { name: "Take over the changes" }).click();
    await page.getByText("This is not JSON").waitFor();
    // Neither another view nor another room loses what was written.
    await page.getByRole("radio", { name: "Form" }).click({ force: true });
    await page.getByText("This is not JSON").waitFor();
    await page.getByRole("link", { name: "Advisor", exact: true }).click();
    await page.getByRole("link", { name: "Parameters", exact: true }).click();
    expect(await json.inputValue()).toBe("{");
    await json.fill(text.replace(/("maxIntervalDays": )\d+/, "$1250"));
    await page.getByRole("button", { name: "Take over the changes" }).click();
    await page.getByRole("heading", { name: "1 change, not saved" }).waitFor();
    expect(await page.getByLabel(INTERVAL, { exact: true }).inputValue()).toBe("250");
    await page.getByRole("button", { name: "Discard the changes" }).click();
  });

  it("undoes nobody's version by a JSON that was begun before it", async () => {
    const { page } = second;
    await page.goto("/admin/engine/parameters?view=json");
    const json = page.getByLabel("The whole configuration");
    await json.fill((await json.inputValue()).replace(/("maxIntervalDays": )\d+/, "$1250"));
    await first.page.goto("/admin/engine/parameters");
    await first.page.getByLabel(RETENTION).fill("0.93");
    await first.page.getByLabel("Note, for those").fill("meanwhile");
    await first.page.getByRole("button", { name: "Save as a new version" }).click();
    await first.page.getByText("Saved as version").first().waitFor();

    await page.getByRole("button", { name: "Take over the changes" }).click();
    await page.getByRole("button", { name: "Save as a new version" }).click();
    await page.getByText("Somebody else saved a version").waitFor();
    const row = page.getByRole("row", { name: RETENTION });
    expect(await row.getByRole("cell").allTextContents()).toEqual(["0.9", "0.93", "unchanged", ""]);
    await page.getByRole("button", { name: "Go on with their version" }).click();
    await page.getByRole("button", { name: "Save as a new version" }).click();
    await page.getByText("Saved as version").first().waitFor();
    expect(await memoryInForce()).toMatchObject({
      ...{ baseDesiredRetention: 0.93, maxIntervalDays: 250 },
    });
  });

  it("tries a version on some learners, and ends that", async () => {
    const { page } = first;
    await page.goto("/admin/engine/parameters/canary");
    await settled(page);
    await page.getByRole("button", { name: "Start the trial" }).click();
    await page.getByText("Choose a version.").last().waitFor();
    const [inForce] = await first.ask<{ version_hash: string }[]>("GET", "/amas/config/versions");
    const choices = page.getByLabel("Version to try").locator("option");
    expect(
      await choices.evaluateAll((all) => all.map((one) => one.getAttribute("value"))),
    ).not.toContain(inForce?.version_hash);
    const offered = page.getByLabel("Version to try").locator("option", { hasText: "fewer slips" });
    await page
      .getByLabel("Version to try")
      .selectOption((await offered.getAttribute("value")) ?? "");
    await page.getByRole("button", { name: "Start the trial" }).click();
    await page.getByText(/is tried on 10%/).waitFor();
    await page.getByRole("row", { name: /Decisions stored/ }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "End the trial" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End the trial" }).click();
    await page.getByText(/was ended/).waitFor();
    expect(first.faults).toEqual([]);
  });

  it("tries changes on 10 % first, with nothing in force, and says whom that reaches", async () => {
    const { page, ask } = first;
    const inForce = await ask("GET", "/amas/config");
    await page.goto("/admin/engine/parameters");
    await page.getByLabel(INTERVAL, { exact: true }).fill("260");
    await page.getByText(/^(No learner is here yet|It is for )/).waitFor();
    await page.getByRole("button", { name: "Try on 10 % first" }).click();
    await page.getByText(/^It would reach no learner of/).waitFor();
    const { id } = await addLearner(service.app.deps, "ada");
    await page.getByLabel("Learners who get it in any case").fill(id);
    await page.getByText(/^It would reach one learner of/).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Start the trial" }).click();
    await page.getByText(/is tried on 10%/).waitFor();
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
    expect(await ask("GET", "/amas/config")).toEqual(inForce);
    await ask("POST", "/amas/config/canary/disable");
    expect(first.faults).toEqual([]);
  });
});
