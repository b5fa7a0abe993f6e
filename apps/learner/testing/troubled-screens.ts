import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { openPage, settled } from "@wordloom/testing/browser/pages";
import { refuseStorage } from "./refused-storage.ts";
import type { TestService } from "@wordloom/testing/service/web-service";

/** Takes a picture of the page under a title. */
type Photograph = (page: Page, title: string) => Promise<void>;

const answerCalls = /\/api\/(records|study\/answers)$/;

/** The screens in the middle and at the end of a session: a suggestion, then failures. */
export async function troubledSession(
  page: Page,
  service: TestService,
  photograph: Photograph,
): Promise<void> {
  // The picture must not depend on whether the engine detects fatigue after these answers.
  const interventions = [{ type: "rest", message: "", severity: "warning" }];
  const json = { success: true, data: { interventions } };
  await page.route("**/api/amas/intervention", (route) => route.fulfill({ json }));
  await page.goto("/study");
  await settled(page);
  const suggestion = page.locator("main section:has(details) a[href$='/study/done']");
  for (let steps = 0; steps < 60 && (await suggestion.count()) === 0; steps += 1) {
    await oneStep(page);
  }
  await photograph(page, "suggestion");
  await page.keyboard.press("Space");
  await oneStep(page);
  await page.context().setOffline(true);
  await page.locator("[role=status] p").first().waitFor();
  await photograph(page, "study-offline");
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.locator("[role=status] p").first().waitFor({ state: "detached" });
  service.app.deps.maintenance.set(true);
  await page.locator("[role=status] p").first().waitFor();
  await photograph(page, "study-maintenance");
  service.app.deps.maintenance.set(false);
  await page.locator("[role=status] p").first().waitFor({ state: "detached" });
  await page.route(answerCalls, (route) => refuse(route, 500, "INTERNAL"));
  while ((await page.locator("[role=status] p").count()) === 0) await oneStep(page);
  await photograph(page, "study-500");
  await page.unroute(answerCalls);
  await page.goto("/study/done");
  await settled(page);
  await photograph(page, "done");
}

/** Screens whose reads fail, and a browser that stores nothing. */
export async function troubledScreens(
  context: BrowserContext,
  photograph: Photograph,
): Promise<void> {
  const { page } = await openPage(context);
  const reads =
    /\/api\/(?!auth|users\/me|status|preferences|notifications\/(unread|pref)|realtime)/;
  for (const [status, code] of [
    [429, "RATE_LIMITED"],
    [500, "INTERNAL"],
  ] as const) {
    await page.route(reads, (route) => refuse(route, status, code));
    const lists = ["books", "progress", "sessions", "notifications", "settings/study"];
    for (const path of ["", "words", "study", ...(status === 500 ? lists : [])]) {
      await page.goto(`/${path}`);
      await page.locator("main [role=alert], main h1").first().waitFor();
      await settled(page);
      await photograph(page, `${path.replace("/", "-") || "today"}-${status}`);
    }
    await page.unroute(reads);
  }
  await withoutItsFile(page, photograph);
  await page.addInitScript(refuseStorage);
  await page.goto("/study");
  await page.locator("main").getByRole("heading", { level: 1 }).waitFor();
  await photograph(page, "study-storage-refused");
  await page.close();
}

/** A screen whose file is missing, a dialog whose file is missing, and one that crashes. */
async function withoutItsFile(page: Page, photograph: Photograph): Promise<void> {
  const progress = page.locator("nav a[href$='/progress']:visible");
  const says = (what: string) => page.locator(what).first().waitFor();
  const open = async () => {
    await page.goto("/");
    await settled(page);
  };
  await open();
  // The app does not reload itself while the service is down.
  const whetherServed = (url: URL) => url.pathname === "/progress";
  await page.route(whetherServed, (route) => route.abort());
  await page.route("**/assets/{progress-page,help-dialog}*.js", (route) => route.abort());
  await page.keyboard.press("?");
  // Toasts of badges may be on the screen too.
  await page.locator("[popover=manual] p", { hasText: await textOfMissing(page) }).waitFor();
  await photograph(page, "dialog-missing");
  await progress.click();
  await says("main [role=alert]");
  await photograph(page, "screen-missing");
  await page.unroute("**/assets/{progress-page,help-dialog}*.js");
  await page.unroute(whetherServed);
  const body = "export function ProgressPage() { throw new Error(); }";
  await page.route("**/assets/progress-page*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  await open();
  await progress.click();
  await says("main [role=alert]");
  await photograph(page, "screen-broken");
  await page.unroute("**/assets/progress-page*.js");
}

/** What the app says of a part that is missing, in the language of the page. */
async function textOfMissing(page: Page): Promise<string> {
  const language = (await page.locator("html").getAttribute("lang")) ?? "en";
  const file = import.meta.resolve(`@wordloom/web/text/${language.slice(0, 2)}/common.json`);
  const texts = JSON.parse(await readFile(new URL(file), "utf8")) as { part_missing: string };
  return texts.part_missing;
}

type Route = Parameters<Parameters<Page["route"]>[1]>[0];

function refuse(route: Route, status: number, code: string): Promise<void> {
  const json = { success: false, code, message: "no", traceId: "4bf92f3577b34da6" };
  return route.fulfill({ status, json, headers: { "retry-after": "30" } });
}

/** The learner's next step, in any language. */
async function oneStep(page: Page): Promise<void> {
  const before = await page.locator("main").innerText();
  if ((await page.locator("main form input[lang]").count()) > 0) {
    await page.keyboard.type("zz");
    await page.keyboard.press("Enter");
  } else if ((await page.locator("main ol button:enabled").count()) > 0) {
    await page.keyboard.press("1");
  } else if ((await page.locator("main [role=group] button").count()) > 0) {
    await page.keyboard.press("2");
  } else {
    await page.keyboard.press("Space");
  }
  const isOther = (text: string) => document.querySelector("main")?.innerText !== text;
  await page.waitForFunction(isOther, before);
}
