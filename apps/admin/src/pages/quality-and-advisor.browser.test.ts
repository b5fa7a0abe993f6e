import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { openLocalModel } from "@wordloom/testing/neighbors/local-model";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import type { AdminVisit } from "../../testing/admins.ts";
import { answerOften } from "../../testing/answers.ts";
import { sharedConsolesOfFile } from "../../testing/shared-consoles.ts";

// The answers that measure the engine's quality also become the advisor's evidence.

// A real HTTP server that speaks the protocol of language models.
const model = await openLocalModel();
let service: TestService;
beforeAll(async () => {
  service = await openService({
    STARTER_WORDBOOKS: "false",
    AMAS_MONITOR_SAMPLE_RATE: "1",
    ...model.settings,
  });
});
afterAll(async () => {
  await service.close();
  await model.close();
});

const enter = sharedConsolesOfFile(() => service);

interface Calibration {
  readonly sampleSize: number;
  readonly rmseBins: number;
  readonly bins: readonly {
    readonly predicted: number;
    readonly observed: number;
    readonly count: number;
  }[];
}

describe("the engine quality page", () => {
  it("says what it will show once there are answers", async () => {
    const { page } = await enter("/engine", "admin");
    await page.getByText("No predictions yet").waitFor();
    await page.getByText("No anomalies in this period.").waitFor();
    await page.getByText("There is only one version so far.").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("shows which goals learners chose", async () => {
    const { database } = service.app.deps;
    await addPlainLearners(database, ["g1", "g2", "g3"]);
    const chosen = { updated_at_ms: 1, own_recall: null };
    await database
      .insertInto("learner_goals")
      .values([
        { ...chosen, user_id: "g1", goal: "learn_fastest" },
        { ...chosen, user_id: "g2", goal: "own_recall", own_recall: 0.8 },
      ])
      .execute();
    const { page } = await enter("/engine", "admin");
    const goals = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Learner goals" }) })
      .last();
    await goals.getByText("2 learners of 3 chose a goal").waitFor();
    await goals.getByText("Show as a table").click();
    const counted = async (name: string) =>
      goals.getByRole("row", { name }).getByRole("cell").allTextContents();
    expect(await counted("Learn fastest")).toEqual(["1"]);
    expect(await counted("Custom retention")).toEqual(["1"]);
    expect(await counted("Remember most")).toEqual(["0"]);
  });

  it("draws predictions against answers, with the table behind", async () => {
    await answerOften(service, 24);
    const { page, ask } = await enter("/engine?days=30", "admin");
    const figures = await ask<Calibration>("GET", "/amas/metrics/calibration?days=30");
    expect(figures.sampleSize).toBeGreaterThan(15);
    const bin = figures.bins.find(({ count }) => count > 0);
    const [predicted = "", observed = ""] = [bin?.predicted ?? 0, bin?.observed ?? 0].map(
      (share) => `${Math.round(share * 100)}%`,
    );
    const off = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
    await page
      .getByText(`Predictions are off by ${off.format(figures.rmseBins * 100)} percentage points`)
      .waitFor();
    await page.getByText("Show as a table").first().click();
    const row = page.getByRole("row", { name: predicted }).first();
    const count = String(bin?.count);
    await expect.poll(() => row.getByRole("cell").allTextContents()).toEqual([observed, count]);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV: Predicted vs. observed" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("predicted-vs-observed.csv");
    expect(await readFile(await file.path(), "utf8")).toContain(
      `\r\n${bin?.predicted},${bin?.observed},${count}\r\n`,
    );
    expect(await axeOfContent(page)).toEqual([]);
  });
});

interface Config {
  readonly memoryModel: { readonly w: number[] };
}

const thirdIn = async ({ ask }: AdminVisit) =>
  (await ask<Config>("GET", "/amas/config")).memoryModel.w[2];

describe("the advisor page", () => {
  it("approves and rolls back a suggestion", async () => {
    const admin = await enter("/engine/advisor", "admin");
    const { page } = admin;
    const third = () => thirdIn(admin);
    const before = await third();
    const rationale = "First intervals are too short.";
    model.behave(JSON.stringify({ patch: { "memoryModel.w[2]": 3 }, rationale, confidence: 0.85 }));
    await page.getByText("No suggestions").waitFor();
    await page.getByRole("button", { name: "Ask now" }).click();
    const card = page.getByRole("article").first();
    await card.getByText(rationale).waitFor();
    await card.getByText(/85% confidence/).waitFor();
    await card.getByText("Data shown to the model").click();
    await card.getByText(/"windowDays": 7/).waitFor();
    expect(await axeOfContent(page)).toEqual([]);

    await card.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("+ 3", { exact: true }).waitFor();
    await dialog.getByLabel("Change note").fill("worth a try");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await card.getByText("worth a try").waitFor();
    await expect.poll(third).toBe(3);

    await card.getByRole("button", { name: "Roll back" }).click();
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await card.getByText("superseded").waitFor();
    await expect.poll(third).toBe(before);
  });

  it("draws the evidence, and rejects a suggestion", async () => {
    const admin = await enter("/engine/advisor", "admin");
    const { page } = admin;
    const before = await thirdIn(admin);
    const rationale = "Later intervals are too long.";
    model.behave(JSON.stringify({ patch: { "memoryModel.w[2]": 2 }, rationale, confidence: 0.7 }));
    await page.getByRole("button", { name: "Ask now" }).click();
    const card = page.getByRole("article").filter({ hasText: rationale });
    await card.getByText("Data shown to the model").click();
    await card.locator("svg, canvas").first().waitFor();
    await card.getByText("Show as a table").first().click();
    await card.getByRole("table").first().getByRole("row").nth(1).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await card.getByRole("button", { name: "Reject" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Change note").fill("not before the exams");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await card.getByText("not before the exams").waitFor();
    expect(await thirdIn(admin)).toBe(before);
    await card.getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });
  });

  it("tests the connection, and shows a refused setting at its field", async () => {
    const { page, ask } = await enter("/engine/advisor", "admin");
    model.behave("pong");
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText(/^small answered in/).waitFor();
    await page.getByLabel("Monthly budget").fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The monthly budget can be 1 to 10,000 yuan.").waitFor();
    await page.getByLabel("Monthly budget").fill("50");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/of (US)?\$6\.8/).waitFor();
    // Another administrator's concurrent change stays: only this page's changes are sent.
    await ask("PUT", "/amas/advisor/config", { autoApplyMaxPerDay: 4 });
    await page.getByLabel("Monthly budget").fill("60");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/of (US)?\$8\.2/).waitFor();
    expect(await ask("GET", "/amas/advisor/config")).toMatchObject({
      autoApplyMaxPerDay: 4,
      monthCapYuan: 60,
    });
    const path = page.getByRole("combobox", { name: "Parameter" });
    const add = page.getByRole("button", { name: "Allow advisor to change it" });
    await path.fill("nonsense");
    await page.getByText("Nothing found").waitFor();
    await path.fill("elo.kFactor");
    await page
      .getByRole("option", { name: /elo\.kFactor/ })
      .first()
      .click();
    await page.getByLabel("Minimum", { exact: true }).fill("30");
    await page.getByLabel("Maximum", { exact: true }).fill("20");
    await add.click();
    const highest = page.getByLabel("Maximum", { exact: true });
    await expect.poll(() => highest.getAttribute("aria-invalid")).toBe("true");
    await highest.fill("40");
    await add.click();
    await page.getByRole("listitem").filter({ hasText: "elo.kFactor" }).waitFor();
  });
});
