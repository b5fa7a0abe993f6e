import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { type View } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { notifyAdmins } from "@wordloom/server/features/accounts/admin-notices/admin-notices.service";
import { storeWords } from "@wordloom/server/features/library/words/word-store.service";
import { transact } from "@wordloom/server/platform/database/transaction";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";
import { pastMidnight } from "../../../testing/past-midnight.ts";
import { giveUpAnswers } from "../../../testing/troubles.ts";

const WEEK_MS = 7 * 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  pastMidnight(service);
  const { deps } = service.app;
  const words = ["plum", "pear", "quince"].map((text) => ({ id: text, text, meaning: "a fruit" }));
  await transact(deps.database, (tx) => storeWords(deps, tx, words));
  const at = (ms: number) => new Date(ms).toISOString();
  const nowMs = deps.clock.nowMs();
  await giveAnswers(deps, [
    [at(nowMs - WEEK_MS), words[0]!.id],
    ...words.map(({ id }) => [at(nowMs), id] as const),
  ]);
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);
const visit = (path = "", view: View = {}) => enter(path, "admin", view);

/** Makes the console reload the overview. */
function missAWorker(): void {
  const event = { type: "worker_missed", workerName: "daily_backup", missCount: 3 } as const;
  service.app.deps.events.toAdmins(event);
}

const notify = () =>
  notifyAdmins(service.app.deps, {
    kind: "dead_letter",
    subject: "answers",
    severity: "warning",
    code: "answer_given_up",
    args: {},
  });

describe("the overview", () => {
  it("compares today with the same time a week ago, in figures and hour by hour", async () => {
    const { page } = await visit();
    const answers = page
      .getByRole("row")
      .filter({ has: page.getByText("Answers", { exact: true }) });
    await expect.poll(() => answers.getByRole("cell").allTextContents()).toEqual(["3", "+2"]);
    await page.getByText("3 answers so far today; 1 by this time a week ago.").waitFor();
    await page.getByText("Show as a table").click();
    const hours = page.getByRole("table", { name: "Answers: today vs. a week ago" });
    const counts = (await hours.getByRole("cell").allTextContents()).map(Number);
    const [today, then] = [0, 1].map((column) => counts.filter((_, at) => at % 2 === column));
    const sumOf = (some: number[] = []) =>
      some.reduce((sum, count) => sum + (Number.isNaN(count) ? 0 : count), 0);
    expect([sumOf(today), sumOf(then)]).toEqual([3, 1]);
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("shows items that need attention as soon as an event reports them", async () => {
    const { page } = await visit();
    await page.getByText("Nothing needs your attention.").waitFor();
    await giveUpAnswers(service, "grace", ["disk full"]);
    await notify();
    await page.getByRole("link", { name: "1 dead letter", exact: true }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Monitoring 1" }).waitFor();
  });

  it("counts late workers among those items, and links to them", async () => {
    const { page } = await visit();
    await page.route("**/api/admin/dashboard/overview*", async (call) => {
      const reply = await call.fetch();
      const { data, ...rest } = (await reply.json()) as { data: { waiting: object } };
      const waiting = { ...data.waiting, missedWorkers: 2 };
      await call.fulfill({ json: { ...rest, data: { ...data, waiting } } });
    });
    missAWorker();
    await page.getByRole("link", { name: "2 overdue workers" }).click();
    await page.getByRole("radio", { name: "Failed or overdue" }).waitFor();
    expect(new URL(page.url()).searchParams.get("show")).toBe("ailing");
  });

  it("says how old a part is if it could not be refreshed", async () => {
    const { page } = await visit();
    await page.route("**/api/admin/dashboard/overview*", (call) =>
      call.fulfill({ status: 429, json: { success: false, code: "RATE_LIMITED", message: "" } }),
    );
    missAWorker();
    await page.getByText(/^Last updated .*; couldn’t refresh\.$/).waitFor();
    await page.getByRole("heading", { name: "Needs your attention" }).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("says how old everything is while the service is unreachable", async () => {
    const { page, context, giveUp } = await visit();
    // Its clock cannot be restored.
    giveUp();
    await page.clock.install();
    await context.setOffline(true);
    await page.getByText(/Showing data received/).waitFor();
    // Advanced only now: earlier, the periodic refresh would have made the data new.
    await page.clock.fastForward("05:00");
    await page.getByText(/Showing data received \d+ minutes ago/).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await context.setOffline(false);
  });

  it.each(["", "/users"])("fits on a phone: %s", async (path) => {
    const { page } = await visit(path, { width: 390, height: 844, touch: true });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(await axeInBothThemes(page)).toEqual([]);
    if (path === "")
      await page.getByText("3 answers so far today; 1 by this time a week ago.").waitFor();
    else await page.getByRole("rowheader", { name: "Learner u1" }).waitFor();
  });
});
