import { apkgOf } from "@wordloom/imports/deck-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const DAY_MS = 86_400_000;

let service: TestService;
let learner: Learner;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  learner = await newLearner(service, { width: 1440, height: 900 });
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

/** One word known for a year, one begun last week, one never asked. */
function deck(nowMs: number): Buffer {
  const review = (daysAgo: number, card: number, rating: number) => [
    ...[nowMs - daysAgo * DAY_MS, card, rating, 1, 0, 2_500, 4_000, 1],
  ];
  const names = ["das Haus", "der Baum", "der Fluss"];
  return Buffer.from(
    apkgOf({
      notes: names.map((name, at) => ({ id: at + 1, fields: [name, `meaning ${at}`] })),
      cards: names.map((_, at) => ({ id: at + 1, nid: at + 1 })),
      reviews: [
        ...[400, 399, 390, 360, 280, 100].map((daysAgo) => review(daysAgo, 1, 3)),
        review(7, 2, 1),
      ],
    }),
  );
}

describe("the page of a deck that was imported", () => {
  it("says first what the deck is worth, and what nobody can tell from it", async () => {
    const { page, faults } = learner;
    await page.goto("/books");
    await page.getByRole("button", { name: "Bring your words", exact: true }).click();
    const file = { name: "Deutsch.apkg", mimeType: "application/octet-stream" };
    const buffer = deck(service.app.deps.clock.nowMs());
    await page.getByLabel("From a file").setInputFiles({ ...file, buffer });
    await page.getByRole("heading", { level: 1, name: "Deutsch.apkg" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await expect
      .poll(async () => (await learner.ask<{ state: string }>("GET", `/api/imports/${id}`)).state)
      .toBe("ready");
    await learner.ask("POST", `/api/imports/${id}/run`, {});
    const shown = page.getByText("You have known 1 of these for more than a month.");
    await page.reload();
    await shown.waitFor();
    const text = await page.getByRole("main").innerText();
    expect(text).toContain("You're still learning 1 word. 1 word is new.");
    expect(text).toContain("7 reviews on 7 days, since");
    expect(text).toContain("Your schedule still follows the average learner");
    expect(text).toContain("we can't know what you learned or forgot outside it");
    expect(text.indexOf("You have known")).toBeLessThan(text.indexOf("Added 3 words"));
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
