import type { Page } from "playwright-core";
import { settled } from "@wordloom/testing/browser/pages";

type Photograph = (page: Page, title: string) => Promise<void>;

interface Screen {
  readonly title: string;
  readonly path: string;
  /** What a learner does on the screen before the picture, in any language. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const dialog = (page: Page) => page.locator("dialog[open]").waitFor();
const opens = (what: string) => (page: Page) =>
  page
    .locator(what)
    .first()
    .click()
    .then(() => dialog(page));
const primary = "main button[class*=primary]";

const next = async (page: Page, steps = 1): Promise<void> => {
  for (let step = 0; step < steps; step += 1) {
    const before = await page.locator("h1").innerText();
    await page.locator(primary).last().click();
    await page.locator("h1", { hasText: before }).waitFor({ state: "detached" });
  }
};

/** Screens that take a step to reach: a dialog, a choice, a second page, a refusal. */
export async function openedScreens(
  page: Page,
  wordId: string,
  photograph: Photograph,
): Promise<void> {
  const screens: readonly Screen[] = [
    { title: "words-found", path: "words?q=re" },
    { title: "words-nothing", path: "words?q=zzzz" },
    { title: "words-chosen", path: "words", act: chooseTwo },
    { title: "word-reset", path: `words/${wordId}`, act: opens("main section button >> nth=1") },
    {
      title: "word-note",
      path: `words/${wordId}`,
      act: (at) => at.locator("main button").last().click(),
    },
    { title: "new-book", path: "books?new", act: dialog },
    { title: "bring", path: "books?bring", act: dialog },
    { title: "import", path: "books?bring", act: bringFile },
    { title: "book-address", path: "books", act: opens("main section button") },
    { title: "sign-out", path: "settings/account", act: opens("main section:last-of-type button") },
    { title: "delete-account", path: "settings/account", act: opens("main button[class*=danger]") },
    { title: "start-kind", path: "start", act: (at) => next(at) },
    { title: "start-books", path: "start", act: (at) => next(at, 2) },
    { title: "start-placement", path: "start", act: (at) => next(at, 3) },
    { title: "start-question", path: "start", act: place },
  ];
  for (const { title, path, act } of screens) {
    await page.goto(`/${path}`);
    await settled(page);
    await act?.(page);
    await settled(page);
    await photograph(page, title);
  }
}

const LIST = 'Wort;Englisch\ndie Bank;bench\ndie Bank;bank\n;nothing\nder Zug;"train; move"';

async function bringFile(page: Page): Promise<void> {
  const file = { name: "Deutsch.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) };
  await page.locator("dialog input[type=file]").setInputFiles(file);
  await page.locator(`${primary}:not([disabled])`).waitFor();
}

async function chooseTwo(page: Page): Promise<void> {
  for (const row of [1, 3]) await page.locator("main li input[type=checkbox]").nth(row).check();
}

async function place(page: Page): Promise<void> {
  await next(page, 3);
  await page.locator(`${primary} + button`).click();
  await page.locator("main [role=progressbar]").waitFor();
}

/** Screens for visitors who are not signed in: refused forms, and links from emails. */
export async function refusedForms(page: Page, photograph: Photograph): Promise<void> {
  await page.goto("/register");
  await page.fill("input[name=email]", "ada@");
  await page.fill("input[name=password]", "lovelace");
  await page.keyboard.press("Enter");
  await page.locator("main [aria-invalid=true]").first().waitFor();
  await photograph(page, "register-refused");
  await page.goto("/sign-in");
  await page.fill("input[name=email]", "nobody@example.org");
  await page.fill("input[name=password]", "Lovelace1815");
  await page.keyboard.press("Enter");
  await page.locator("main [role=alert]").first().waitFor();
  await photograph(page, "sign-in-refused");
  await page.goto("/forgot");
  await page.fill("input[name=email]", "ada@example.org");
  await page.keyboard.press("Enter");
  await page.locator("main form").waitFor({ state: "detached" });
  await photograph(page, "forgot-sent");
  await page.goto("/reset-password");
  await settled(page);
  await photograph(page, "reset-password-code");
  await page.goto("/confirm-email#token=gone");
  await settled(page);
  await photograph(page, "confirm-email");
  await page.goto("/reset-password#token=gone");
  await settled(page);
  await photograph(page, "reset-password-unusable");
  const json = { success: true, data: { valid: true } };
  await page.route("**/api/auth/verify-reset-token", (route) => route.fulfill({ json }));
  await page.reload();
  await page.locator("input[name=password], input[name=newPassword]").first().waitFor();
  await photograph(page, "reset-password");
  await page.unroute("**/api/auth/verify-reset-token");
}

/** Every list while it is empty, in a new account. */
export async function emptyScreens(page: Page, photograph: Photograph): Promise<void> {
  const filters = ["due", "state", "slipping", "hard", "favourites", "suspended"];
  const paths = [
    ...["", "progress", "sessions", "notifications", "study", "study/done"],
    ...filters.map((filter) => `words?filter=${filter}`),
  ];
  for (const path of paths) {
    await page.goto(`/${path}`);
    await settled(page);
    const name = path.replace(/^.*=/, "words-").replace("/", "-");
    await photograph(page, `${name || "today"}-empty`);
  }
}
