import { afterAll, afterEach, expect } from "vitest";
import type { View } from "../../learner/testing/browser.ts";
import type { TestService } from "../../learner/testing/service.ts";
import { keepSignIn, newAdmin, type AdminVisit } from "./admins.ts";

type Role = "super_admin" | "admin";

interface Consoles {
  /** An administrator whose page shows nothing yet. */
  readonly take: (role?: Role, view?: View) => Promise<AdminVisit>;
  /** An administrator whose page stands at an address below `/admin`. */
  readonly enter: (path: string, role?: Role, view?: View) => Promise<AdminVisit>;
}

interface Kept {
  readonly kind: string;
  readonly visit: AdminVisit;
}

/**
 * Consoles for the tests of a file. A browser of its own for each test would cost more than most
 * of what is then done in it; so a test gets one that an earlier test has left, if one of the same
 * role and look is free. The console is loaded anew in it, and nothing is kept but the sign-in.
 *
 * Not for tests that end the sign-in, stop the browser's clock or add scripts: they take
 * `newAdmin`.
 *
 * @param service  asked each time
 */
export function consolesOfFile(service: () => TestService): Consoles {
  const free: Kept[] = [];
  const used: Kept[] = [];
  afterEach(async ({ task }) => {
    const left = used.splice(0);
    const isWell = task.result?.state !== "fail";
    await Promise.all(left.map(({ visit }) => (isWell ? leave(visit) : visit.context.close())));
    if (!isWell) return;
    free.push(...left);
    for (const { visit } of left) expect(visit.faults.splice(0)).toEqual([]);
  });
  afterAll(() => Promise.all(free.map(({ visit }) => visit.leave())));
  const take: Consoles["take"] = async (role = "super_admin", view = {}) => {
    const kind = JSON.stringify([role, view]);
    const at = free.findIndex((kept) => kept.kind === kind);
    const [kept = { kind, visit: await newAdmin(service(), role, view) }] =
      at < 0 ? [] : free.splice(at, 1);
    used.push(kept);
    return kept.visit;
  };
  return {
    take,
    async enter(path, role, view) {
      const visit = await take(role, view);
      await visit.page.goto(`/admin${path}`);
      return visit;
    },
  };
}

/** Ends what the page does, and forgets what it has kept. */
async function leave({ page, token }: AdminVisit): Promise<void> {
  // So it has been left, and was only asked since.
  if (page.url() === "about:blank") return;
  await page.unrouteAll();
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await keepSignIn(page, token);
  const isGone = page.waitForURL("about:blank");
  await page.evaluate(() => location.replace("about:blank"));
  await isGone;
}
