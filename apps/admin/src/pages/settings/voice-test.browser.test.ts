import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { lastHeard, listenToSounds } from "@wordloom/testing/browser/heard-sounds";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import {
  badVoices,
  openLocalVoice,
  toneOf,
  type LocalVoice,
} from "@wordloom/testing/neighbors/local-voice";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let voice: LocalVoice;
let service: TestService;
beforeAll(async () => {
  voice = await openLocalVoice(toneOf(300));
  service = await openService({ STARTER_WORDBOOKS: "false", ...voice.settings });
});
afterAll(async () => {
  await service.close();
  await voice.close();
});

const visits = visitsOfEachTest();
const enter = sharedConsolesOfFile(() => service);

describe("the test of the service's voices", () => {
  it("lists the engines, plays the recording, and says why there is none", async () => {
    const visit = await enter("/settings?part=machine", "super_admin", {
      width: 1440,
      height: 900,
    });
    visits.push(visit);
    const { page } = visit;
    await page.addInitScript(listenToSounds);
    await page.reload();
    await page.getByText("Speech service", { exact: true }).waitFor();
    await page.getByText("English, British English, German").waitFor();
    await page.getByLabel("Text (optional)").fill("Can you hear me?");
    const test = page.getByRole("button", { name: "Play a test" });
    await test.click();
    await page.getByText(/^Speech service, voice amy: [\d,]+ ms$/).waitFor();
    expect((await lastHeard(page)).peak).toBeGreaterThan(0.1);
    expect(voice.asked.at(-1)?.input).toBe("Can you hear me?");
    expect(await axeInBothThemes(page)).toEqual([]);
    voice.behave(badVoices["answers 500"]!);
    await test.click();
    await page.getByText("No recording: the service answered 500: {}").waitFor();
  });
});
