import type { WordPublic } from "@wordloom/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { wavTone } from "@wordloom/testing/content/sounds";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { heardSounds, listenToSounds } from "@wordloom/testing/browser/heard-sounds";

// What we check: a recording that the learner adds is really heard, in a browser and a service
// without any voice. The test listens through an analyser.
const SECONDS = 0.4;
let service: TestService;
let learner: Learner;
let page: Page;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  learner = await newLearner(service, { width: 1280, height: 800 });
  ({ page } = learner);
  const { id } = await learner.ask<WordPublic>("POST", "/api/own-words", {
    ...{ text: "Haus", meaning: "house", language: "de" },
  });
  await page.addInitScript(listenToSounds);
  await page.goto(`/words/${id}`);
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const button = (name: string) => page.getByRole("button", { name, exact: true });
const own = async () =>
  (await learner.ask<{ data: WordPublic[] }>("GET", "/api/own-words")).data[0];

async function openFields(): Promise<void> {
  await button("Edit word").click();
  await page.getByText("More details").click();
}

async function chooseFile(name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Recording").setInputFiles({ name, mimeType: "audio/wav", buffer });
}

/** Waits until a sound that was begun after `earlier` others has been heard to its end. */
async function heardAfter(earlier: number): Promise<void> {
  await expect.poll(async () => (await heardSounds(page))[earlier]?.isWhole).toBe(true);
  const sound = (await heardSounds(page))[earlier];
  expect(sound?.peak).toBeGreaterThan(0.1);
  expect(sound?.seconds).toBeCloseTo(SECONDS, 1);
}

describe("the recording of a word", () => {
  it("is refused if it is none, in words", async () => {
    await openFields();
    await chooseFile("haus.wav", Buffer.from("<svg onload='alert(1)'/>"));
    await page.getByText("Use a recording", { exact: false }).waitFor();
  });

  it("is chosen from the device, heard, and saved with the word", async () => {
    await chooseFile("haus.wav", wavTone(SECONDS));
    const earlier = (await heardSounds(page)).length;
    await button("Hear the recording").click();
    await heardAfter(earlier);
    await button("Save").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(async () => (await own())?.audioUrl).toMatch(/^\/api\/media\//);
  });

  it("is heard on the word's page where nothing has a voice", async () => {
    await page.reload();
    const play = button("Play");
    await play.waitFor();
    const earlier = (await heardSounds(page)).length;
    await play.click();
    await heardAfter(earlier);
  });

  it("is removed", async () => {
    await openFields();
    await button("Remove the recording").click();
    await button("Save").click();
    await expect.poll(async () => (await own())?.audioUrl).toBeNull();
  });
});
