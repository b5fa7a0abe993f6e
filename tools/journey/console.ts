import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { openContext, openPage, settled } from "@wordloom/testing/browser/pages";
import { openLocalModel } from "@wordloom/testing/neighbors/local-model";
import {
  closeMailServers,
  mailServer,
  type MailServer,
} from "@wordloom/testing/neighbors/mail-server";
import { openUpdateSite, type UpdateSite } from "@wordloom/testing/neighbors/update-site";
import { buildApps } from "../apps/build-for-tests.ts";
import { createAccount } from "./account.ts";
import { serveCenter, type Center } from "./center.ts";
import { EMAIL, enter, textsOf, WAIT_MS, type Day } from "./console-day.ts";
import {
  answerQuestions,
  hearTheBell,
  helpLearner,
  lookAtLearning,
  openManyTabs,
  readSettings,
  restoreFromPhone,
} from "./console-rooms.ts";
import {
  askAboutAddress,
  distrustFutureBackup,
  makeKeyOnPhone,
  readReleaseNotes,
} from "./console-troubles.ts";
import { startServer, type RunningServer } from "./server.ts";

const PASSWORD = "Babbage1791";
/** Where learners would open the service; nothing answers there. */
const PUBLIC_URL = "https://words.example.org";
const ADVICE = {
  patch: { "memoryModel.w[2]": 3 },
  rationale: "Words recalled the first time come back a little too early.",
  confidence: 0.7,
};
const RECALL = "memoryModel.baseDesiredRetention";
const DESK = { width: 1440, height: 900, locale: "en-GB" } as const;

/** What the operator's service meets outside. */
interface Neighbors {
  readonly mail: MailServer;
  readonly center: Center;
  readonly releases: UpdateSite;
}

/** The steps after the setup. A failing one does not hide later ones. */
const steps: readonly ((day: Day, neighbors: Neighbors) => Promise<void>)[] = [
  ...[lookAround, changeSettings, banAndLetIn, lookAtLearning],
  (day, { mail }) => helpLearner(day, mail),
  ...[openManyTabs, changeParameter, takeAdvice, distrustFutureBackup, backUp],
  (day, { releases }) => readReleaseNotes(day, releases),
  ...[readSettings, hearTheBell, readAudit, makeKeyOnPhone, restoreFromPhone],
];

/**
 * The operator's first day in a real browser with the real service: the setup and its questions,
 * settings, a learner banned and unbanned while the learner's own page is open, learning
 * statistics, a changed name, address and password, many tabs of both apps, an engine parameter
 * changed and restored, a suggestion of the advisor, a backup dated in the future and a good one,
 * release notes, the bell, a phone, and the audit log of all this. At the end the service is
 * started again without PUBLIC_URL.
 *
 * @param folder  folder of the photographs
 * @returns everything that was wrong, including errors of the pages
 */
export async function run(folder = "photographs/console"): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  await buildApps();
  const directory = await mkdtemp(path.join(os.tmpdir(), "wordloom-console-"));
  const model = await openLocalModel(JSON.stringify(ADVICE));
  const mail = await mailServer();
  const [center, releases] = await Promise.all([serveCenter(), openUpdateSite()]);
  const settings = {
    ...model.settings,
    ...releases.parts().settings,
    API_ONLY: "false",
    SMTP_URL: mail.trustingUrl,
    SMTP_FROM: "words@example.org",
  };
  const server = await startServer(directory, { ...settings, PUBLIC_URL });
  try {
    const { page, faults } = await openPage(await openContext(server.url, DESK));
    page.setDefaultTimeout(WAIT_MS);
    const day: Day = { server, directory, page, folder, faults };
    await setUp(day, { mail, center });
    const note = (error: unknown) =>
      void faults.push(error instanceof Error ? (error.stack ?? "") : String(error));
    for (const step of steps) {
      await step(day, { mail, center, releases }).catch((error: unknown) => {
        note(error);
        return page.goto("/admin");
      });
    }
    await server.stop();
    await askAboutAddress(day, settings).catch(note);
    console.log(`\nPhotographs: ${folder}`);
    return faults;
  } finally {
    await closeBrowser();
    await server.stop();
    await model.close();
    await Promise.all([center.close(), releases.close()]);
    await closeMailServers();
    await rm(directory, { recursive: true, force: true });
  }
}

