import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { newLearner } from "@wordloom/testing/browser/learners";
import {
  anyCard,
  byKeys,
  chooseStarterBook,
  missAndRecall,
  recognizing,
  study,
} from "../../../testing/study.ts";
import { HELD_MS } from "../../features/outbox/outbox.ts";
import { read } from "@wordloom/testing/content/history";
import type { Learner } from "@wordloom/testing/browser/learners";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
  // Noon: what comes back soon comes back on the same day.
  const { clock } = service.app.deps;
  service.advance(DAY_MS - ((clock.nowMs() + DAY_MS / 2) % DAY_MS));
});
afterAll(() => service.close());

const DAY_MS = 86_400_000;

interface Settings {
  readonly settings: { readonly gentleCap: number | null };
}
const desktop = { width: 1280, height: 800 };

/** Runs in the page: it is closed without a word, and the time of a held answer never ends. */
function keepHeld(heldMs: number): void {
  const stop = (event: Event) => event.stopImmediatePropagation();
  addEventListener("pagehide", stop, { capture: true });
  addEventListener("visibilitychange", stop, { capture: true });
  const after = setTimeout;
  globalThis.setTimeout = ((run: () => void, ms?: number) =>
    ms === heldMs ? 0 : after(run, ms)) as typeof setTimeout;
}

/** A learner who answered this many words, then stayed away until all were due. */
async function away(view: object, days: number, count: number): Promise<Learner> {
  const learner = await newLearner(service, view);
  const { ask, id } = learner;
  await chooseStarterBook(learner, { ...recognizing, words: 1 });
  const [book] = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  const path = `/api/wordbooks/${book?.id}/words?perPage=100`;
  const { data: words } = await ask<{ data: { id: string }[] }>("GET", path);
  const sentAt = new Date(service.app.deps.clock.nowMs()).toISOString();
  const answers = words.slice(0, count).map((word, index) => ({
    clientRecordId: `${id}-${index}`,
    wordId: word.id,
    isCorrect: true,
    responseTimeMs: 2_000,
    answeredAt: sentAt,
    questionMode: "word-to-meaning",
  }));
  await ask("POST", "/api/study/answers", { sentAt, answers });
  service.advance(days * DAY_MS);
  await service.app.deps.database
    .updateTable("word_states")
    .set({ next_review_at_ms: service.app.deps.clock.nowMs() - 1.5 * DAY_MS })
    .where("user_id", "=", id)
    .execute();
  await learner.signInAgain();
  return learner;
}

describe("today", () => {
  it("after four days away, catches up by portions until nothing waits", async () => {
    const learner = await away(desktop, 4, 70);
    visits.push(learner);
    const { page, id } = learner;
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "71 words are ready" }).waitFor();
    await page.getByRole("button", { name: "20 a day" }).click();
    await page.getByRole("heading", { level: 1, name: "21 words are ready" }).waitFor();
    await page.getByText("Catching up: 20 reviews a day. 50 more reviews").waitFor();
    await page.getByText("20 reviews due today (20 overdue), 50 in the next six days.").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Space");
    await anyCard(page).waitFor();
    // What the session holds and what it still takes.
    await page.getByText(/^0 of 2[01]$/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Catching up: 20 reviews a day.").waitFor();
    const database = service.app.deps.database;
    await database
      .updateTable("word_states")
      .set({ next_review_at_ms: service.app.deps.clock.nowMs() + 2 * DAY_MS })
      .where("user_id", "=", id)
      .execute();
    await page.reload();
    // The session that was opened is what is studied next.
    await page.getByRole("heading", { level: 1, name: /^2[01] words left$/ }).waitFor();
    // Read from within the page, because the learner's own token has expired in four days.
    const cap = async () =>
      (await read<Settings>(page, "/api/users/me/app-settings")).settings.gentleCap;
    await expect.poll(cap).toBeNull();
  });
});

