import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newAccount } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newVisit } from "@wordloom/testing/browser/visits";
import { prepareSetupToken } from "@wordloom/server/features/accounts/admin-auth/admin-auth.service";
import { readSystemSettings } from "@wordloom/server/features/accounts/settings/settings.service";
import { transact } from "@wordloom/server/platform/database/transaction";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { newAdmin, newPlainAdmin } from "../../testing/admins.ts";
import { sharedConsolesOfFile } from "../../testing/shared-consoles.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";

let service: TestService;
let center: LocalWeb;
beforeAll(async () => {
  const book = remoteBook([remoteWord("plum")], { name: "The first book" });
  center = await openLocalWeb(centerPages(book) as Record<string, object>);
  service = await openService({
    STARTER_WORDBOOKS: "false",
    WORDBOOK_CENTER_ALLOW_PRIVATE: "true",
  });
});
afterAll(async () => {
  await service.close();
  await center.close();
});

const visits = visitsOfEachTest();

/** For tests that end with somebody signed in again. */
const enter = sharedConsolesOfFile(() => service);

const desktop = { width: 1440, height: 900 } as const;

async function visit(path: string) {
  const somebody = await newVisit(service.url, desktop);
  visits.push(somebody);
  await somebody.page.goto(path);
  return somebody;
}

