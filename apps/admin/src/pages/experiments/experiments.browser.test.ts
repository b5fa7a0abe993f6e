import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillArms } from "@wordloom/testing/content/experiment-arms";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import type { AdminVisit } from "../../../testing/admins.ts";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);
const visit = (path: string) => enter(`/engine/experiments${path}`, "admin");

const PATH = "memoryModel.baseDesiredRetention";

interface Started {
  readonly id: string;
}

const start = ({ ask }: AdminVisit, changes: object = {}): Promise<Started> =>
  ask("POST", "/amas/experiments", {
    name: "Shorter",
    treatmentPatch: { [PATH]: 0.88 },
    primaryMetric: "day7_retention",
    ...changes,
  });

describe("an experiment", () => {
  it("runs from its plan to its conclusion", async () => {
    const { page, ask, readAgain } = await visit("");
    await page.getByRole("heading", { name: "No experiment running." }).waitFor();
    await page.getByRole("link", { name: "Plan experiment" }).click();
    await page.getByLabel("Name").fill("Longer");
    const parameter = page.getByRole("combobox", { name: "Parameter to change" });
    await parameter.fill(PATH);
    // The Enter of an input method, which accepts a character, chooses nothing.
    await parameter.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await expect.poll(() => parameter.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: PATH }).fill("7");
    await page
      .getByText(/Not allowed|not possible/)
      .first()
      .waitFor();
    const starts = page.getByRole("button", { name: "Start…" });
    await expect.poll(() => starts.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: PATH }).fill("0.92");
    // For 80 % power to tell one half from a tenth more or less, at a level of 5 %.
    await page.getByLabel("Smallest effect that matters").fill("10");
    await page.getByText("1,565", { exact: true }).waitFor();
    await page.getByLabel("Learners with data per arm").fill("20");
    expect(await axeOfContent(page)).toEqual([]);
    await starts.click();
    await page.getByText(/^About 0 of 0 learners get these values/).waitFor();
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Longer" }).waitFor();
    await page.getByText("Too few learners with data.").waitFor();
    const adopt = page.getByRole("button", { name: "Adopt for all" });
    await expect.poll(() => adopt.isDisabled()).toBe(true);

    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await fillArms(service.app.deps.database, { id, perArm: 20, nowMs: Date.now() });
    await readAgain();
    await page.getByText("The changed values have proved better").waitFor();
    const row = page.getByRole("row", { name: /^Back on day 7/ });
    await row.getByText("+50 points", { exact: true }).waitFor();
    await row.getByText("+19.1 points … +69.5 points").waitFor();
    await row.getByText("11.2% … 46.9% · 20 learners").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await adopt.click();
    await page.getByText(/for all 40 learners, starting with their next answer/).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Adopt for all" }).click();
    await page.getByText("adopted", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Audit entry" }).click();
    await page.getByText("Experiment concluded").first().waitFor();
    const config = await ask<{ memoryModel: { baseDesiredRetention: number } }>(
      "GET",
      "/amas/config",
    );
    expect(config.memoryModel.baseDesiredRetention).toBe(0.92);
  });

  it("runs alone, and can end without adoption", async () => {
    const admin = await visit("");
    const { page } = admin;
    const { id } = await start(admin);
    await admin.readAgain();
    await page.getByRole("heading", { name: "“Shorter” is running." }).waitFor();
    expect(await page.getByRole("link", { name: "Plan experiment" }).count()).toBe(0);
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("link", { name: "View progress" }).click();
    await page.getByRole("button", { name: "End without adopting" }).click();
    await page.getByText(/^No learner has the changed values yet/).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "End without adopting" }).click();
    await page.getByText("not adopted", { exact: true }).waitFor();
    const all = await admin.ask<readonly object[]>("GET", "/amas/experiments");
    expect(all[0]).toMatchObject({ id, status: "concluded_reject" });
  });

  it("is refused with an explanation if somebody else was quicker", async () => {
    const admin = await visit("/new");
    const { page } = admin;
    await page.getByLabel("Name").fill("Late");
    await page.getByRole("combobox", { name: "Parameter to change" }).fill("elo.kFactor");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "elo.kFactor" }).fill("20");
    const { id } = await start(admin);
    await page.getByRole("button", { name: "Start…" }).click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText("Another experiment is running.").waitFor();
    await admin.ask("POST", `/amas/experiments/${id}/conclude`, { adopt: false });
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Late" }).waitFor();
  });
});
