import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inPageOfItsOwn, newLearner } from "@wordloom/testing/browser/learners";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openLocalVoice, toneOf, type LocalVoice } from "@wordloom/testing/neighbors/local-voice";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { heardSounds, lastHeard, listenToSounds } from "@wordloom/testing/browser/heard-sounds";
import { chooseStarterBook } from "../../../testing/study.ts";
import type { QuestionKind } from "../../features/app-settings/app-settings.ts";

// What we check: in a browser without any voice, the service's voice is really heard. The tests
// listen through an analyser; the voice is a local server that sends tones.
const TONE_MS = 300;
let voice: LocalVoice;
let service: TestService;
const visits = visitsOfEachTest();
beforeAll(async () => {
  voice = await openLocalVoice(toneOf(TONE_MS));
  service = await openService({ ...voice.settings });
});
afterEach(() => voice.behave(toneOf(TONE_MS)));
afterAll(async () => {
  await service.close();
  await voice.close();
});

const desktop = { width: 1280, height: 800, serviceWorkers: true } as const;

async function studying(kinds: readonly QuestionKind[]) {
  const learner = await inPageOfItsOwn(await newLearner(service, desktop));
  visits.push(learner);
  await chooseStarterBook(learner, { kinds, words: 2 });
  const { page } = learner;
  await page.addInitScript(listenToSounds);
  await page.goto("/");
  // Browsers are silent until the page was touched.
  await page.locator("main").click({ position: { x: 2, y: 2 } });
  await page.goto("/study");
  await page.getByText("New word").waitFor();
  return learner;
}

describe("the service's voice", () => {
  it("says a new word, repeats it slowly at the second press, and says its example", async () => {
    const { page } = await studying(["listening"]);
    const word = await page.locator("h1").innerText();
    const play = page.getByRole("button", { name: "Play", exact: true });
    await play.click();
    await lastHeard(page);
    await play.click();
    await expect.poll(async () => (await heardSounds(page)).at(-1)?.speed).toBe(0.7);
    await lastHeard(page);
    await page.getByRole("button", { name: "Play the sentence" }).click();
    await expect.poll(() => voice.asked.some(({ input }) => input.length > word.length)).toBe(true);
    await expect.poll(async () => (await heardSounds(page)).at(-1)?.speed).toBe(1);
    await lastHeard(page);
    for (const { peak, seconds } of await heardSounds(page)) {
      expect(peak).toBeGreaterThan(0.1);
      expect(seconds).toBeCloseTo(TONE_MS / 1000, 1);
    }
    expect(voice.asked.map(({ input }) => input)).toContain(word);
  });

  it("asks listening questions without a voice in the browser, and offline as well", async () => {
    const { page, context } = await studying(["listening"]);
    // The kit's sounds are fetched ahead: two words and their sentences.
    const kept = () =>
      page.evaluate(async () => {
        const [name = ""] = (await caches.keys()).filter((one) => one.startsWith("sounds."));
        return (await (await caches.open(name)).keys()).length;
      });
    await expect.poll(kept).toBe(4);
    await context.setOffline(true);
    const asked = voice.asked.length;
    const next = page.getByRole("button", { name: "Next" });
    for (let word = 0; word < 2; word += 1) {
      const before = await page.locator("h1").innerText();
      await next.click();
      await expect.poll(() => page.locator("h1").innerText()).not.toBe(before);
    }
    await page.getByText("What does the word you hear mean?").last().waitFor();
    const heard = (await heardSounds(page)).length;
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(async () => (await heardSounds(page)).length).toBeGreaterThan(heard);
    await lastHeard(page);
    expect(voice.asked).toHaveLength(asked);
    await context.setOffline(false);
  });

  it("goes from this browser with the learner", async () => {
    const { page } = await studying(["recall"]);
    const names = () => page.evaluate(() => caches.keys());
    const sounds = async () => (await names()).filter((one) => one.startsWith("sounds."));
    await expect.poll(sounds).toHaveLength(1);
    await page.goto("/");
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL("**/welcome**");
    await expect.poll(sounds).toEqual([]);
  });
});
