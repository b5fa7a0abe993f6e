import path from "node:path";
import type { Page } from "playwright-core";
import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import { openContext, openPage, settled } from "@wordloom/testing/browser/pages";
import type { MailServer } from "@wordloom/testing/neighbors/mail-server";
import { until } from "@wordloom/testing/service/until";
import { EMAIL, enter, textsOf, WAIT_MS, type Day } from "./console-day.ts";
import { isInView } from "./console-troubles.ts";
import { codeOf } from "./refusal-code.ts";

const LEARNER = "ada@example.org";
const LEARNERS_PASSWORD = "Lovelace1815";
const NEW_PASSWORD = "Babbage1833";
const ANSWERS = 6;
/** Browsers open six connections to one host, over HTTP/1.1. */
const TABS = 7;
const PHONE = { width: 390, height: 844, locale: "en-GB" } as const;

/** Answers the setup's four questions: shared networks, mail, and a center. */
export async function answerQuestions({ page, folder, faults }: Day, mail: MailServer) {
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "Yes, like a class or an office" }).check();
  await page.getByLabel("The addresses or networks they share").fill("198.51.100.0/24");
  await page.getByRole("button", { name: "Continue" }).click();
  const to = page.getByLabel("Send test e-mail to");
  if ((await to.inputValue()) !== EMAIL) faults.push("the test mail is not for its operator");
  await page.getByRole("button", { name: "Send test e-mail" }).click();
  await page.getByText(`Test e-mail sent to ${EMAIL}.`).first().waitFor();
  await until(() => mail.taken.some((letter) => letter.to.includes(EMAIL)), WAIT_MS);
  await page.screenshot({ path: path.join(folder, "1-mail.png") });
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Looks at weeks of a learner's study, by book and word, and at the apps' reports. */
export async function lookAtLearning(day: Day): Promise<void> {
  const { page, server } = day;
  console.log("\nLearning");
  await study(server.url);
  await enter(day, "Learning", "10-learning");
  const head = page.getByRole("heading", {
    level: 1,
    name: `1 learner gave ${ANSWERS} answers in 30 days.`,
  });
  await head.waitFor();
  console.log(`  "${await head.innerText()}"`);
  for (const name of ["Returning learners", "Most studied books", "Hardest words"]) {
    await page.getByRole("heading", { name }).waitFor();
  }
  await enter(day, "Analytics", "11-analytics");
  await page.getByText("For answers and progress, see Learning.", { exact: false }).waitFor();
  await enter(day, "Books", "12-books");
  await page.getByRole("heading", { level: 1, name: /entries in total/ }).waitFor();
  await enter(day, "Overview", "13-overview");
  await page.getByText("Dashed at the end: the current hour so far.").waitFor();
  await page.getByRole("link", { name: "Learning over time" }).waitFor();
}

async function study(url: string): Promise<void> {
  const stranger = createClient({ baseUrl: url });
  const { accessToken } = await stranger.call(contract.login, {
    body: { email: LEARNER, password: LEARNERS_PASSWORD },
  });
  const client = createClient({ baseUrl: url, token: () => accessToken });
  const [book] = await client.call(contract.listSystemWordbooks);
  const params = { id: book?.id ?? "" };
  const { data } = await client.call(contract.listWordbookWords, {
    params,
    query: { perPage: ANSWERS },
  });
  for (const { id: wordId } of data) {
    const body = { wordId, isCorrect: true, responseTimeMs: 900, clientRecordId: wordId };
    await client.call(contract.submitRecord, { body });
  }
  const last = { params: { wordId: data.at(-1)?.id ?? "" } };
  // The service applies answers in order; until the last one, the word has no state.
  const isApplied = () =>
    client.call(contract.readWordState, last).then(
      () => true,
      () => false,
    );
  await until(isApplied, WAIT_MS);
}

/** Reads the notices for administrators behind the bell: here, a locked account. */
export async function hearTheBell(day: Day): Promise<void> {
  const { page, server, folder } = day;
  console.log("\nThe bell");
  const stranger = createClient({ baseUrl: server.url });
  const body = { email: EMAIL, password: "not this one" };
  for (let n = 0; n < 5; n += 1) await stranger.call(contract.loginAdmin, { body }).catch(codeOf);
  await page.getByRole("link", { name: /^Notifications, \d+ unread/ }).click();
  await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  const [notice] = await textsOf(page.getByRole("main").getByRole("listitem"));
  console.log(`  "${notice}"`);
  await page.screenshot({ path: path.join(folder, "14-bell.png") });
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
}

