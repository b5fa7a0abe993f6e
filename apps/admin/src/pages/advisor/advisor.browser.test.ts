import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "../../../../learner/testing/browser.ts";
import { openService, type TestService } from "../../../../learner/testing/service.ts";
import { openLocalModel } from "../../../../../packages/server/src/testing/local-model.ts";
import type { AdminVisit } from "../../../testing/admins.ts";
import { answerOften } from "../../../testing/answers.ts";
import { standingConsolesOfFile } from "../../../testing/standing-consoles.ts";

// A real HTTP server speaks the protocol of language models.
const model = await openLocalModel();
let service: TestService;
beforeAll(async () => {
  service = await openService({
    ...{ STARTER_WORDBOOKS: "false", AMAS_MONITOR_SAMPLE_RATE: "1" },
    ...model.settings,
  });
});
afterAll(async () => {
  await service.close();
  await model.close();
});

const enter = standingConsolesOfFile(() => service);
const visit = () => enter("/engine/advisor", "admin");

interface Config {
  readonly memoryModel: { readonly w: number[] };
}

const thirdIn = async ({ ask }: AdminVisit) =>
  (await ask<Config>("GET", "/amas/config")).memoryModel.w[2];

describe("the room of the advisor", () => {
  it("approves and rolls back what a model proposed", async () => {
    const admin = await visit();
    const { page } = admin;
    const third = () => thirdIn(admin);
    const before = await third();
    const rationale = "First intervals are too short.";
    model.behave(JSON.stringify({ patch: { "memoryModel.w[2]": 3 }, rationale, confidence: 0.85 }));
    await page.getByText("No suggestions").waitFor();
    await page.getByRole("button", { name: "Ask it now" }).click();
    const card = page.getByRole("article").first();
    await card.getByText(rationale).waitFor();
    await card.getByText(/85% sure/).waitFor();
    await card.getByText("What the model was shown").click();
    await card.getByText(/"windowDays": 7/).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);

    await card.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("+ 3", { exact: true }).waitFor();
    await dialog.getByLabel("Note, for those").fill("worth a try");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await card.getByText("worth a try").waitFor();
    await expect.poll(third).toBe(3);

    await card.getByRole("button", { name: "Roll back" }).click();
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await card.getByText("no longer in force").waitFor();
    await expect.poll(third).toBe(before);
  });

  it("draws what the model was shown, and rejects what it proposed", async () => {
    await answerOften(service, 16);
    const admin = await visit();
    const { page } = admin;
    const before = await thirdIn(admin);
    const rationale = "Later intervals are too long.";
    model.behave(JSON.stringify({ patch: { "memoryModel.w[2]": 2 }, rationale, confidence: 0.7 }));
    await page.getByRole("button", { name: "Ask it now" }).click();
    const card = page.getByRole("article").filter({ hasText: rationale });
    await card.getByText("What the model was shown").click();
    await card.locator("svg, canvas").first().waitFor();
    await card.getByText("Show as a table").first().click();
    await card.getByRole("table").first().getByRole("row").nth(1).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await card.getByRole("button", { name: "Reject" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note, for those").fill("not before the exams");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await card.getByText("not before the exams").waitFor();
    expect(await thirdIn(admin)).toBe(before);
    await card.getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });
  });

  it("tests the connection, and shows a refused setting beside its field", async () => {
    const { page, ask } = await visit();
    model.behave("pong");
    await page.getByRole("button", { name: "Test the connection" }).click();
    await page.getByText(/^small answers in/).waitFor();
    await page.getByLabel("At most in a month").fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("A month may cost 1 to 10,000 yuan.").waitFor();
    await page.getByLabel("At most in a month").fill("50");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/of CN¥50/).waitFor();
    // What another administrator changes meanwhile stays: only what was changed here is sent.
    await ask("PUT", "/amas/advisor/config", { autoApplyMaxPerDay: 4 });
    await page.getByLabel("At most in a month").fill("60");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/of CN¥60/).waitFor();
    expect(await ask("GET", "/amas/advisor/config")).toMatchObject({
      ...{ autoApplyMaxPerDay: 4, monthCapYuan: 60 },
    });
    const path = page.getByRole("combobox", { name: "Parameter to open" });
    const add = page.getByRole("button", { name: "Open it to the advisor" });
    await path.fill("nonsense");
    await page.getByText("Nothing found").waitFor();
    await path.fill("elo.kFactor");
    await page
      .getByRole("option", { name: /elo\.kFactor/ })
      .first()
      .click();
    await page.getByLabel("Lowest").fill("30");
    await page.getByLabel("Highest").fill("20");
    await add.click();
    const highest = page.getByLabel("Highest");
    await expect.poll(() => highest.getAttribute("aria-invalid")).toBe("true");
    await highest.fill("40");
    await add.click();
    await page.getByRole("listitem").filter({ hasText: "elo.kFactor" }).waitFor();
  });
});
