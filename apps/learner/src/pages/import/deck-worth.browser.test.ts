import type { Import, StudyToday } from "@wordloom/contract";
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

/** Words that were known for some weeks a year ago, and have waited since. */
function neglected(words: number, nowMs: number): Buffer {
  // Other ids than those of the first deck, whose notes would be the same.
  const ids = Array.from({ length: words }, (_, at) => at + 1_001);
  const reviews = [400, 396, 386, 366].flatMap((daysAgo, n) =>
    ids.map((id) => [nowMs - daysAgo * DAY_MS + id, id, 3, 10, 4, 2_500, 4_000, n === 0 ? 0 : 1]),
  );
  return Buffer.from(
    apkgOf({
      notes: ids.map((id) => ({ id, fields: [`das Wort ${id}`, `meaning ${id}`] })),
      cards: ids.map((id) => ({ id, nid: id, type: 2, queue: 2, due: 1, ivl: 20 })),
      reviews,
    }),
  );
}

/** Brings a deck as learners do, and imports it. @returns the finished import */
async function imported(name: string, buffer: Buffer): Promise<Import> {
  const { page } = learner;
  await page.goto("/books");
  await page.getByRole("button", { name: "Import your words", exact: true }).click();
  const file = { name, mimeType: "application/octet-stream" };
  await page.getByLabel("From a file").setInputFiles({ ...file, buffer });
  await page.getByRole("heading", { level: 1, name }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const read = () => learner.ask<Import>("GET", `/api/imports/${id}`);
  await expect.poll(async () => (await read()).state).toBe("ready");
  await learner.ask("POST", `/api/imports/${id}/run`, {});
  await expect.poll(async () => (await read()).state).toBe("done");
  await page.reload();
  return read();
}

describe("the page of a deck that was imported", () => {
  it("says first what the deck is worth, and what nobody can tell from it", async () => {
    const { page, faults } = learner;
    await imported("Deutsch.apkg", deck(service.app.deps.clock.nowMs()));
    await page.getByText("You have known 1 of these for more than a month.").waitFor();
    await page.getByText(/^Added 3 words/).waitFor();
    const text = await page.getByRole("main").innerText();
    expect(text).toContain("You’re still learning 1 word. 1 word is new.");
    expect(text).toContain("7 reviews on 7 days, since");
    expect(text).toContain("Your schedule still follows the average learner");
    expect(text).toContain("we can’t know what you learned or forgot outside it");
    expect(text.indexOf("You have known")).toBeLessThan(text.indexOf("Added 3 words"));
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("is no wall where years are overdue: the evening begins with a usual day's work", async () => {
    const { page, faults, ask } = learner;
    const { result, bookIds } = await imported(
      "Alt.apkg",
      neglected(120, service.app.deps.clock.nowMs()),
    );
    const due = result?.dueToday ?? 0;
    expect(due).toBeGreaterThanOrEqual(120);
    await page.getByText(/You don’t have to do them all at once/).waitFor();
    await page.getByText(new RegExp(`^Due today: ${due} words, about \\d+ minutes`)).waitFor();
    // The other list is chosen as well, so that Today speaks of the same words.
    const books = await ask<{ id: string }[]>("GET", "/api/wordbooks/user");
    const others = books.map(({ id }) => id).filter((id) => !bookIds.includes(id));
    await ask("PUT", "/api/study-config", { selectedWordbookIds: others });
    await page.reload();
    await page.getByRole("button", { name: "Study these words" }).click();
    await page.getByText("Catch up over a few days?").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    const today = await ask<StudyToday>("GET", "/api/study/today");
    expect(today.due).toBe(due);
    const usual = 4 * today.dailyTarget;
    expect(today.overdue).toBeGreaterThan(usual);

    const offer = page.getByText(`${today.overdue} reviews are overdue. At ${usual} a day`);
    await offer.waitFor();
    await page.getByRole("button", { name: `${usual} a day`, exact: true }).click();
    await page.getByText(`Catching up: ${usual} reviews a day.`).waitFor();
    await page.getByText(`${due - usual} more reviews on the following days.`).waitFor();
    await page.getByRole("heading", { name: new RegExp(`^${usual + today.new} `) }).waitFor();
    expect(faults).toEqual([]);
  });

  it("counts the days of a year on Progress, not those of the calendar's last column", async () => {
    const { page } = learner;
    await page.goto("/progress");
    // 360, 280, 100 and 7 days ago; the reviews of 366 days ago are on the calendar, too.
    await page.getByText("You studied on 4 days in the last twelve months.").waitFor();
  });
});