/** Reads the settings, and where each comes from. */
export async function readSettings(day: Day): Promise<void> {
  const { page, faults } = day;
  await enter(day, "Settings", "15-settings");
  await page.getByRole("switch", { name: "Apply suggestions automatically" }).waitFor();
  const networks = await page.getByLabel("Networks that share an address").inputValue();
  console.log(`\nSettings: networks that share an address: ${networks}.`);
  if (networks !== "198.51.100.0/24") faults.push(`the network of the questions is ${networks}`);
  await page.getByRole("link", { name: "Server", exact: true }).click();
  const secret = page.getByRole("listitem").filter({ hasText: "JWT_SECRET" }).first();
  await secret.getByText("generated").waitFor();
}

/** Changes a learner's address and name in the console, and recovers a lost password by code. */
export async function helpLearner(day: Day, mail: MailServer): Promise<void> {
  const { page, server, folder } = day;
  console.log("\nA learner who needs help");
  await enter(day, "Learners", "16-learners");
  await page.getByRole("link", { name: "Ada" }).first().click();
  // The page caches its data for half a minute.
  await page.reload();
  await page.getByRole("heading", { name: "Answers to words of these books" }).waitFor();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Change name or e-mail" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("O'Brien");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("hyphens (-) or underscores (_)", { exact: false }).waitFor();
  await dialog.getByLabel("Name").fill("Ada प्रिया");
  await dialog.getByLabel("E-mail").fill("countess@example.org");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Ada प्रिया" }).waitFor();
  console.log("  Her name and address are changed.");

  const { page: phone } = await openPage(await openContext(server.url, PHONE));
  phone.setDefaultTimeout(WAIT_MS);
  await phone.goto("/sign-in");
  await phone.getByRole("link", { name: /forgot/i }).click();
  await phone.getByLabel("E-mail").fill("countess@example.org");
  await phone.getByRole("button", { name: "Send e-mail" }).click();
  await phone.getByText("Check your inbox").waitFor();
  const letters = () => mail.taken.filter(({ to }) => to.includes("countess@example.org"));
  await until(() => letters().length > 0, WAIT_MS);
  const letter = letters().at(-1)?.text.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  const [, link = "", token = ""] = /(https:\S*)#token=([\w-]+)/.exec(letter) ?? [];
  console.log(`  The mail leads to ${link}; she types its code instead.`);
  await phone.getByRole("link", { name: "I have a code" }).click();
  await phone.getByLabel("Code from the e-mail").fill(token);
  await phone.getByRole("button", { name: "Continue" }).click();
  await phone.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await phone.screenshot({ path: path.join(folder, "17-code.png") });
  await phone.getByRole("button", { name: "Set password" }).click();
  await phone.getByText("Password changed").waitFor();
  await phone.context().close();
}

/**
 * Of the console and of the learner app in the same browser, over HTTP/1.1, where one stream per
 * tab would use up the connections.
 */
export async function openManyTabs({ page, folder, faults }: Day): Promise<void> {
  const context = page.context();
  const tabs: Page[] = [];
  const open = async (address: string, act?: (tab: Page) => Promise<unknown>) => {
    const tab = await context.newPage();
    tab.setDefaultTimeout(WAIT_MS);
    tabs.push(tab);
    await tab.goto(address);
    await act?.(tab);
    await tab.getByRole("heading", { level: 1 }).first().waitFor();
    await settled(tab);
  };
  await open("/sign-in", signInLearner);
  for (let n = 0; n < TABS; n += 1) await open("/words");
  for (let n = 0; n < TABS; n += 1) await open("/admin/monitoring?part=events");
  await open("/words");
  const reply = await tabs.at(-1)?.request.get("/health/live");
  console.log(`\n${TABS} tabs of a learner beside ${TABS} of the console: one more still loads.`);
  if (reply?.ok() !== true) faults.push("the service does not answer beside many tabs");
  await tabs.at(-1)?.screenshot({ path: path.join(folder, "18-tab.png") });
  for (const tab of tabs) await tab.close();
}

async function signInLearner(tab: Page): Promise<void> {
  await tab.getByLabel("E-mail").fill("countess@example.org");
  await tab.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await tab.getByRole("button", { name: "Sign in" }).click();
  await tab.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** On a phone, the actions on a backup are visible. */
export async function restoreFromPhone({ page, folder, faults }: Day): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/backups");
  const menu = page.getByRole("button", { name: /^Actions for/ }).first();
  if (!(await isInView(menu))) faults.push("a backup's menu is cut off");
  await menu.click();
  await page.getByRole("menuitem", { name: "Restore…" }).waitFor();
  await page.screenshot({ path: path.join(folder, "19-phone.png") });
  await page.keyboard.press("Escape");
  console.log("\nOn a phone, a backup can be restored.");
}