describe("a new installation", () => {
  it("leads from the link in the log to its first wordbook, but only once", async () => {
    const learner = await newAccount(service);
    const token = await prepareSetupToken(service.app.deps);
    const { context, page } = await visit(`/admin/setup?token=${token}`);
    await page.getByLabel("E-mail").fill("first@example.org");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    const rule = page.getByText("At least 8 characters");
    await expect
      .poll(() => page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid"))
      .toBe("true");
    // The rule is shown once: as the error.
    expect(await rule.count()).toBe(1);
    await page.getByLabel("Password", { exact: true }).fill("Reading-room-42");
    // The account is created, but its reply is lost.
    const losesReply = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await context.route("**/api/admin/auth/setup", losesReply, { times: 1 });
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("alert").first().waitFor();
    await page.getByRole("button", { name: "Create account" }).click();

    await page.getByRole("heading", { name: "Who can register?" }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("radio", { name: "Only people I add" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Do many learners share one address?" }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("radio", { name: "Yes, like a class or an office" }).check();
    const networks = page.getByLabel("The addresses or networks they share");
    // This browser comes from the machine itself, as all visitors do behind a proxy there.
    expect(await networks.inputValue()).toBe("");
    await page.getByText("Don’t enter your own proxy", { exact: false }).waitFor();
    await networks.fill("the school");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Enter addresses or networks", { exact: false }).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await networks.fill("192.0.2.0/24, 2001:db8:5::/48");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("No mail server is configured.", { exact: false }).waitFor();
    const { rate_limit_exempt: stored } = await readSystemSettings(service.app.deps);
    expect(stored).toBe("192.0.2.0/24, 2001:db8:5::/48");
    expect(await axeOfContent(page)).toEqual([]);
    const refused = await context.request.post("/api/auth/register", {
      data: { email: "late@example.org", username: "Late", password: "Reading-room-42" },
    });
    expect(refused.ok()).toBe(false);

    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("There are no books yet.", { exact: false }).waitFor();
    await page.getByLabel("Wordbook center address").fill(center.url);
    expect(await axeInBothThemes(page)).toEqual([]);
    // The only way to continue saves what was typed.
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("button", { name: "The first book", exact: true }).click();
    await page.getByRole("button", { name: "Import book" }).click();
    await page.getByText("1 book in the center, 1 imported.").waitFor();
    expect(await learner.ask("GET", "/api/wordbooks/system")).toMatchObject([
      { name: "The first book", wordCount: 1 },
    ]);

    await page.goto("/admin");
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    const later = await visit(`/admin/setup?token=${token}`);
    await later.page.getByRole("heading", { name: "Sign in to the console" }).waitFor();
  });
});

describe("the question about mail", () => {
  it("names the address that links in mails need, and their sender", async () => {
    const { deps } = service.app;
    const { settings } = deps;
    onTestFinished(() => void Object.assign(deps, { settings }));
    Object.assign(deps, { settings: { ...settings, SMTP_URL: "smtp://mail.example.org" } });
    const { page } = await enter("/setup?step=mail");
    await page.getByText("Set PUBLIC_URL to the address", { exact: false }).waitFor();
    await page.getByText("Set SMTP_FROM to an address of yours", { exact: false }).waitFor();
    await page.getByText(`such as ${service.url}`, { exact: false }).waitFor();
  });
});

describe("the console's sign-in page", () => {
  it("reports a wrong password, and then opens the requested page", async () => {
    const { email, password } = await newPlainAdmin(service);
    const { page } = await visit("/admin/audit?action=admin.login");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Wrong e-mail or password").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Audit" }).waitFor();
    expect(new URL(page.url()).search).toBe("?action=admin.login");
    await page.getByRole("rowheader", { name: "Administrator signed in" }).first().waitFor();
  });

  it("asks for the password again when the session ends, and keeps what was typed", async () => {
    const admin = await enter("/audit");
    const { page } = admin;
    const { database, sessions } = service.app.deps;
    await transact(database, (tx) => sessions.end(tx, admin.sessionId));
    await page.getByLabel("Action").selectOption("admin.login");
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await page.getByLabel("Password", { exact: true }).fill(admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("rowheader", { name: "Administrator signed in" }).first().waitFor();
    await expect.poll(() => page.getByLabel("Action").inputValue()).toBe("admin.login");
  });

  it("keeps a half-written form and a filled dialog when the session ends", async () => {
    const admin = await enter("/settings");
    const { page } = admin;
    const { database, sessions } = service.app.deps;
    /** Presses after the session has ended; the page may have noticed before. */
    const signInAgain = async (button: Locator) => {
      const own = database.selectFrom("sessions").where("account_id", "=", admin.id);
      for (const { id } of await own.select("id").execute()) {
        await transact(database, (tx) => sessions.end(tx, id));
      }
      sessions.forget(admin.id);
      await button.dispatchEvent("click");
      const ended = page.getByRole("dialog", { name: "Your session has ended" });
      await ended.getByLabel("Password", { exact: true }).fill(admin.password);
      await ended.getByRole("button", { name: "Sign in" }).click();
      await ended.waitFor({ state: "detached" });
    };
    const words = page.getByLabel("New words per day");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await words.fill("33");
    await signInAgain(save);
    await expect.poll(() => words.inputValue()).toBe("33");
    await save.click();
    await page.getByText("Settings saved.").first().waitFor();

    await goTo(page, "/admin/users");
    await page.getByRole("button", { name: "Add learner" }).click();
    const dialog = page.getByRole("dialog", { name: "Add learner" });
    await dialog.getByLabel("E-mail").fill("half@example.org");
    await dialog.getByLabel("Name").fill("Half way");
    await dialog.getByLabel("Password", { exact: true }).fill("Strong-enough-1");
    const create = dialog.getByRole("button", { name: "Add learner" });
    await signInAgain(create);
    await expect.poll(() => dialog.getByLabel("E-mail").inputValue()).toBe("half@example.org");
    await create.click();
    await page.getByRole("heading", { level: 1, name: "Half way" }).waitFor();
  });

  it("demands a pause during password guessing, but not from super administrators", async () => {
    const strict = await openService({
      STARTER_WORDBOOKS: "false",
      ADMIN_AUTH_RATE_LIMIT_MAX: "1",
    });
    const { page, context, faults } = await newAdmin(strict, "admin");
    const boss = await newAdmin(strict);
    // Closed before their service stops.
    visits.push({ context, faults }, { context: boss.context, faults: boss.faults });
    const pages = [page, boss.page];
    const isOpen = (tab: Page) => tab.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    for (const tab of pages) await tab.goto("/admin/audit").then(() => isOpen(tab));
    // Stays usable after repeated reloads.
    for (let n = 0; n < 3; n += 1) await page.reload().then(() => isOpen(page));
    const data = { email: "nobody@example.org", password: "Guessed-pw-1" };
    for (let n = 0; n < 6; n += 1) await context.request.post("/api/admin/auth/login", { data });
    await Promise.all(pages.map((tab) => tab.reload()));
    await page.getByRole("heading", { level: 1, name: "Too many requests." }).waitFor();
    await page.getByText(/Too many requests. Try again in \d+/).waitFor();
    await isOpen(boss.page);
    await Promise.all(pages.map((tab) => tab.close()));
    await strict.close();
  });
});
