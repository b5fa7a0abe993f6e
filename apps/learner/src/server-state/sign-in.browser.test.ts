import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newLearner, signUp } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { openSlowLine } from "../../testing/slow-line.ts";

const RENEWAL_LOCK = "wordloom.refresh";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(() => service.close());

const refresh = "**/api/auth/refresh";

/** Holds renewals until `go`, and counts them. */
async function holdRenewals(context: BrowserContext) {
  const held = Promise.withResolvers<void>();
  const renewals = { asked: 0, go: () => held.resolve() };
  await context.route(refresh, async (route) => {
    renewals.asked += 1;
    await held.promise;
    await route.continue();
  });
  return renewals;
}

/** Delays messages between tabs past everything else, as a busy phone may. */
const withLateMessages = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message: unknown) {
      setTimeout(() => postMessage.call(this, message), 200);
    };
  });

/** Counts the tabs that wait for another to renew the sign-in; they also wait for other locks. */
const waitingTabs = (page: Page) =>
  page.evaluate(async (name) => {
    const { pending = [] } = await navigator.locks.query();
    return pending.filter((lock) => lock.name === name).length;
  }, RENEWAL_LOCK);

describe("tabs that are opened at the same time", () => {
  it("renew the sign-in once for all of them", async () => {
    const { page } = await newLearner(service, { width: 1280, height: 800 });
    const context = page.context();
    await withLateMessages(context);
    const tabs = [page, await context.newPage(), await context.newPage()];
    const renewals = await holdRenewals(context);
    await Promise.all(tabs.map((tab) => tab.goto("/books")));
    await expect.poll(() => waitingTabs(page)).toBe(tabs.length - 1);
    renewals.go();
    for (const tab of tabs) await tab.getByText("My lists").first().waitFor();
    expect(renewals.asked).toBe(1);
  });
});

describe("a page that is left while its sign-in is being renewed", () => {
  it("does not end the sign-in", async () => {
    const line = await openSlowLine(service.url);
    const { page, context } = await signUp(line.url, { width: 1280, height: 800 });
    // The service has invalidated the old token; the new one has not arrived yet.
    const kept = line.keep("refresh_token=");
    await page.goto("/books", { waitUntil: "commit" });
    const arrive = await kept;
    const answered = (status: number) =>
      page.waitForResponse((reply) => reply.url().includes("refresh") && reply.status() === status);
    const [refused, renewed] = [answered(401), answered(200)];
    await page.goto("/books");
    await refused;
    arrive();
    await renewed;
    await page.getByText("My lists").first().waitFor();
    await context.close();
    line.close();
  });
});

describe("a renewal whose reply is lost", () => {
  /** The service's refusal of a replaced token, until it considers the reply lost. */
  const raced = {
    status: 401,
    headers: { "retry-after": "1" },
    json: { success: false, code: "AUTH_REFRESH_RACED", message: "", traceId: "t" },
  };

  it("keeps the learner signed in, as if offline, until the service repeats it", async () => {
    const { page } = await newLearner(service, { width: 1280, height: 800 });
    await page.context().route(refresh, (route) => route.fulfill(raced));
    await page.goto("/books");
    await page.getByText("Offline").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/books");
    await page.context().unroute(refresh);
    await page.getByText("My lists").first().waitFor();
    await expect.poll(() => page.getByText("Offline").count()).toBe(0);
  });
});

describe("a refusal of a renewal by something in front of the service", () => {
  it.each([
    { status: 401, contentType: "text/html", body: "<h1>Sign in to the hotel</h1>" },
    { status: 403, json: { error: "blocked" } },
  ])("does not end the sign-in: $status", async (reply) => {
    const { page } = await newLearner(service, { width: 1280, height: 800 });
    await page.context().route(refresh, (route) => route.fulfill(reply));
    const refused = page.waitForResponse((each) => each.url().endsWith("/api/auth/refresh"));
    await page.goto("/books");
    await refused;
    await page.getByText("My lists").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/books");
    await page.context().unroute(refresh);
    await page.reload();
    await page.getByText("My lists").first().waitFor();
  });
});
