import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inPageOfItsOwn, newLearner } from "@wordloom/testing/browser/learners";
import { answerAny, anyCard, byKeys, chooseStarterBook } from "../../../testing/study.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ANSWERS = 30;

describe("a backlog", () => {
  it("of thirty offline answers is sent once, and shows its progress", async () => {
    const learner = await inPageOfItsOwn(await newLearner(service, { width: 1280, height: 800 }));
    visits.push(learner);
    const { page, context, records } = learner;
    await chooseStarterBook(learner, { words: 40, kinds: ["word-to-meaning"] });
    await page.addInitScript(countRequests);
    await page.goto("/study");
    await anyCard(page).waitFor();
    const asked = () => page.evaluate(() => (globalThis as unknown as Asked).asked);
    const session = await context.newCDPSession(page);
    const network = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    const setOffline = (offline: boolean) =>
      session.send("Network.emulateNetworkConditions", { ...network, offline });
    expect(await asked()).toBe(0);
    await setOffline(true);
    await answerAny(page, byKeys(page), ANSWERS);
    // The app asks for persistent storage once.
    expect(await asked()).toBe(1);
    await page.getByText(/^You’re offline/).waitFor();
    await page.getByText(/(29|30) answers waiting to be sent/).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/study/answers", async (route) => {
      await held.promise;
      await route.continue();
    });
    await setOffline(false);
    await page.getByText(/Sending answers: 0 of (29|30)/).waitFor();
    held.resolve();
    await page.getByText("Sending answers").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await records()).length).toBe(ANSWERS);
    const stored = await records();
    expect(new Set(stored.map(({ clientRecordId }) => clientRecordId)).size).toBe(ANSWERS);
    // They keep the times at which they were given, not the time of their arrival.
    expect(new Set(stored.map(({ createdAtMs }) => createdAtMs)).size).toBe(ANSWERS);
  });
});

interface Asked {
  asked: number;
}

/** Runs in the page: counts requests for persistent storage. */
function countRequests(): void {
  const noted = globalThis as unknown as Asked;
  noted.asked = 0;
  navigator.storage.persist = () => Promise.resolve((noted.asked += 1) > 0);
}
