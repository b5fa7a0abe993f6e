import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axe } from "@wordloom/testing/browser/axe";
import { inPageOfItsOwn, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { chooseStarterBook } from "../../../testing/study.ts";
import { handOn } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

// What we check: a newer version of the app loads as the operator wants, and never during study.
// The test replaces the browser's service worker: it has the newer version once the app has looked
// for it, and records when the app tells it to take over.
let service: TestService;
let learner: Learner;
beforeAll(async () => {
  service = await openService();
});
afterEach((test) => handOn(test, [learner]));
afterAll(() => service.close());

const desktop = { width: 1280, height: 800 };

/** A learner whose browser finds a newer version when it looks for one. */
async function opened(path: string, isQuiet: boolean): Promise<void> {
  learner = await inPageOfItsOwn(await newLearner(service, desktop));
  await chooseStarterBook(learner);
  const { page } = learner;
  await page.addInitScript(keepFiles);
  await page.route("**/api/status", async (route) => {
    const reply = await route.fetch();
    const { data } = (await reply.json()) as { data: object };
    await route.fulfill({
      json: { success: true, data: { ...data, webPwaSilentUpdate: isQuiet } },
    });
  });
  const stream = page.waitForRequest("**/api/realtime/events?*");
  const status = page.waitForResponse("**/api/status");
  await page.goto(path);
  await Promise.all([stream, status]);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** Announces a version until the page has received it, since its stream may still be opening. */
async function announce(message: string | null): Promise<void> {
  const notice = { type: "update_available", version: "v9.0.0", channel: "stable" } as const;
  const looked = () => learner.page.evaluate(() => (globalThis as unknown as Noted).looked);
  await expect
    .poll(() => {
      service.app.deps.events.toAll({ ...notice, message });
      return looked();
    })
    .toBeGreaterThan(0);
}

const tookOver = () => learner.page.evaluate(() => (globalThis as unknown as Noted).said);

describe("a newer version of the app", () => {
  it("is offered in the operator's words, and loaded on a press", async () => {
    await opened("/words", false);
    await announce("Version 9 brings pictures.");
    const { page, faults } = learner;
    await page.getByText("Version 9 brings pictures.").waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await tookOver()).toEqual([]);
    await page.getByRole("button", { name: "Update now" }).click();
    await expect.poll(tookOver).toEqual(["take over"]);
    expect(faults).toEqual([]);
  });

  it("loads by itself if allowed, but not before a session is left", async () => {
    await opened("/study", true);
    await announce(null);
    const { page } = learner;
    expect(await tookOver()).toEqual([]);
    await page.getByRole("link", { name: "Exit" }).click();
    await expect.poll(tookOver).toContain("take over");
    expect(await page.getByText("A new version is ready.").count()).toBe(0);
  });
});

describe("a version that the service no longer accepts", () => {
  const showsNotice = () =>
    learner.page.getByText("This version of the app is no longer supported.").waitFor();

  it.each(["/start", "/welcome"])("shows a notice at %s", async (path) => {
    learner = await newLearner(service, desktop);
    await chooseStarterBook(learner);
    const { page } = learner;
    await page.route("**/api/status", async (route) => {
      const reply = await route.fetch();
      const { data } = (await reply.json()) as { data: object };
      await route.fulfill({ json: { success: true, data: { ...data, forceUpgrade: true } } });
    });
    if (path === "/welcome") await page.evaluate(() => localStorage.clear());
    await page.goto(path);
    await showsNotice();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await axe(page)).toEqual([]);
  });
});

describe("the first run", () => {
  it("reports when the service is down or in maintenance, and resumes", async () => {
    learner = await newLearner(service, desktop);
    const { page } = learner;
    await page.goto("/start");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    const books = page.getByRole("checkbox").first();
    await books.waitFor();
    await learner.context.setOffline(true);
    await page.getByText("You’re offline.").waitFor();
    await learner.context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    service.app.deps.maintenance.set(true);
    await page.getByRole("heading", { name: "Down for maintenance" }).waitFor();
    service.app.deps.maintenance.set(false);
    await books.waitFor();
  });

  it("reports a lost network even after a reply that was in transit", async () => {
    learner = await newLearner(service, desktop);
    const { page, context } = learner;
    // The clock is set below, so the browser is not handed on.
    learner = { ...learner, leave: () => context.close() };
    const arrival = Promise.withResolvers<void>();
    await page.route("**/api/wordbook-center/settings", async (route) => {
      const response = await route.fetch();
      await arrival.promise;
      await route.fulfill({ response });
    });
    await page.goto("/start");
    const asked = page.waitForRequest("**/api/wordbook-center/settings");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await asked;
    await page.clock.install();
    await context.setOffline(true);
    const notice = page.getByText("You’re offline.");
    await notice.waitFor();
    arrival.resolve();
    await notice.waitFor({ state: "detached" });
    await page.clock.runFor(5_000);
    await notice.waitFor();
    await context.setOffline(false);
  });
});

interface Noted {
  said: string[];
  looked: number;
}

/** Runs in the page. */
function keepFiles(): void {
  const noted = globalThis as unknown as Noted;
  Object.assign(noted, { said: [], looked: 0 });
  const worker = Object.assign(new EventTarget(), {
    state: "installed",
    postMessage: (text: string) => void noted.said.push(text),
  });
  const registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: worker,
    async update() {
      noted.looked += 1;
      if (noted.looked === 1) registration.dispatchEvent(new Event("updatefound"));
    },
  });
  const keeper = Object.assign(new EventTarget(), {
    controller: worker,
    register: async () => registration,
  });
  Object.defineProperty(navigator, "serviceWorker", { value: keeper });
}
