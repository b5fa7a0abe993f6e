import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPage, settled } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newPlainAdmin } from "../../testing/admins.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(() => service.close());

let learner: Learner;
let context: BrowserContext;
beforeEach(async () => {
  learner = await newLearner(service, { width: 1280, height: 800 });
  context = learner.context;
});
afterEach(async () => {
  await context.close();
  // The service notices with a delay that the streams have ended; the next test counts its own.
  await expect.poll(openStreams).toBe(0);
});

/** The number that operators see. */
async function openStreams(): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^sse_connections (\d+)$/m.exec(metrics)?.[1]);
}

async function openTab(path: string): Promise<Page> {
  const { page } = await openPage(context);
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return page;
}

async function openTabs(paths: readonly string[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const path of paths) pages.push(await openTab(path));
  return pages;
}

/** Signs in an administrator in every tab of the learner's browser. */
async function signAdminIn(): Promise<void> {
  const { token } = await newPlainAdmin(service);
  const { page } = learner;
  await page.evaluate((kept) => localStorage.setItem("wordloom.admin-token", kept), token);
}

const forced = (page: Page) => page.getByText("This version of the app is no longer supported.");
const tell = (type: "upgrade_required" | "upgrade_cleared") =>
  service.app.deps.events.toUser(
    learner.id,
    type === "upgrade_required"
      ? { type, latestVersion: "v9.0.0", message: null }
      : { type, origin: "gate" },
  );

/** Expects every tab to show an event from the stream, and to remove it when it ends. */
async function expectAllHear(pages: readonly Page[]): Promise<void> {
  tell("upgrade_required");
  for (const page of pages) await forced(page).waitFor();
  tell("upgrade_cleared");
  for (const page of pages) await forced(page).waitFor({ state: "detached" });
}

/** A tab joins the shared stream a moment after its first screen. */
async function untilAllTakePart(pages: readonly Page[]): Promise<void> {
  const hearing = () => {
    tell("upgrade_required");
    return Promise.all(pages.map((page) => forced(page).isVisible()));
  };
  await expect.poll(hearing).toEqual(pages.map(() => true));
  tell("upgrade_cleared");
  for (const page of pages) await forced(page).waitFor({ state: "detached" });
}

async function expectConsolesHear(pages: readonly Page[]): Promise<void> {
  const read = pages.map((page) =>
    page.waitForResponse((reply) => reply.url().includes("/dashboard/overview")),
  );
  service.app.deps.events.toAdmins({ type: "resync" });
  await Promise.all(read);
}

describe("one browser over HTTP/1.1", () => {
  it("opens one stream for learner tabs and one for consoles, and still loads pages", async () => {
    await signAdminIn();
    const learnerTabs = await openTabs(["/books", "/words", "/today", "/books"]);
    const consoles = await openTabs(["/admin/", "/admin/learners", "/admin/"]);
    await untilAllTakePart(learnerTabs);
    await expect.poll(openStreams).toBe(2);
    await expectConsolesHear(consoles);
    learnerTabs.push(await openTab("/today"));
    consoles.push(await openTab("/admin/audit"));
    for (const tab of [...learnerTabs, ...consoles]) {
      expect(await tab.evaluate(async () => (await fetch("/api/status")).status)).toBe(200);
    }
    await expect.poll(openStreams).toBe(2);
  });
});

describe("an event that arrives while the state of the app is being read", () => {
  it("outlasts the reply, which is older", async () => {
    const [page] = (await openTabs(["/books"])) as [Page];
    await untilAllTakePart([page]);
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/api/status", async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response });
    });
    service.app.deps.events.toUser(learner.id, { type: "resync" });
    await asked.promise;
    tell("upgrade_required");
    await forced(page).waitFor();
    const replied = page.waitForResponse("**/api/status");
    held.resolve();
    await (await replied).finished();
    await settled(page);
    expect(await forced(page).isVisible()).toBe(true);
  });
});

