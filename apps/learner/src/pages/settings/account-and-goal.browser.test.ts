import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  closeMailServers,
  mailServer,
  type TakenMail,
} from "@wordloom/testing/neighbors/mail-server";
import { notify } from "@wordloom/server/features/progress/notifications/notify.service";
import { transact } from "@wordloom/server/platform/database/transaction";
import { newLearner, PASSWORD, type Learner } from "@wordloom/testing/browser/learners";
import { byKeys, chooseStarterBook, recognizing, study } from "../../../testing/study.ts";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { handOnAfterAll, visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

const PUBLIC_URL = "https://words.example.org";

let service: TestService;
let mails: readonly TakenMail[];
const visits = visitsOfEachTest();
beforeAll(async () => {
  const { trustingUrl: url, taken } = await mailServer();
  mails = taken;
  service = await openService({
    SMTP_URL: url,
    SMTP_FROM: "words@example.org",
    PUBLIC_URL,
  });
});
afterAll(async () => {
  await service.close();
  await closeMailServers();
});

const desktop = { width: 1280, height: 800 };
const NEW_PASSWORD = "Another-room-43";

async function enter({ page, email }: Learner, password: string): Promise<void> {
  await goTo(page, "/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs the browser out. */
async function signOut({ page, context }: Learner): Promise<void> {
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
}

describe("the account", () => {
  it("sets a new password by the link in an email, once", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page, email } = learner;
    await signOut(learner);
    await page.goto("/forgot");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send e-mail" }).click();
    await page.getByText("Check your inbox").waitFor();
    // An email may break a line anywhere.
    const link = () =>
      /\/reset-password#token=[\w.-]+/.exec(
        mails
          .map(({ text }) => text)
          .join("")
          .replaceAll("=\r\n", ""),
      );
    await expect.poll(link).not.toBeNull();
    const address = link()?.[0].replace("=3D", "=") ?? "";
    await page.goto(address);
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Password changed").waitFor();
    await enter(learner, PASSWORD);
    await page.getByText("Wrong e-mail or password.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Your account" }).waitFor();
    await signOut(learner);
    await page.goto(address);
    await page.getByText("This link or code no longer works").waitFor();
    await page.getByText("If you’ve just set a new password, sign in with it.").waitFor();
  });

  it("sets a new password by the code in an email without a link", async () => {
    const { deps } = service.app;
    const { PUBLIC_URL: _, ...settings } = deps.settings;
    Object.assign(deps, { settings });
    onTestFinished(() => void Object.assign(deps, { settings: { ...settings, PUBLIC_URL } }));
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page, email } = learner;
    await signOut(learner);
    await page.goto("/forgot");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send e-mail" }).click();
    await page.getByRole("link", { name: "I have a code" }).click();
    await page.getByLabel("Code from the e-mail").fill("no-such-code");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This code doesn’t work.", { exact: false }).waitFor();
    const letter = () => mails.findLast(({ to }) => to.includes(email))?.text;
    await expect.poll(letter).toBeDefined();
    const code = /\r\n\r\n([\w-]{40,})\r\n/.exec(letter() ?? "")?.[1];
    await page.getByLabel("Code from the e-mail").fill(`${code} `);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Password changed").waitFor();
  });
});

/** The code in the newest email to an address. */
function codeFor(email: string): string | undefined {
  const letter = mails.findLast(({ to }) => to.includes(email))?.text;
  return /token=(?:3D)?([\w-]{40,})/.exec(letter?.replaceAll("=\r\n", "") ?? "")?.[1];
}

/** The passwords that the app sends from now on; the service counts each. */
function sentPasswords(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { currentPassword } = (request.method() === "PUT" && request.postDataJSON()) || {};
    if (currentPassword !== undefined) sent.push(currentPassword);
  });
  return sent;
}