describe("today after its work", () => {
  it("counts the last answer at once, though the page that took it could not send it", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page, context } = learner;
    await chooseStarterBook(learner, { ...recognizing, words: 2 });
    await context.addInitScript(keepHeld, HELD_MS);
    await page.goto("/study");
    await study(learner, byKeys(page), { answers: 1 });
    await page.goto("/");
    await page.getByText("Unfinished session: 1 answer so far.").waitFor();
    await page.getByRole("img", { name: /^1 answer today, \d planned\.$/ }).waitFor();
  });

  it("says that a missed word comes back later, and does not call the day done", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page, ask } = learner;
    await chooseStarterBook(learner, { words: 1 });
    await missAndRecall(learner, 1, service.app.deps.clock.nowMs() - 10_000);
    expect(await ask("GET", "/api/study/today")).toMatchObject({ due: 0, new: 0, dueLater: 1 });
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "You’re done for now" }).waitFor();
    await page.getByText("1 word comes back later today.").waitFor();
    await page.goto("/study");
    await page.getByRole("heading", { level: 1, name: "You’re done for now" }).waitFor();
  });

  it("goes straight on with new words; where there are none, says what else there is", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page } = learner;
    await chooseStarterBook(learner, { words: 1 });
    await missAndRecall(learner, 1, service.app.deps.clock.nowMs() - 10_000);
    await page.goto("/");
    await page.getByRole("link", { name: "Study more" }).click();
    await page.getByText("New word").waitFor();
    await page.getByText("0 of 10").waitFor();

    const other = await newLearner(service, desktop);
    visits.push(other);
    await chooseStarterBook(other, { words: 1 });
    await missAndRecall(other, 1, service.app.deps.clock.nowMs() - 10_000);
    await other.page.route(/extraNewWords=/, async (route) => {
      const reply = await route.fetch();
      const kit = (await reply.json()) as { data: object };
      await route.fulfill({ response: reply, json: { ...kit, data: { ...kit.data, words: [] } } });
    });
    await other.page.goto("/study?practise=new");
    await other.page.getByText("You’ve met every word in your books.").waitFor();
    await other.page.getByRole("link", { name: "Review ahead" }).waitFor();
  });
});

describe("today in a browser that stores the app", () => {
  let learner: Learner;
  beforeAll(async () => {
    learner = await away({ ...desktop, serviceWorkers: true }, 4, 12);
    const { page } = learner;
    const kit = page.waitForResponse("**/api/study/kit*");
    await page.goto("/");
    await (await kit).finished();
    await page.getByRole("heading", { level: 1, name: "13 words are ready" }).waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  });
  afterAll(() => learner.context.close());

  it("offers the stored words while the service is down, and then the plan again", async () => {
    const { page } = learner;
    await service.stop();
    await page.reload();
    await page.getByText("You can study the words saved in this browser").waitFor();
    await page.getByRole("link", { name: "Study", exact: true }).waitFor();
    await service.start();
    await page.reload();
    await page.getByText("12 reviews, 1 new word.").waitFor();
  });

  it("opens offline from a cold start: Space leads to the first question", async () => {
    const { page, context, faults } = learner;
    await page.close();
    await context.setOffline(true);
    const cold = await context.newPage();
    const missing: string[] = [];
    cold.on("requestfailed", (request) => missing.push(new URL(request.url()).pathname));
    await cold.goto("/");
    await cold.getByText("You can study the words saved in this browser").waitFor();
    expect(missing.filter((path) => !path.startsWith("/api/"))).toEqual([]);
    await cold.getByRole("heading", { level: 1, name: "13 words are ready" }).waitFor();
    expect(await axeInBothThemes(cold)).toEqual([]);
    // Fewer words than are kept can be chosen, and no more.
    expect(await cold.getByRole("radio").count()).toBe(2);
    await cold.keyboard.press("1");
    await cold.getByRole("radio", { name: "10", checked: true }).waitFor();
    await cold.keyboard.press("Space");
    await anyCard(cold).waitFor();
    await cold.getByText("0 of 10").waitFor();
    await context.setOffline(false);
    expect(faults).toEqual([]);
    await cold.close();
  });

  it("says offline at once what cannot be loaded, without a second attempt", async () => {
    const { context } = learner;
    await context.setOffline(true);
    const cold = await context.newPage();
    await cold.goto("/");
    await cold.getByText("You can study the words saved in this browser").waitFor();
    // No timer runs any more, so no call is repeated.
    const nowMs = Date.now();
    await cold.clock.install({ time: nowMs });
    await cold.clock.pauseAt(nowMs + 30_000);
    const screens = {
      Words: "Couldn’t load your words",
      Progress: "Couldn’t load your progress",
    };
    for (const [link, failed] of Object.entries(screens)) {
      await cold.getByRole("link", { name: link, exact: true }).first().click();
      await cold.getByRole("heading", { name: failed }).waitFor();
    }
    await context.setOffline(false);
  });
});