describe("the tab that holds the stream", () => {
  it("hands it to another tab when it is closed", async () => {
    await signAdminIn();
    const tabs = await openTabs(["/books", "/books", "/books"]);
    const adminTabs = await openTabs(["/admin/", "/admin/", "/admin/"]);
    await untilAllTakePart(tabs);
    await expect.poll(openStreams).toBe(2);
    await expectConsolesHear(adminTabs);
    const [[holder, ...others], [adminHolder, ...consoles]] = [tabs, adminTabs];
    // Events sent before the next stream is open arrive with that stream.
    await Promise.all([holder, adminHolder].map((page) => page?.close()));
    await expectAllHear(others);
    await expectConsolesHear(consoles);
    await expect.poll(openStreams).toBe(2);
  });

  it("hands it on when it is frozen, and receives events again when it resumes", async () => {
    const [holder, other] = (await openTabs(["/books", "/books"])) as [Page, Page];
    await untilAllTakePart([holder, other]);
    await expect.poll(openStreams).toBe(1);
    await holder.evaluate(() => document.dispatchEvent(new Event("freeze", { bubbles: true })));
    await expectAllHear([other]);
    // It cannot learn which events it missed, so it reloads the data on the screen.
    const again = holder.waitForResponse((reply) => reply.url().includes("/api/status"));
    await holder.evaluate(() => document.dispatchEvent(new Event("resume", { bubbles: true })));
    await again;
    await expectAllHear([holder, other]);
  });

  it("reloads its data when it resumes, even if it had received no event before", async () => {
    const [holder] = (await openTabs(["/books", "/books"])) as [Page, Page];
    let reads = 0;
    await expect.poll(openStreams).toBe(1);
    await settled(holder);
    holder.on("request", (request) => (reads += Number(request.url().includes("/api/status"))));
    const resume = async () => {
      for (const type of ["freeze", "resume"]) {
        await holder.evaluate((name) => document.dispatchEvent(new Event(name)), type);
      }
      return reads;
    };
    await expect.poll(resume, { interval: 500 }).toBeGreaterThan(0);
  });

  it("loses it to a visible tab if it does not answer", async () => {
    const [holder, other] = (await openTabs(["/books", "/books"])) as [Page, Page];
    await expect.poll(openStreams).toBe(1);
    // The tabs hold other locks, too, for a moment.
    const heldBy = () =>
      other.evaluate(async () => {
        const { held = [] } = await navigator.locks.query();
        return held.find(({ name }) => name?.startsWith("wordloom.events:"))?.clientId;
      });
    const before = await heldBy();
    expect(before).toBeDefined();
    // Simulates a suspended page, which keeps the lock but receives no messages.
    const lost = Promise.withResolvers<void>();
    await holder.route("**/suspended", async (route) => {
      await lost.promise;
      await route.fulfill({ body: "" });
    });
    const isHeld = holder.evaluate(() => {
      localStorage.setItem("suspended", "true");
      const call = new XMLHttpRequest();
      call.open("GET", "/suspended", false);
      call.send();
    });
    await other.waitForFunction(() => localStorage.getItem("suspended") !== null);
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(heldBy).not.toBe(before);
    lost.resolve();
    await isHeld;
    await expectAllHear([holder, other]);
  });

  it("ends it when the learner signs out in another tab", async () => {
    const [, other] = (await openTabs(["/books", "/books"])) as [Page, Page];
    await expect.poll(openStreams).toBe(1);
    await other.getByRole("button", { name: "Your account" }).click();
    await other.getByRole("menuitem", { name: "Sign out everywhere" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect.poll(openStreams).toBe(0);
  });
});

describe("without Web Locks", () => {
  it("a tab has its own stream while it is visible", async () => {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
      let state = "visible";
      Object.defineProperty(document, "visibilityState", { get: () => state });
      addEventListener("look", (event) => {
        state = (event as CustomEvent<string>).detail;
        document.dispatchEvent(new Event("visibilitychange"));
      });
    });
    const look = (page: Page, detail: string) =>
      page.evaluate((to) => dispatchEvent(new CustomEvent("look", { detail: to })), detail);
    const [first, second] = (await openTabs(["/books", "/books"])) as [Page, Page];
    await expect.poll(openStreams).toBe(2);
    await look(first, "hidden");
    await expect.poll(openStreams).toBe(1);
    tell("upgrade_required");
    await forced(second).waitFor();
    await look(first, "visible");
    await expect.poll(openStreams).toBe(2);
    tell("upgrade_cleared");
    await forced(second).waitFor({ state: "detached" });
  });
});
