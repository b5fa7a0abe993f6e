import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { closeBrowser, openContext, openPage, settled, type View } from "./browser.ts";
import { ask, liveThrough } from "./history.ts";
import { openService } from "./service.ts";
import { troubledScreens, troubledSession } from "./troubled-screens.ts";

// Photographs every screen in three sizes, two themes and the densest languages:
// `npm run -w @wordloom/learner photograph -- FOLDER [part of a view] [screen]`, for example
// `… -- docs/learning desk-light-en today`.

const [folder = "photographs", only = "", screen = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const sizes = { phone: [390, 844], tablet: [820, 1180], desk: [1440, 900] } as const;
const themes = ["light", "dark"] as const;
const languages = { en: "en-GB", zh: "zh-CN", de: "de-DE" } as const;

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

/** Accounts are made first, so that they are older than their answers. */
const AGE_MS = 23 * 86_400_000;
const password = "Lovelace1815";

const service = await openService();
let learner = 0;
try {
  for (let number = 1; number <= 18; number += 1) {
    const body = { email: emailOf(number), username: "Ada", password };
    await fetch(`${service.url}/api/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }
  service.advance(AGE_MS);
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const theme of themes) {
      for (const [language, locale] of Object.entries(languages)) {
        const name = `${size}-${theme}-${language}`;
        const view = { width, height, theme, locale };
        if (name.includes(only)) await everyScreen({ name, language, view });
      }
    }
  }
} finally {
  await closeBrowser();
  await service.close();
}

function emailOf(number: number): string {
  return `learner${number}@example.org`;
}

interface Round {
  readonly name: string;
  readonly language: string;
  readonly view: View;
}

async function everyScreen({ name, language, view }: Round): Promise<void> {
  const context = await openContext(service.url, view);
  await context.clock.install({ time: Date.now() + AGE_MS });
  const { page } = await openPage(context);
  for (const path of outside) await shot(page, path, name);
  learner += 1;
  const account = { email: emailOf(learner), password };
  const nowMs = Date.now() + AGE_MS;
  const words = await liveThrough(page, account, { days: history, nowMs });
  // The account was not made in this browser: it does not know its language.
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
  await context.close();
}

/** What opens above a screen, and the screen that takes the place of others. */
async function layers(page: Page, name: string): Promise<void> {
  if (!["", "layers"].includes(screen)) return;
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
    },
    maintenance: async () => {
      await page.keyboard.press("Escape");
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

/** What goes wrong, and what the engine suggests; `troubles` is the name of them all. */
async function troubles(page: Page, name: string): Promise<void> {
  if (!["", "troubles"].includes(screen)) return;
  const take = (at: Page, title: string) => photograph(at, title, name);
  await troubledScreens(page.context(), take);
  await troubledSession(page, service, take);
}

async function shot(page: Page, path: string, name: string, title = path || "today") {
  if (screen !== "" && screen !== title) return;
  await page.goto(`/${path}`);
  await settled(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // A window as high as the page: what is fixed to its edges does not stand in the middle.
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await page.screenshot({ path: join(folder, `${title}-${name}.png`) });
  await page.setViewportSize({ width, height });
}

async function photograph(page: Page, title: string, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${title}-${name}.png`) });
}
