import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { openContext, openPage, settled, type View } from "@wordloom/testing/browser/pages";
import { ask, liveThrough, missAgain, signInAs } from "@wordloom/testing/content/history";
import { emptyScreens, openedScreens, refusedForms } from "./opened-screens.ts";
import { questionKinds } from "../src/features/app-settings/app-settings.ts";
import { everyQuestion } from "./question-screens.ts";
import { openService } from "@wordloom/testing/service/web-service";
import { troubledScreens, troubledSession } from "./troubled-screens.ts";

// Photographs every screen in three sizes, two themes and all languages: `npm run -w
// @wordloom/learner photograph -- FOLDER [part of a view] [screen]`, for example `… --
// docs/learning desk-light-en today`.

const [folder = "photographs", only = "", screen = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const sizes = { phone: [390, 844], tablet: [820, 1180], desk: [1440, 900] } as const;
const themes = ["light", "dark"] as const;
const languages = {
  en: "en-GB",
  zh: "zh-CN",
  de: "de-DE",
  ja: "ja-JP",
  es: "es-ES",
  fr: "fr-FR",
  ko: "ko-KR",
} as const;

const outside = ["welcome", "sign-in", "register", "forgot"];
const inside = ["", "words", "books", "progress", "sessions", "notifications"];
const settings = [
  "account",
  "study",
  "interface",
  "day",
  "reminders",
  "about-me",
  "privacy",
  "feedback",
];

const history = [21, 18, 15, 14, 11, 9, 8, 6, 5, 3, 2, 1].map((daysAgo, index) => ({
  daysAgo,
  words: 12 + ((index * 5) % 14),
  rightShare: 0.62 + (index % 4) * 0.08,
}));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Seven in the evening in Berlin, regardless of the actual time. */
const EVENING_MS = 18 * HOUR_MS;

/** Accounts are created this early, so that they are older than their answers. */
const AGE_MS = 23 * DAY_MS + ((EVENING_MS - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS);
const password = "Lovelace1815";

const rounds = allRounds().filter(({ name }) => name.includes(only));
const service = await openService();
let learner = 0;
try {
  for (const number of rounds.keys()) {
    await register(emailOf(number + 1));
    await register(newcomerOf(number + 1));
  }
  service.advance(AGE_MS);
  for (const round of rounds) await everyScreen(round);
} finally {
  await closeBrowser();
  await service.close();
}

function allRounds(): readonly Round[] {
  return Object.entries(sizes).flatMap(([size, [width, height]]) =>
    themes.flatMap((theme) =>
      Object.entries(languages).map(([language, locale]) => {
        const name = `${size}-${theme}-${language}`;
        return { name, language, view: { width, height, theme, locale } };
      }),
    ),
  );
}

function emailOf(number: number): string {
  return `learner${number}@example.org`;
}

/** A learner without any answers. */
function newcomerOf(number: number): string {
  return `newcomer${number}@example.org`;
}

async function register(email: string): Promise<void> {
  await fetch(`${service.url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, username: "Ada", password }),
  });
}

interface Round {
  readonly name: string;
  readonly language: string;
  readonly view: View;
}

/** A browser without stored data, in the evening. */
async function openBrowserAt(view: View): Promise<BrowserContext> {
  const context = await openContext(service.url, view);
  await context.clock.install({ time: Date.now() + AGE_MS });
  return context;
}

/** Whether these screens are among those to be photographed. */
function wants(part: string): boolean {
  return ["", part].includes(screen);
}

async function everyScreen(round: Round): Promise<void> {
  const { name, language, view } = round;
  const context = await openBrowserAt(view);
  const { page } = await openPage(context);
  for (const path of outside) await shot(page, path, name);
  if (wants("refused")) await refusedForms(page, (at, title) => photograph(at, title, name));
  learner += 1;
  if (wants("empty")) await newcomer(round);
  const account = { email: emailOf(learner), password };
  const nowMs = Date.now() + AGE_MS;
  const words = await liveThrough(page, account, { days: history, nowMs });
  // The account was created elsewhere, so it does not know this browser's language.
  await ask(page, "PUT", "/api/notifications/preferences", { theme: "system", language });
  await shot(page, "start", name);
  for (const path of inside) await shot(page, path, name);
  await shot(page, `words/${words[0]}`, name, "word");
  for (const section of settings)
    await shot(page, `settings/${section}`, name, `settings-${section}`);
  await shot(page, "words?filter=state&state=mastered", name, "words-by-state");
  for (const list of ["books", "sessions"]) {
    await page.goto(`/${list}`);
    const first = page.locator(`main a[href*="/${list}/"]`).first();
    const path = (await first.getAttribute("href")) ?? "";
    await shot(page, path.slice(1), name, list.slice(0, -1));
  }
  await shot(page, "nowhere", name);
  await shot(page, "study", name);
  await layers(page, name);
  await troubles(page, name);
  // Last, because the first run and the kinds of questions change the learner's plan.
  if (wants("opened")) {
    await openedScreens(page, words[0] ?? "", (at, title) => photograph(at, title, name));
  }
  const kinds = questionKinds.filter((kind) => wants("questions") || wants(`study-${kind}`));
  if (kinds.length > 0) {
    const newcomer = { email: newcomerOf(learner), password };
    const firmWord = words.at(-1) ?? "";
    const asked = { kinds, account, newcomer, language, firmWord, nowMs };
    const openFresh = () => openBrowserAt(view);
    const take = (at: Page, title: string) => photograph(at, title, name);
    await everyQuestion(openFresh, asked, take);
  }
  if (wants("words-hard")) {
    await missAgain(page, words.slice(0, 5), nowMs);
    await shot(page, "words?filter=hard", name, "words-hard");
  }
  await context.close();
}

/** The screens of a new learner. */
async function newcomer({ name, language, view }: Round): Promise<void> {
  const context = await openBrowserAt(view);
  const { page } = await openPage(context);
  await signInAs(page, { email: newcomerOf(learner), password });
  await ask(page, "PUT", "/api/notifications/preferences", { theme: "system", language });
  await emptyScreens(page, (at, title) => photograph(at, title, name));
  await context.close();
}

/** Dialogs above a screen, and the screen that replaces others. */
async function layers(page: Page, name: string): Promise<void> {
  if (!wants("layers")) return;
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const open: Readonly<Record<string, () => Promise<unknown>>> = {
    search: async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").waitFor();
    },
    found: async () => {
      const found = page.waitForResponse(/\/api\/words\?/);
      await page.keyboard.type("re");
      await found;
      await page.locator("[role=option] [lang=en]").first().waitFor();
    },
    keys: async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.locator("dialog[open] kbd").first().waitFor();
    },
    "account-menu": async () => {
      await page.keyboard.press("Escape");
      await page.locator("header [aria-haspopup=menu]").last().click();
      await page.locator("[role=menu]:popover-open [role^=menuitem]").first().waitFor();
    },
    offline: async () => {
      await page.keyboard.press("Escape");
      await page.context().setOffline(true);
      await page.locator("[role=status] p").first().waitFor();
    },
    upgrade: async () => {
      await page.context().setOffline(false);
      await page.route("**/api/status", async (route) => {
        const reply = await route.fetch();
        const { data } = (await reply.json()) as { data: object };
        await route.fulfill({ json: { success: true, data: { ...data, forceUpgrade: true } } });
      });
      await page.reload();
      await settled(page);
    },
    maintenance: async () => {
      await page.unroute("**/api/status");
      service.app.deps.maintenance.set(true);
      await page.reload();
      await page.locator("main[aria-live] h1").waitFor();
    },
  };
  for (const [title, show] of Object.entries(open)) {
    await show();
    await photograph(page, title, name);
  }
  service.app.deps.maintenance.set(false);
}

/** Failures and the engine's suggestions; `troubles` selects them all. */
async function troubles(page: Page, name: string): Promise<void> {
  if (!wants("troubles")) return;
  const take = (at: Page, title: string) => photograph(at, title, name);
  await troubledScreens(page.context(), take);
  await troubledSession(page, service, take);
}

async function shot(page: Page, path: string, name: string, title = path || "today") {
  if (screen !== "" && screen !== title) return;
  await page.goto(`/${path}`);
  await settled(page);
  await photographWhole(page, title, name);
}

async function photographWhole(page: Page, title: string, name: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // Makes the window as high as the page, so that fixed elements stay at its edges.
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await page.screenshot({ path: join(folder, `${title}-${name}.png`) });
  await page.setViewportSize({ width, height });
}

async function photograph(page: Page, title: string, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${title}-${name}.png`) });
}