async function setUp(day: Day, { mail, center }: Omit<Neighbors, "releases">): Promise<void> {
  const { server, page, folder, faults } = day;
  console.log("Create the first administrator");
  await page.goto("/admin");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const link = /https:[^"]*\/admin\/setup\?token=[\w-]+/.exec(server.log.join("\n"))?.[0] ?? "";
  if (!link.startsWith(PUBLIC_URL)) faults.push(`the log leads to "${link}"`);
  await page.goto(link.slice(PUBLIC_URL.length));
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.screenshot({ path: path.join(folder, "1-setup.png") });
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Who can register?" }).waitFor();
  await page.screenshot({ path: path.join(folder, "1-questions.png") });
  await answerQuestions(day, mail);
  console.log(`  ${EMAIL}, by the link of the log; a class shares one address, and mail arrives.`);
  await page.getByLabel("Wordbook center address").fill(center.url);
  await page.getByRole("button", { name: "Finish" }).click();
  const offered = page.getByText(/\d+ books? in the center/).first();
  await offered.waitFor();
  console.log(`  "Finish" keeps the typed center: "${await offered.innerText()}"`);
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
}

async function lookAround({ page, folder, faults }: Day): Promise<void> {
  console.log("\nThe first look");
  await settled(page);
  const lines = await textsOf(page.locator("main h1, main h1 ~ ul li, main section li"));
  for (const line of lines) console.log(`  ${line}`);
  if (lines.length === 0) faults.push("the overview has nothing to say");
  await page.screenshot({ path: path.join(folder, "2-overview.png"), fullPage: true });
}

async function changeSettings(day: Day): Promise<void> {
  const { page } = day;
  console.log("\nSettings");
  await enter(day, "Settings", "3-settings");
  await page.getByLabel("New words per day").fill("15");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved.").first().waitFor();
  await page.reload();
  await page.getByText(`Set by ${EMAIL} on`).first().waitFor();
  console.log("  New learners start with 15 words a day; the page says who set that.");
}

async function banAndLetIn(day: Day): Promise<void> {
  const { page, server, folder } = day;
  console.log("\nA learner");
  const learner = await learnerAtStudy(server);
  await enter(day, "Learners", "4-learners");
  await page.getByRole("link", { name: "Ada" }).first().click();
  const acts = page.getByRole("button", { name: /^Actions for/ });
  await acts.click();
  await page.getByRole("menuitem", { name: "Ban…" }).click();
  const reach = page.getByText(/This ends .*session/);
  await reach.waitFor();
  console.log(`  "${await reach.innerText()}"`);
  await page.getByLabel("Reason").fill("wrote insults into word notes");
  await page.screenshot({ path: path.join(folder, "5-ban.png") });
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  await learner.waitForURL("**/welcome**", { timeout: WAIT_MS });
  console.log("  Banned: the learner's open page returns to the welcome screen.");
  await acts.click();
  await page.getByRole("menuitem", { name: "Lift ban" }).click();
  const done = page.getByText(/can sign in again/).first();
  await done.waitFor();
  console.log(`  "${await done.innerText()}"`);
  await learner.context().close();
}

/** A learner with the app and its stream open. */
async function learnerAtStudy({ url }: RunningServer): Promise<Page> {
  await createAccount(url);
  const { page } = await openPage(await openContext(url, { locale: "en-GB" }));
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("Lovelace1815");
  const stream = page.waitForResponse((reply) => reply.url().includes("/realtime/"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await stream;
  return page;
}

async function changeParameter(day: Day): Promise<void> {
  const { page, faults } = day;
  console.log("\nThe engine");
  await enter(day, "Parameters", "6-parameters");
  const field = page.getByLabel(RECALL);
  const before = await field.inputValue();
  await field.fill("0.85");
  await page.getByLabel("Change note").fill("fewer reviews");
  await page.getByRole("button", { name: "Save as new version" }).click();
  await page.getByText("Saved as version").first().waitFor();
  console.log(`  Target recall 0.85 instead of ${before}: stored as a new version.`);
  await page.getByRole("link", { name: "Versions" }).click();
  const made = page.getByRole("row", { name: /fewer reviews/ });
  await made.getByRole("button", { name: "Compare" }).click();
  await page
    .getByRole("button", { name: /^Restore / })
    .last()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Change note").fill("as it was");
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByRole("row", { name: /as it was/ }).waitFor();
  await page.goto("/admin/engine/parameters");
  await field.waitFor();
  const after = await field.inputValue();
  console.log(`  Restored: ${after}.`);
  if (after !== before) faults.push(`the target recall is ${after} after it was restored`);
}

async function takeAdvice(day: Day): Promise<void> {
  const { page } = day;
  console.log("\nThe advisor");
  await enter(day, "Advisor", "7-advisor");
  await page.getByRole("button", { name: "Ask now" }).click();
  await page.getByText(ADVICE.rationale).first().waitFor();
  console.log(`  Suggests: "${ADVICE.rationale}"`);
  await page.screenshot({ path: path.join(day.folder, "7-suggestion.png"), fullPage: true });
}

async function backUp(day: Day): Promise<void> {
  const { page } = day;
  console.log("\nA backup");
  await enter(day, "Backups", "8-backups");
  await page.getByRole("button", { name: "Back up now" }).click();
  const head = page.getByRole("heading", { name: /^Last good backup:/ });
  await head.waitFor();
  console.log(`  ${await head.innerText()}`);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Verify" }).click();
  await page.getByText("All checks passed.").waitFor();
  console.log("  All checks passed.");
  await page.keyboard.press("Escape");
}

/** The acts of the day in the audit log. */
const ACTIONS = [
  "First administrator created",
  "Learner’s name or e-mail changed",
  "Settings changed",
  "Learner banned",
  "Learner unbanned",
  "Engine parameters restored",
];

async function readAudit(day: Day): Promise<void> {
  const { page, faults } = day;
  await enter(day, "Audit", "9-audit");
  const seen = new Set(await textsOf(page.getByRole("rowheader")));
  console.log(`\nThe audit log: ${[...seen].join(", ")}.`);
  for (const action of ACTIONS) {
    if (!seen.has(action)) faults.push(`${action} is not in the audit log`);
  }
}
