import * as contract from "@wordloom/contract";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdmin } from "@wordloom/testing/content/accounts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { axe } from "@wordloom/testing/browser/axe";
import { goTo, settled } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newAdmin, type AdminVisit } from "../../testing/admins.ts";
import { pagePaths } from "../../testing/page-paths.ts";
import { superActs, type SuperAct } from "../../testing/super-acts.ts";

// Compares what each role is offered with what the contract permits.

const LEARNER = "a-learner";

let service: TestService;
/** One page per role for all tests: moving between pages does not reload the console. */
let plain: AdminVisit;
let superior: AdminVisit;
const refused: string[] = [];

beforeAll(async () => {
  // Heavy reads run in a thread of their own, as in production.
  service = await openService(
    { STARTER_WORDBOOKS: "false", PROBE_ENABLED: "true" },
    { readsApart: true },
  );
  await addPlainLearners(service.app.deps.database, [LEARNER]);
  await addAdmin(service.app.deps, "somebody", "admin");
  [plain, superior] = await Promise.all([
    newAdmin(service, "admin", { missesNothing: true }),
    newAdmin(service, "super_admin", { missesNothing: true }),
  ]);
  await superior.ask("POST", "/updates/backups");
  await Promise.all([enter(plain, "admin"), enter(superior, "super_admin")]);
});
afterAll(async () => {
  await Promise.all([plain, superior].map(({ context }) => context.close()));
  await service.close();
});

async function enter({ page }: AdminVisit, role: string): Promise<void> {
  page.on("response", (reply) => {
    const isRefused = reply.status() === 401 || reply.status() === 403;
    if (isRefused) refused.push(`${role}: ${reply.request().method()} ${reply.url()}`);
  });
  await page.goto("/admin");
  await settled(page);
}

/**
 * Pages that look the same for everyone and whose accessibility another test checks: in Chinese, or
 * in the page's own test while it is empty.
 */
const judgedElsewhere = new Set<string>([
  ...[pagePaths.overview, pagePaths.users, pagePaths.parameters, pagePaths.settings],
  ...[pagePaths.workers, pagePaths.database, pagePaths.quality],
  ...[pagePaths.questions, pagePaths.center_question],
  ...[pagePaths.events, pagePaths.own, pagePaths.machine],
]);

describe("every page", () => {
  const entered = Object.entries(pagePaths).map(([name, path]) => {
    const isJudged = !judgedElsewhere.has(path);
    return [name, isJudged ? ", and is accessible as administrators see it" : "", path] as const;
  });

  it.each(entered)("%s requests nothing that a role may not read%s", async (_, judged, path) => {
    await Promise.all([plain, superior].map(({ page }) => goTo(page, `/admin${path}`)));
    expect(refused).toEqual([]);
    // Of the two roles, this one also sees disabled controls.
    if (judged !== "") expect(await axe(plain.page)).toEqual([]);
  });
});

const superNames = [...contract.endpointNames(contract)]
  .filter(([{ access }]) => access === "super")
  .map(([, name]) => name);

/** The control of an act, on the page that offers it. */
async function controlOf(
  page: Page,
  { at, menu, isOfChosen = false, name }: SuperAct,
): Promise<Locator> {
  await goTo(page, `/admin${at.replace(":learner", LEARNER)}`);
  if (isOfChosen) await page.getByRole("row").nth(1).getByRole("checkbox").check();
  if (menu === undefined) return page.getByRole("button", { name, exact: true });
  await page.getByRole("button", { name: menu }).first().click();
  return page.getByRole("menuitem", { name, exact: true });
}

describe("what only super administrators may do", () => {
  it("is known for every endpoint of the contract", () => {
    expect(superNames.toSorted()).toEqual(Object.keys(superActs).toSorted());
  });

  const offered = Object.entries(superActs).flatMap(([name, act]) =>
    typeof act === "string" ? [] : [{ ...act, act: name }],
  );

  it.each(offered)("$act is shown to others with the reason", async (act) => {
    const withheld = await controlOf(plain.page, act);
    await expect.poll(() => withheld.isEnabled()).toBe(false);
    await expect.poll(() => plain.page.getByText(act.reason).first().isVisible()).toBe(true);
    const allowed = await controlOf(superior.page, act);
    await expect.poll(() => allowed.isEnabled()).toBe(true);
    expect(await superior.page.getByText(act.reason).count()).toBe(0);
    await Promise.all([plain, superior].map(({ page }) => page.keyboard.press("Escape")));
  });

  it("is offered without errors on the pages", () => {
    // Includes errors that appeared only after the next page had opened.
    expect([...plain.faults, ...superior.faults, ...refused]).toEqual([]);
  });
});
