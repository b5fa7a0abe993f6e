import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gzipSize } from "@wordloom/testing/browser/gzip-size";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { studying } from "../../../testing/study.ts";

/** On a slow phone more would delay the first question beyond 2.5 seconds. */
const SCRIPTS_MAX_KIB = 160;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
const visits = visitsOfEachTest();

/** Runs in the page: other files begin to load as soon as the first word is shown. */
function noteFirstWord(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector("main h1 [lang]") === null) return;
    observer.disconnect();
    const loadedByFirstWord = performance.getEntriesByType("resource").map(({ name }) => name);
    Object.assign(globalThis, { loadedByFirstWord });
  });
  observer.observe(document, { childList: true, subtree: true });
}

describe("the first load", () => {
  it(`takes at most ${SCRIPTS_MAX_KIB} KiB of scripts before the first word is shown`, async () => {
    const learner = await studying(service, { touch: true });
    visits.push(learner);
    await learner.page.addInitScript(noteFirstWord);
    await learner.page.goto("/study", { waitUntil: "commit" });
    const shown = await learner.page.waitForFunction(
      () => (globalThis as unknown as { loadedByFirstWord?: string[] }).loadedByFirstWord,
    );
    const loaded = (await shown.jsonValue()) ?? [];
    const scripts = new Set(loaded.filter((url) => new URL(url).pathname.endsWith(".js")));
    const sizes = await Promise.all([...scripts].map(gzipSize));
    const kib = sizes.reduce((sum, size) => sum + size, 0) / 1024;
    expect(scripts.size).toBeGreaterThan(0);
    expect(kib).toBeGreaterThan(SCRIPTS_MAX_KIB / 2);
    expect(kib).toBeLessThanOrEqual(SCRIPTS_MAX_KIB);
  });
});
