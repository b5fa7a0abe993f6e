import type { Request, Response } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { goTo, settled, type View } from "@wordloom/testing/browser/pages";
import type { TestService } from "@wordloom/testing/service/web-service";
import { handOn, type TestVisit } from "@wordloom/testing/browser/visits-of-tests";
import { newAdmin, type AdminVisit } from "./admins.ts";

/** A console that is not loaded again: what a reload would show costs less here. */
interface StandingConsole extends AdminVisit {
  /** Reads again all that it shows: something was done of which nothing tells it. */
  readonly readAgain: () => Promise<void>;
  /** Leaves the room and comes again to the same address: nothing else is kept of the room. */
  readonly comeAgain: () => Promise<void>;
  /**
   * After the test it is closed, as its clock or its sign-in is no longer what others expect. For
   * the last test that uses it.
   */
  readonly giveUp: () => void;
}

/** An administrator whose page stands at an address below `/admin` and hears of what happens. */
export type EnterConsole = (
  path: string,
  role?: "super_admin" | "admin",
  view?: View,
) => Promise<StandingConsole>;

interface Standing {
  readonly look: string;
  readonly visit: AdminVisit;
  /** Until the page has every reply that it has asked for. */
  readonly quiet: () => Promise<void>;
  /** Once the service has answered with the stream. */
  readonly hears: Promise<void>;
  readonly unwatch: () => void;
  isTaken: boolean;
  isGivenUp: boolean;
}

const STREAM = "text/event-stream";

/** No room, so nothing of a room is left there. */
const NOWHERE = "/admin/nowhere";

/**
 * Consoles that tests of a file use one after the other without loading them again, which would
 * cost more than most of what is then done: each test is led where it begins as links lead, and the
 * console reads anew there, as after an interruption of its stream. A console of a test that failed
 * is not used again.
 *
 * Not for tests of what lasts as long as the page does, such as drafts. Whoever stops the browser's
 * clock, or ends the sign-in for good, gives the console up.
 *
 * @param service  asked each time
 */
export function standingConsolesOfFile(service: () => TestService): EnterConsole {
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
  const consoleOf = (standing: Standing): StandingConsole => ({
    ...standing.visit,
    giveUp: () => void (standing.isGivenUp = true),
    async readAgain() {
      await readAnew(service(), standing.visit, all.length);
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
    await readAnew(service(), visit, all.length);
    await goTo(visit.page, `/admin${path}`);
    // Until then it shows what it knew.
    await quiet();
    return consoleOf(free);
  };
}

/** Watches what the page asks for, from before it is loaded. */
function stand(look: string, visit: AdminVisit): Standing {
  const { page } = visit;
  const asked = new Set<Request>();
  const isOver = (request: Request) => void asked.delete(request);
  const onRequest = (request: Request) => {
    // A stream is tried again and again while the service is away, and is never over.
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
    // And it is shown.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  return { look, visit, quiet, hears, unwatch, isTaken: true, isGivenUp: false };
}

/** As it is handed on within the file: the page stays loaded. A console given up is closed. */
function handedOn({ visit, quiet, isGivenUp }: Standing): TestVisit {
  const { context, faults } = visit;
  if (isGivenUp) return { context, faults };
  return {
    context,
    faults,
    async leave() {
      await leave(visit);
      // The next test may stop the service: nothing is to be on its way then.
      await quiet();
    },
  };
}

/** Leaves the room, and takes away what a test left outside of it. */
async function leave(visit: AdminVisit): Promise<void> {
  const { page } = visit;
  await page.unrouteAll();
  await page.evaluate(() => {
    localStorage.clear();
    // The close buttons of toasts, which stay when the room changes.
    const last = "[role=region][popover] button:last-child";
    for (const button of document.querySelectorAll<HTMLElement>(last)) button.click();
  });
  await goNowhere(visit);
}

async function goNowhere({ page }: AdminVisit): Promise<void> {
  await goTo(page, NOWHERE);
  await page.getByRole("heading", { name: "Page not found." }).waitFor();
}

/** Has the console forget how fresh its replies are: the service has been changed since. */
async function readAnew(service: TestService, { page }: AdminVisit, consoles: number) {
  const { events } = service.app.deps;
  await expect.poll(() => events.adminStreams()).toBeGreaterThanOrEqual(consoles);
  // Read in every room: when it comes again, all other replies count as old, too.
  const again = page.waitForResponse((reply) => reply.url().includes("/dashboard/overview"));
  events.toAdmins({ type: "resync" });
  await again;
}
