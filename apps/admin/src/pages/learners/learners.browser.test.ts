import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo, settled } from "@wordloom/testing/browser/pages";
import { newLearner } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { newVisit } from "@wordloom/testing/browser/visits";
import { storeWords } from "@wordloom/server/features/library/words/word-store.service";
import { transact } from "@wordloom/server/platform/database/transaction";
import { addLearner, type TestAccount } from "@wordloom/testing/content/accounts";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const visits = visitsOfEachTest();

const visit = sharedConsolesOfFile(() => service);
let learners = 0;

/** Creates a learner, newer than the others, who has no page open. */
function somebody(): Promise<TestAccount> {
  service.advance(1);
  return addLearner(service.app.deps, `learner-${(learners += 1)}`);
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

describe("the learner pages", () => {
  it("find somebody while typing, and keep the filter in the address", async () => {
    const { email } = await somebody();
    await somebody();
    const { page } = await visit("/users");
    await page.getByRole("row").nth(2).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("searchbox", { name: "Name or e-mail" }).fill(email);
    await page.getByText("1 row", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("1 row", { exact: true }).waitFor();
    await page.getByRole("rowheader").getByRole("link").click();
    await page.getByText(email, { exact: true }).waitFor();
    await page.getByText("the app asks for a book first").waitFor();
    const parts = await page.getByRole("heading", { level: 2 }).allTextContents();
    expect(parts).toEqual(["Study plan", "Answers", "Active sessions"]);
    expect(await axeInBothThemes(page)).toEqual([]);
    for (const part of ["Learning", "Engine", "Devices", "Activity", "Audit"]) {
      await page.getByRole("link", { name: part, exact: true }).last().click();
      await settled(page);
      expect(await axeOfContent(page), part).toEqual([]);
    }
  });

  it("open the learner that j moves to with Enter, past the checkboxes", async () => {
    await somebody();
    await somebody();
    const { page } = await visit("/users");
    const second = page.getByRole("row").nth(2).getByRole("link");
    await second.waitFor();
    const name = (await second.textContent()) ?? "";
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(() => focusedText(page)).toBe(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  it("sort the list by its head and filter it by status, both in the address", async () => {
    const [first, last] = [await somebody(), await somebody()];
    const { page, comeAgain } = await visit("/users?search=learner");
    const placeOf = async ({ email }: TestAccount) => {
      const rows = await page.getByRole("row").allTextContents();
      return rows.findIndex((row) => row.includes(email));
    };
    const oldestFirst = async () => (await placeOf(first)) < (await placeOf(last));
    await page.getByRole("rowheader").first().waitFor();
    expect(await oldestFirst()).toBe(false);
    const header = page.getByRole("columnheader", { name: "Joined" });
    await header.getByRole("button").click();
    await expect.poll(oldestFirst).toBe(true);
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
    await comeAgain();
    await expect.poll(oldestFirst).toBe(true);
    await page.getByRole("columnheader", { name: "E-mail" }).getByRole("button").click();
    await expect.poll(oldestFirst).toBe(false);
    await page.getByRole("radio", { name: /^Banned/ }).check();
    await page.getByRole("heading", { name: "No matching learners." }).waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("suspended");
  });

  it("page through somebody's answers", async () => {
    const { id } = await somebody();
    const { deps } = service.app;
    const word = { id: "w1", text: "plum", meaning: "a fruit" };
    await transact(deps.database, (tx) => storeWords(deps, tx, [word]));
    await giveAnswers(
      deps,
      Array.from(
        { length: 21 },
        (_, n) =>
          [...[new Date(Date.now() - n * 60_000).toISOString(), "w1"], { userId: id }] as never,
      ),
    );
    const { page, comeAgain } = await visit(`/users/${id}?part=learning`);
    const answers = page.getByRole("table", { name: "Recent answers" }).getByRole("rowheader");
    await expect.poll(() => answers.count()).toBe(20);
    const pages = page.getByRole("navigation", { name: "Recent answers" });
    await pages.getByRole("button", { name: "Next page" }).click();
    await expect.poll(() => answers.count()).toBe(1);
    await comeAgain();
    await expect.poll(() => answers.count()).toBe(1);
    await expect
      .poll(() => pages.getByRole("button", { name: "Next page" }).isDisabled())
      .toBe(true);
  });

  it("ban several with one note, list failures, and delete by typing the number", async () => {
    const [first, gone, last] = [await somebody(), await somebody(), await somebody()];
    const { page, ask } = await visit("/users");
    const box = ({ email }: TestAccount) =>
      page.getByRole("row").filter({ hasText: email }).getByRole("checkbox");
    await box(last).click();
    await box(first).click({ modifiers: ["Shift"] });
    await page.getByText("3 learners selected").first().waitFor();
    await page.getByRole("button", { name: "Actions" }).click();
    await ask("DELETE", `/users/${gone.id}`);
    await page.getByRole("menuitem", { name: "Ban…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^This ends 2 sessions, closes/).waitFor();
    await dialog.getByLabel("Reason").fill("Shared accounts");
    expect(await axeOfContent(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Ban" }).click();
    await dialog.getByText("1 learner unchanged").waitFor();
    for (const { id } of [first, last]) {
      expect(await ask("GET", `/users/${id}`)).toMatchObject({ isBanned: true });
    }
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByText("1 learner selected").first().waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();

    for (const learner of [first, last]) await box(learner).click();
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await dialog.getByLabel("Type 2 to confirm").fill("2");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("2 learners deleted.").first().waitFor();
    await page.getByRole("button", { name: "Audit entries" }).last().click();
    await page.getByRole("rowheader", { name: "Learner deleted" }).nth(1).waitFor();
  });

  it("show the chosen columns, and keep the choice in the address", async () => {
    const { id } = await somebody();
    const { page, comeAgain } = await visit("/users");
    const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
    await header("E-mail").waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "ID" }).click();
    expect(await axeInBothThemes(page, "[role=menu]")).toEqual([]);
    await page.getByRole("menuitemcheckbox", { name: "E-mail" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("cell", { name: id, exact: true }).waitFor();
    await comeAgain();
    await page.getByRole("cell", { name: id, exact: true }).waitFor();
    expect(await header("E-mail").count()).toBe(0);
    await expect.poll(() => header("Name").count()).toBe(1);
  });

  it("say what a ban ends, close the learner's open page, and lift the ban", async () => {
    const learner = await newLearner(service);
    visits.push(learner);
    await learner.page.goto("/");
    await learner.page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => service.app.deps.events.learnerStreams(learner.id)).toBe(1);
    const { page } = await visit(`/users/${learner.id}`);
    const acts = page.getByRole("button", { name: /^Actions for/ });
    await acts.click();
    await page.getByRole("menuitem", { name: "Ban…" }).click();
    await page.getByText(/This ends 1 session, closes 1 open app and flags/).waitFor();
    await page.getByLabel("Reason").fill("Shared account");
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await page.getByRole("button", { name: "Ban", exact: true }).click();
    await page.getByText("Banned", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Audit entry" }).click();
    await page.getByText("Shared account").waitFor();
    await learner.page.waitForURL("**/welcome**");
    await page.goBack();
    await acts.click();
    await page.getByRole("menuitem", { name: "Lift ban" }).click();
    await page
      .getByText(/can sign in again/)
      .first()
      .waitFor();
    expect(
      (
        await learner.context.request.post("/api/auth/login", {
          data: { email: learner.email, password: "Reading-room-42" },
        })
      ).status(),
    ).toBe(200);
  });

  it("create somebody, refuse at the field, and hand out a working link", async () => {
    const { page } = await visit("/users");
    await page.getByRole("button", { name: "Add learner" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill("nobody");
    await dialog.getByLabel("Name").fill("New one");
    await dialog.getByLabel("Password", { exact: true }).fill("weak");
    await dialog.getByRole("button", { name: "Add learner" }).click();
    const field = dialog.getByLabel("Password", { exact: true });
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    const email = dialog.getByLabel("E-mail");
    await expect
      .poll(() => email.getAttribute("aria-invalid"), { message: "all at once" })
      .toBe("true");
    await email.fill("new@example.org");
    await field.fill("Strong-enough-1");
    await dialog.getByRole("button", { name: "Add learner" }).click();
    await page.getByRole("heading", { name: "New one" }).waitFor();
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Create reset link…" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    const other = await newVisit(service.url, {});
    visits.push(other);
    await other.page.goto(link);
    await other.page.getByLabel("New password", { exact: true }).waitFor();
  });

  it("change name and address, refuse at the field, and link to before and after", async () => {
    const { id, headers } = await somebody();
    const other = await somebody();
    const { page, ask } = await visit(`/users/${id}`);
    const open = async () => {
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Change name or e-mail" }).click();
    };
    await open();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("O'Brien");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("hyphens (-) or underscores (_)", { exact: false }).waitFor();
    await dialog.getByLabel("Name").fill("Priya प्रिया");
    await dialog.getByLabel("E-mail").fill(other.email);
    expect(await axeOfContent(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("An account with this e-mail already exists.").waitFor();
    const email = `priya-${id}@example.org`;
    await dialog.getByLabel("E-mail").fill(email);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Priya प्रिया" }).waitFor();
    expect(await ask("GET", `/users/${id}`)).toMatchObject({ email, username: "Priya प्रिया" });

    await open();
    const renamed = await fetch(`${service.url}/api/users/me`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ username: "Priya" }),
    });
    expect(renamed.ok).toBe(true);
    await dialog.getByLabel("E-mail").fill(`other-${email}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Priya", exact: true }).waitFor();
    const kept = { email: `other-${email}`, username: "Priya" };
    expect(await ask("GET", `/users/${id}`)).toMatchObject(kept);
  });

  it("show the chosen books and goal, and a right-to-left word in its own direction", async () => {
    const { id, headers } = await somebody();
    const { deps } = service.app;
    const word = { id: "w-plum", text: "برقوق", meaning: "a plum" };
    await transact(deps.database, (tx) => storeWords(deps, tx, [word]));
    const call = async (method: string, path: string, body: object) => {
      const sent = { ...headers, "content-type": "application/json" };
      const init = { method, headers: sent, body: JSON.stringify(body) };
      const reply = await fetch(`${service.url}/api/${path}`, init);
      expect(reply.ok, path).toBe(true);
      return ((await reply.json()) as { data: { id: string } }).data;
    };
    const book = await call("POST", "wordbooks", { name: "فواكه" });
    await call("POST", `wordbooks/${book.id}/words`, { wordIds: [word.id] });
    await call("PUT", "study-config", {
      selectedWordbookIds: [book.id],
      dailyWordCount: 17,
      goal: "own_recall",
      ownRecall: 0.93,
    });
    const answer = { wordId: word.id, isCorrect: true, responseTimeMs: 900 };
    await call("POST", "records", answer);
    const { page } = await visit(`/users/${id}`);
    const books = page.getByRole("list", { name: "Chosen books" }).getByRole("listitem");
    await books.first().waitFor();
    expect(await books.allInnerTexts()).toEqual([expect.stringMatching(/^فواكه\s+1 word$/)]);
    const plan = page.locator("dl").filter({ hasText: "Goal" }).first();
    await plan.getByText("Custom retention: 93%").waitFor();
    await plan.getByText("17", { exact: true }).waitFor();
    expect(await page.getByText("No books chosen").count()).toBe(0);
    const direction = (text: Locator) =>
      text.evaluate((one) => [one.matches(":dir(rtl)"), (one as HTMLElement).lang]);
    for (const part of ["learning", "engine"]) {
      await goTo(page, `/admin/users/${id}?part=${part}`);
      // Nothing tells the word's language; without `lang` its letters decide on the direction.
      expect(await direction(page.getByText(word.text, { exact: true }).first())).toEqual([
        true,
        "",
      ]);
    }
  });

  it("show neither a share nor a time of no answers", async () => {
    const { id } = await somebody();
    const { page } = await visit(`/users/${id}`);
    await page.getByText("Answer time", { exact: true }).waitFor();
    await expect.poll(() => page.getByText("–", { exact: true }).count()).toBe(2);
    expect(await page.getByText("0%", { exact: true }).count()).toBe(0);
  });

  it("require typing the address before deleting", async () => {
    const { id, email } = await somebody();
    const { page } = await visit(`/users/${id}`);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const confirm = page.getByRole("button", { name: "Delete", exact: true });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${email} to confirm`).fill(email);
    await confirm.click();
    await page
      .getByText(/deleted/)
      .first()
      .waitFor();
    await page.getByRole("heading", { level: 1, name: "Learners" }).waitFor();
  });

  it("move with Home and End to the ends of the list, not of the visible part", async () => {
    const atMs = Date.UTC(2020, 0, 1);
    const times = { created_at_ms: atMs, updated_at_ms: atMs };
    const rows = Array.from({ length: 250 }, (_, n) => ({
      id: `many-${n}`,
      email: `many-${n}@example.org`,
      username: `Many ${n}`,
      password_hash: "none",
      ...times,
      created_at_ms: atMs - n,
    }));
    await service.app.deps.database.insertInto("users").values(rows).execute();
    const { page } = await visit("/users");
    await page.getByRole("row").nth(1).getByRole("link").waitFor();
    await page.keyboard.press("j");
    const first = await focusedText(page);
    await page.keyboard.press("End");
    await expect.poll(() => focusedText(page)).toBe("Many 249");
    await page.keyboard.press("Home");
    await expect.poll(() => focusedText(page)).toBe(first);
  });
});