describe("the email address", () => {
  it("changes once the new one confirms it by its link, also if the reply is lost", async () => {
    const learner = await newLearner(service, desktop);
    visits.push(learner);
    const { page, email, ask } = learner;
    const next = `new-${email}`;
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Change e-mail" }).click();
    await page.getByLabel("New e-mail").fill(next);
    const current = page.getByLabel("Current password").first();
    const sent = sentPasswords(page);
    await current.fill("Wrong-room-1");
    await page.getByRole("button", { name: "Change e-mail" }).click();
    await page.getByText("Wrong current password.").waitFor();
    expect(sent).toEqual(["Wrong-room-1"]);
    await current.fill(PASSWORD);
    await page.getByRole("button", { name: "Change e-mail" }).click();
    await page.getByText(`Check the inbox of ${next}`, { exact: false }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await expect.poll(() => codeFor(next)).toBeDefined();
    expect(mails.some(({ to, text }) => to.includes(email) && text.includes(next))).toBe(true);
    await page.goto(`/confirm-email#token=${codeFor(next)}`);
    const replyIsLost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/api/auth/confirm-email", replyIsLost, { times: 1 });
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Can’t reach the server.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(`From now on, sign in with ${next}.`).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(await ask("GET", "/api/users/me")).toMatchObject({ email: next });
    await page.goto("/confirm-email#token=none");
    await page.reload();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("This link no longer works.", { exact: false }).waitFor();
  });
});

/** Each test continues from the state the previous one left. */
describe("in one visit,", () => {
  let learner: Learner;
  beforeAll(async () => {
    learner = await newLearner(service, desktop);
    await chooseStarterBook(learner, { ...recognizing, words: 2 });
  });
  handOnAfterAll(() => [learner]);

  it("messages count as read once they are seen, and stay marked while they are open", async () => {
    const { page, id, ask } = learner;
    const { deps } = service.app;
    const draft = { userId: id, type: "info", title: "Hello", message: "From here" } as const;
    await transact(deps.database, (tx) => notify(deps, tx, [draft, draft]));
    await page.goto("/");
    await page.getByRole("link", { name: "Messages, 2 new" }).click();
    await page.getByRole("link", { name: "Messages", exact: true }).waitFor();
    const main = page.locator("main");
    await expect.poll(() => main.getByText("new", { exact: true }).count()).toBe(2);
    const [book] = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
    const path = `/api/wordbooks/${book?.id}/words?perPage=5`;
    const { data: words } = await ask<{ data: { id: string; text: string }[] }>("GET", path);
    const overdue = words.map(({ id: wordId, text }) => ({
      userId: id,
      type: "reminder" as const,
      wordId,
      content: { kind: "reminder" as const, word: text, overdueHours: 200 },
    }));
    await transact(deps.database, (tx) => notify(deps, tx, overdue));
    await page.reload();
    const line = main.getByRole("listitem").filter({ hasText: "5 words are overdue" });
    await line.getByText(words[4]?.text ?? "none").waitFor();
    expect(await main.getByRole("listitem").filter({ hasText: "overdue" }).count()).toBe(1);
    const unread = () => ask("GET", "/api/notifications/unread-count");
    await expect.poll(unread).toEqual({ unreadCount: 0 });
  });

  it("the goal is chosen with its price, marked as a general estimate at first", async () => {
    const { page, ask } = learner;
    await goTo(page, "/settings/study");
    const fastest = page.getByRole("radio", { name: "Learn fastest" });
    await fastest.waitFor();
    await page
      .getByText(/8 weeks at \d+ min a day ≈ \d[\d,]* words?\./)
      .first()
      .waitFor();
    await page.getByText("Typical figures for now.").waitFor();
    await fastest.check();
    const goal = async () => (await ask<{ goal: string }>("GET", "/api/study-config")).goal;
    await expect.poll(goal).toBe("learn_fastest");
    await page.getByRole("radio", { name: "Custom retention" }).check();
    await page.getByText("Review at").first().waitFor();
    await expect.poll(goal).toBe("own_recall");
  });

  it("a custom key works while studying, and the default one stops working", async () => {
    const { page } = learner;
    await goTo(page, "/settings/interface");
    await page.getByRole("button", { name: "I know it: K" }).click();
    const changed = page.waitForResponse("**/api/users/me/app-settings");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "I know it: X" }).waitFor();
    await changed;
    await goTo(page, "/study");
    await page.getByText("New word").waitFor();
    const word = await page.locator("h1 [lang=en]").innerText();
    await page.keyboard.press("k");
    await expect.poll(() => page.locator("h1 [lang=en]").innerText()).toBe(word);
    await page.keyboard.press("x");
    await page.getByText(`Marked “${word}” as known.`).last().waitFor();
    await study(learner, byKeys(page), { answers: 1 });
  });

  it("the password is changed, and only this browser stays signed in", async () => {
    const { page, email } = learner;
    await goTo(page, "/settings/account");
    const sent = sentPasswords(page);
    await page.getByLabel("Current password").fill("Not-this-one-1");
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Wrong current password.").waitFor();
    expect(sent).toEqual(["Not-this-one-1"]);
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed. Other devices are signed out.").last().waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Your account" }).waitFor();
    const signIn = (password: string) =>
      learner.context.request.post("/api/auth/login", { data: { email, password } });
    expect([(await signIn(PASSWORD)).status(), (await signIn(NEW_PASSWORD)).ok()]).toEqual([
      401,
      true,
    ]);
  });
});
