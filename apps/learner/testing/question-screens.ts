import type { BrowserContext, Page } from "playwright-core";
import { questionKinds, type QuestionKind } from "../src/features/app-settings/app-settings.ts";
import { openPage, settled } from "@wordloom/testing/browser/pages";
import { ask, knowFirmly, read, signInAs, type Account } from "@wordloom/testing/content/history";
import { giveVoice } from "./voice.ts";

/** Where an answer is typed. */
const field = "main form :is(input, textarea)[lang]";

type Photograph = (page: Page, title: string) => Promise<void>;

interface Settings {
  readonly revision: number;
  readonly settings: object;
}

const settingsPath = "/api/users/me/app-settings";

/** What is photographed, and who sees it. */
interface Asked {
  readonly kinds: readonly QuestionKind[];
  readonly account: Account;
  /** A learner without answers: answers from before others would not make a word firm at once. */
  readonly newcomer: Account;
  readonly language: string;
  /** What the newcomer is to know well enough for a dictation of its sentence. */
  readonly firmWord: string;
  readonly nowMs: number;
}

/**
 * Questions of these kinds, asked and answered; their words were learned before.
 * @param openFresh  opens a browser without stored data; an open session would keep its kind
 */
export async function everyQuestion(
  openFresh: () => Promise<BrowserContext>,
  asked: Asked,
  photograph: Photograph,
): Promise<void> {
  for (const kind of asked.kinds) {
    const isWhole = kind === "sentence-dictation";
    // What this browser has stored by then would be asked.
    if (isWhole) await prepare(await openFresh(), asked);
    const context = await openFresh();
    await context.addInitScript(giveVoice, ["en-US", "en-GB"]);
    const { page } = await openPage(context);
    await signInAs(page, isWhole ? asked.newcomer : asked.account);
    await choose(page, kind);
    // A session takes the settings that the app has loaded by then.
    const known = page.waitForResponse(`**${settingsPath}`);
    await page.goto("/notifications");
    await known;
    await settled(page);
    await page.goto(isWhole ? "/study?practise=ahead" : "/study?practise=slipping");
    // A word that is only heard has an invisible heading.
    await page.locator("main h1").waitFor({ state: "attached" });
    if (isWhole) await page.locator("main form textarea[lang]").waitFor();
    await photograph(page, `study-${kind}`);
    await answerWrong(page);
    await photograph(page, `study-${kind}-answered`);
    await context.close();
  }
}

/** Lets the newcomer know a word well enough for a dictation of its sentence. */
async function prepare(
  context: BrowserContext,
  { newcomer, language, firmWord, nowMs }: Asked,
): Promise<void> {
  const { page } = await openPage(context);
  await signInAs(page, newcomer);
  await ask(page, "PUT", "/api/notifications/preferences", { theme: "system", language });
  await knowFirmly(page, firmWord, nowMs);
  await context.close();
}

async function choose(page: Page, kind: QuestionKind): Promise<void> {
  const { revision, settings } = await read<Settings>(page, settingsPath);
  const kinds = Object.fromEntries(questionKinds.map((one) => [one, one === kind]));
  const grades = kind === "recall" ? 4 : 2;
  await ask(page, "PUT", settingsPath, { revision, settings: { ...settings, kinds, grades } });
}

async function answerWrong(page: Page): Promise<void> {
  const isWritten = (await page.locator(field).count()) > 0;
  const hasOptions = (await page.locator("main ol button").count()) > 0;
  // A kind that suits none of the words is replaced by recalling.
  if (!isWritten && !hasOptions) {
    await page.keyboard.press("Space");
    await page.locator("main [role=group] button").first().waitFor();
  } else if (isWritten) {
    await page.locator(field).fill("bandd");
    await page.keyboard.press("Enter");
    await page.locator(field).waitFor({ state: "detached" });
  } else {
    await page.keyboard.press("2");
    await page.locator("main ol button:disabled").first().waitFor();
  }
}
