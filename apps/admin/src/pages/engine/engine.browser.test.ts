import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "../../../../learner/testing/browser.ts";
import { openService, type TestService } from "../../../../learner/testing/service.ts";
import { addPlainLearners } from "../../../../../packages/server/src/testing/plain-learners.ts";
import { answerOften } from "../../../testing/answers.ts";
import { standingConsolesOfFile } from "../../../testing/standing-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false", AMAS_MONITOR_SAMPLE_RATE: "1" });
});
afterAll(async () => {
  await service.close();
});

const enter = standingConsolesOfFile(() => service);
const visit = (query = "") => enter(`/engine${query}`, "admin");

interface Calibration {
  readonly sampleSize: number;
  readonly rmseBins: number;
  readonly bins: readonly {
    readonly predicted: number;
    readonly observed: number;
    readonly count: number;
  }[];
}

describe("the room of the engine's quality", () => {
  it("says what there is to see once there are answers", async () => {
    const { page } = await visit();
    await page.getByText("No predictions yet").waitFor();
    await page.getByText("No decision looked wrong in this time.").waitFor();
    await page.getByText("There is only one version so far.").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("says how learners chose their goals", async () => {
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
    const { page } = await visit();
    const goals = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "What learners want" }) })
      .last();
    await goals.getByText("2 learners have chosen a goal, of 3").waitFor();
    await goals.getByText("Show as a table").click();
    const counted = async (name: string) =>
      goals.getByRole("row", { name }).getByRole("cell").allTextContents();
    expect(await counted("Learn fastest")).toEqual(["1"]);
    expect(await counted("Own recall")).toEqual(["1"]);
    expect(await counted("Remember most")).toEqual(["0"]);
  });

  it("draws predictions against answers, with the table behind", async () => {
    await answerOften(service, 24);
    const { page, ask } = await visit("?days=30");
    const figures = await ask<Calibration>("GET", "/amas/metrics/calibration?days=30");
    expect(figures.sampleSize).toBeGreaterThan(15);
    const bin = figures.bins.find(({ count }) => count > 0);
    const [predicted = "", observed = ""] = [bin?.predicted ?? 0, bin?.observed ?? 0].map(
      (share) => `${Math.round(share * 100)}%`,
    );
    const off = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
    await page
      .getByText(`Predictions are off by ${off.format(figures.rmseBins * 100)} points of a hundred`)
      .waitFor();
    await page.getByText("Show as a table").first().click();
    const row = page.getByRole("row", { name: predicted }).first();
    const count = String(bin?.count);
    expect(await row.getByRole("cell").allTextContents()).toEqual([observed, count]);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV: Predicted against observed" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("predicted-against-observed.csv");
    expect(await readFile(await file.path(), "utf8")).toContain(
      `\r\n${bin?.predicted},${bin?.observed},${count}\r\n`,
    );
    expect(await axeInBothThemes(page)).toEqual([]);
  });
});
