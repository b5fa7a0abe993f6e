import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
let learner: Learner;
beforeAll(async () => {
  service = await openService();
  learner = await newLearner(service, { width: 1280, height: 800 });
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const MISSED = 52;

/** Misses the first words of the first book once each, the very first twice. */
async function miss(): Promise<readonly string[]> {
  const [book] = await learner.ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  const { data } = await learner.ask<{ data: { id: string; text: string }[] }>(
    "GET",
    `/api/wordbooks/${book?.id}/words?perPage=100`,
  );
  const words = data.slice(0, MISSED);
  const nowMs = Date.now();
  const answers = [...words, ...words.slice(0, 1)].map(({ id }, at, { length }) => ({
    clientRecordId: `miss-${at}`,
    wordId: id,
    isCorrect: false,
    // The very first is taken for two others.
    confusedWith: at === 0 ? words[1]?.id : at === length - 1 ? words[2]?.id : null,
    responseTimeMs: 2_000,
    answeredAt: new Date(nowMs - (MISSED - at) * 1_000).toISOString(),
  }));
  const sentAt = new Date(nowMs).toISOString();
  await learner.ask("POST", "/api/study/answers", { sentAt, answers });
  return words.map(({ text }) => text);
}

const total = async () =>
  (await learner.ask<{ total: number }>("GET", "/api/study/slipping")).total;

describe("the wrong-word book", () => {
  it("lets words be removed and put back, and shows how many are practiced", async () => {
    const { page, faults } = learner;
    const [first = "", second = "", third = ""] = await miss();
    await page.goto("/");
    // More words are slipping than one practice takes.
    await page.getByRole("link", { name: "Practice 50 of them" }).waitFor();
    const row = page.getByRole("link", { name: first, exact: true });
    await page
      .getByText(new RegExp(`confused with “(${second}” and “${third}|${third}” and “${second})”`))
      .waitFor();
    await page.getByRole("button", { name: `Remove ${first} from this list` }).click();
    await row.waitFor({ state: "detached" });
    await expect.poll(total).toBe(MISSED - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await expect.poll(total).toBe(MISSED);

    await goTo(page, "/words?filter=slipping");
    const rows = page.locator("main [data-row]");
    await rows.first().waitFor();
    // The latest miss comes first, with its day.
    await expect
      .poll(() => rows.first().innerText())
      .toMatch(new RegExp(`${first}[^]*missed 2 times, last`));
    for (const word of [first, second]) {
      await page.getByRole("checkbox", { name: `Select ${word}`, exact: true }).check();
    }
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect.poll(total).toBe(MISSED - 2);
    await goTo(page, "/");
    await page.getByRole("link", { name: "Practice all 50" }).click();
    await page.getByText("of 50").waitFor();
    expect(faults).toEqual([]);
  });
});
