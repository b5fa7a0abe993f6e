import type { Request, Response } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { goTo, settled, type View } from "@wordloom/testing/browser/pages";
import type { TestService } from "@wordloom/testing/service/web-service";
import { handOn, type TestVisit } from "@wordloom/testing/browser/visits-of-tests";
import { newAdmin, type AdminVisit } from "./admins.ts";

/** A console that several tests share, because reloading it costs more. */
interface SharedConsole extends AdminVisit {
  /** Reloads its data, after a change that no event reports. */
  readonly readAgain: () => Promise<void>;
  /** Leaves the page and returns to the same address: the page's state is lost, the rest stays. */
  readonly comeAgain: () => Promise<void>;
  /**
   * Closes it after the test, because other tests could not use its clock or its sign-in. For the
   * last test that uses it.
   */
  readonly giveUp: () => void;
}

/** Returns an administrator with a page at an address below `/admin` that receives events. */
export type EnterConsole = (
  path: string,
  role?: "super_admin" | "admin",
  view?: View,
) => Promise<SharedConsole>;

interface Standing {
  readonly look: string;
  readonly visit: AdminVisit;
  /** Resolves once the page has all replies that it has requested. */
  readonly quiet: () => Promise<void>;
  /** Resolves once the service has answered with the stream. */
  readonly hears: Promise<void>;
  readonly unwatch: () => void;
  isTaken: boolean;
  isGivenUp: boolean;
}

const STREAM = "text/event-stream";

/** No page of the console has this address, so no page's state survives there. */
const NOWHERE = "/admin/nowhere";

/**
 * Consoles that the tests of a file use one after the other without reloading, which would cost
 * more than most tests. Each test starts by a link, and the console reloads its data there, as
 * after an interruption of its stream. A console is not reused after a failed test.
 * Not for tests of state that lasts as long as the page, such as drafts. A test that stops the
 * browser's clock, or ends the sign-in for good, must call `giveUp`.
 * @param service  read for each test
 */
export function sharedConsolesOfFile(service: () => TestService): EnterConsole {
  let all: readonly Standing[] = [];
  afterEach(async (test) => {
    const taken = all.filter(({ isTaken }) => isTaken);
    if (!(await handOn(test, taken.map(handedOn)))) {
      all = all.filter(({ isTaken }) => !isTaken);
      return;
    }
    for (const standing of taken) standing.isTaken = false;
    all = all.filter(({ isGivenUp }) => !isGivenUp);
    expect(taken.flatMap(({ visit }) => visit.faults.splice(0))).toEqual([]);
  });
  afterAll(() =>
    Promise.all(
      all.map(({ visit, unwatch }) => {
        unwatch();
        return visit.leave();
      }),
    ),
  );
  const consoleOf = (standing: Standing): SharedConsole => ({
    ...standing.visit,
    giveUp: () => void (standing.isGivenUp = true),
    async readAgain() {
      await refreshReplies(service(), standing.visit, all.length);
      await standing.quiet();
    },
    async comeAgain() {
      const { page } = standing.visit;
      const { pathname, search } = new URL(page.url());
      await goNowhere(standing.visit);
      await goTo(page, pathname + search);
      await standing.quiet();
    },
  });
  return async (path, role = "super_admin", { width = 1440, height = 900, ...view } = {}) => {
    const look = JSON.stringify([role, view]);
    const free = all.find((standing) => !standing.isTaken && standing.look === look);
    if (free === undefined) {
      const visit = await newAdmin(service(), role, { ...view, width, height });
      const standing = stand(look, visit);
      all = [...all, standing];
      await visit.page.goto(`/admin${path}`);
      await Promise.all([settled(visit.page), standing.hears]);
      return consoleOf(standing);
    }
    const { visit, quiet } = free;
    free.isTaken = true;
    await visit.page.setViewportSize({ width, height });
    await refreshReplies(service(), visit, all.length);
    await goTo(visit.page, `/admin${path}`);
    // Until then it shows the old data.
    await quiet();
    return consoleOf(free);
  };
}

/** Watches the page's requests, from before it is loaded. */
function stand(look: string, visit: AdminVisit): Standing {
  const { page } = visit;
  const asked = new Set<Request>();
  const isOver = (request: Request) => void asked.delete(request);
  const onRequest = (request: Request) => {
    // A stream is retried while the service is unreachable, and never finishes.
    const isStream = request.headers()["accept"] === STREAM;
    if (!isStream && request.url().includes("/api/")) asked.add(request);
  };
  const watched = [
    ["request", onRequest],
    ["requestfinished", isOver],
    ["requestfailed", isOver],
  ] as const;
  const { promise: hears, resolve: hear } = Promise.withResolvers<void>();
  const onReply = (reply: Response) => {
    if (reply.headers()["content-type"]?.startsWith(STREAM) === true) hear();
  };
  for (const [name, listener] of watched) page.on(name as "request", listener);
  page.on("response", onReply);
  const unwatch = () => {
    for (const [name, listener] of watched) page.off(name as "request", listener);
    page.off("response", onReply);
  };
  const quiet = async () => {
    const waiting = () => [...asked].map((request) => `${request.method()} ${request.url()}`);
    await expect.poll(waiting, { interval: 10 }).toEqual([]);
    // Waits until it is drawn.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  return { look, visit, quiet, hears, unwatch, isTaken: true, isGivenUp: false };
}

/**
 * The visit given to tests: closing it keeps the page loaded. A console that was given up is
 * closed.
 */
function handedOn({ visit, quiet, isGivenUp }: Standing): TestVisit {
  const { context, faults } = visit;
  if (isGivenUp) return { context, faults };
  return {
    context,
    faults,
    async leave() {
      await leave(visit);
      // The next test may stop the service, so no request may be pending.
      await quiet();
    },
  };
}

/** Leaves the page, and removes what a test left outside it. */
async function leave(visit: AdminVisit): Promise<void> {
  const { page } = visit;
  await page.unrouteAll();
  await page.evaluate(() => {
    localStorage.clear();
    // The close buttons of toasts, which stay when the page changes.
    const last = "[role=region][popover] button:last-child";
    for (const button of document.querySelectorAll<HTMLElement>(last)) button.click();
  });
  await goNowhere(visit);
}

async function goNowhere({ page }: AdminVisit): Promise<void> {
  await goTo(page, NOWHERE);
  await page.getByRole("heading", { name: "Page not found." }).waitFor();
}

/** Makes the console consider all replies stale, because the service has been changed since. */
async function refreshReplies(service: TestService, { page }: AdminVisit, consoles: number) {
  const { events } = service.app.deps;
  await expect.poll(() => events.adminStreams()).toBeGreaterThanOrEqual(consoles);
  // Every page reads this: once it arrives, all other replies count as stale, too.
  const again = page.waitForResponse((reply) => reply.url().includes("/dashboard/overview"));
  events.toAdmins({ type: "resync" });
  await again;
}
