import type { Page } from "playwright-core";
import type { TestService } from "../service/web-service.ts";

/** Maps words to meanings, and meanings to words. */
export interface Vocabulary {
  readonly meaningOf: ReadonlyMap<string, string>;
  readonly textOf: ReadonlyMap<string, string>;
}

/** Whether the learner knows a word when asked. */
export type Knows = (text: string) => boolean;

/** The outcome of a session. */
export interface Session {
  readonly introduced: readonly string[];
  readonly answers: readonly { readonly text: string; readonly isCorrect: boolean }[];
  /** Number of suggestions, such as breaks, that were shown and declined. */
  readonly suggestions: number;
}

/** The words of one of the service's books. */
export async function vocabularyOf({ app }: TestService, book: string): Promise<Vocabulary> {
  const words = await app.deps.database
    .selectFrom("words")
    .innerJoin("wordbook_words", "wordbook_words.word_id", "words.id")
    .innerJoin("wordbooks", "wordbooks.id", "wordbook_words.wordbook_id")
    .where("wordbooks.name", "=", book)
    .select(["words.text", "words.meaning"])
    .execute();
  return {
    meaningOf: new Map(words.map(({ text, meaning }) => [text, meaning])),
    textOf: new Map(words.map(({ text, meaning }) => [bare(meaning), text])),
  };
}

/** A meaning as an option shows it, which may leave out labels of parts of speech. */
const bare = (meaning: string) =>
  meaning.replaceAll(/\b(?:n|v|adj|adv|prep|pron|conj|det)\.\s*/g, "");

/** Case matters: "next" is a word, too. */
const NEXT = { name: /^Next/ } as const;

/**
 * Answers every question on `/study` with the keyboard, until the session is over or `max` answers
 * are given. Supports every kind of question that a page can show: options, recall, spelling.
 */
export async function answerAll(
  page: Page,
  { meaningOf, textOf }: Vocabulary,
  knows: Knows,
  max = Infinity,
): Promise<Session> {
  const introduced: string[] = [];
  const answers: { text: string; isCorrect: boolean }[] = [];
  let suggestions = 0;
  while (answers.length < max) {
    const state = await settle(page);
    if (state === "done") break;
    if (state === "suggestion") {
      suggestions += 1;
      await page.getByRole("button", { name: "Keep studying" }).click();
      await page.locator("main details").waitFor({ state: "detached" });
    } else if (state === "recall") {
      await page.keyboard.press("Space");
      await knewIt(page).waitFor();
    } else if (state === "introduction") {
      introduced.push(await headword(page));
      await goOn(page);
    } else if (state === "answered") {
      await goOn(page);
    } else {
      const asked = (await page.locator("h1 [lang]").first().innerText()).trim();
      const text = meaningOf.has(asked) ? asked : (textOf.get(bare(asked)) ?? asked);
      const isCorrect = knows(text);
      await give[state](page, { text, meaning: meaningOf.get(text) ?? "", isCorrect });
      answers.push({ text, isCorrect });
    }
  }
  return { introduced, answers, suggestions };
}

/** A question that can be answered; a recalled word only once its meaning is shown. */
type Asked = "options" | "revealed" | "spelling";
type State = Asked | "recall" | "introduction" | "answered" | "suggestion" | "done";

const knewIt = (page: Page) => page.getByRole("button", { name: "Got it" });

interface Given {
  readonly text: string;
  readonly meaning: string;
  readonly isCorrect: boolean;
}

/** The page's next stable state. @throws with the page's text if there is none */
async function settle(page: Page): Promise<State> {
  try {
    const handle = await page.waitForFunction(stateOf);
    return (await handle.jsonValue()) as State;
  } catch (cause) {
    const shown = await page.locator("body").innerText();
    throw new Error(`no question at ${page.url()}: ${shown}`, { cause });
  }
}

/** Runs in the page. */
function stateOf(): State | undefined {
  if (location.pathname === "/study/done" && document.querySelector("h1, h2")) return "done";
  if (location.pathname !== "/study") return undefined;
  // The day's last word is done; no question follows.
  if (document.querySelector("main a[href$='practise=ahead']")) return "done";
  if (document.querySelector("form input[lang]")) return "spelling";
  if (document.querySelector("main ol button:enabled")) return "options";
  const names = [...document.querySelectorAll("main button")].map((one) => one.textContent ?? "");
  const has = (start: string) => names.some((name) => name.startsWith(start));
  if (has("Show the meaning")) return "recall";
  if (has("Got it")) return "revealed";
  const suggestion = document.querySelector("main details > summary + *")?.closest("section");
  if (suggestion?.querySelector("a[href$='/study/done']")) return "suggestion";
  if (!has("Next")) return undefined;
  const text = document.querySelector("main")?.textContent;
  return text?.includes("New word") ? "introduction" : "answered";
}

const give: Readonly<Record<Asked, (page: Page, given: Given) => Promise<void>>> = {
  async options(page, { text, meaning, isCorrect }) {
    const texts = await page.locator("main ol li button span:nth-child(2)").allInnerTexts();
    const right = texts.findIndex((one) => bare(one) === bare(meaning) || one === text);
    if (right === -1) throw new Error(`no option for ${text}: ${texts.join(" / ")}`);
    await page.keyboard.press(String((isCorrect ? right : (right + 1) % texts.length) + 1));
    await page.getByRole("button", NEXT).waitFor();
  },
  async revealed(page, { isCorrect }) {
    await page.keyboard.press(isCorrect ? "2" : "1");
    // The next question may be about the same word.
    await knewIt(page).waitFor({ state: "detached" });
  },
  async spelling(page, { text, isCorrect }) {
    await page.keyboard.type(isCorrect ? text : "zzzz");
    await page.keyboard.press("Enter");
    await page.getByRole("button", NEXT).waitFor();
  },
};

async function headword(page: Page): Promise<string> {
  return (await page.locator("h1 [lang]").first().innerText()).trim();
}

/**
 * Goes on to another card. Only its word and state tell cards apart: buttons and what is said of
 * earlier answers may come while a card stands.
 */
async function goOn(page: Page): Promise<void> {
  const before = await page.evaluate<string | undefined>(CARD);
  await page.keyboard.press("Space");
  const untilMs = Date.now() + WAIT_MS;
  for (let now = before; now === before || now === undefined;) {
    if (Date.now() > untilMs) throw new Error(`nothing follows: ${before}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    now = await page.evaluate<string | undefined>(CARD);
  }
}

const WAIT_MS = 30_000;

/** Expression for the page: the state and the word of its card; undefined between two cards. */
const CARD = `(() => {
  const state = (${stateOf})();
  return state && state + " " + document.querySelector("main h1")?.textContent;
})()`;
