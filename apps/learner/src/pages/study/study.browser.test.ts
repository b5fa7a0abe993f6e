import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, openContext, openPage, type View } from "../../../testing/browser.ts";
import { openService, type TestService } from "../../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const WORDS = 6;
const desk = { width: 1280, height: 800 };
const password = "Reading-room-42";
let learners = 0;

interface Learner {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[];
  /** Right or wrong, by word, of the records that the service has. */
  readonly records: () => Promise<{ wordId: string; isCorrect: boolean }[]>;
}

/** A new account with a starter book, at its first question's introduction. */
async function newLearner(view: View, kinds: readonly string[] = []): Promise<Learner> {
  const context = await openContext(service.url, view);
  const { page, faults } = await openPage(context);
  const email = `learner${(learners += 1)}@example.org`;
  await page.goto("/sign-in");
  const token = await page.evaluate(prepare, { email, password, words: WORDS, kinds });
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/study");
  await page.getByText("A new word").waitFor();
  const records = async () => {
    const reply = await fetch(`${service.url}/api/records?perPage=100`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await reply.json()) as { data: never[] | { data: never[] } };
    return Array.isArray(data) ? data : data.data;
  };
  return { context, page, faults, records };
}

interface Wanted {
  readonly email: string;
  readonly password: string;
  readonly words: number;
  readonly kinds: readonly string[];
}

/** Runs in the page. @returns an access token */
async function prepare({ email, password, words, kinds }: Wanted): Promise<string> {
  let token = "";
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    if (token === "") Reflect.deleteProperty(headers, "authorization");
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(path, { method, headers, ...text });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return ((await reply.json()) as { data: never }).data;
  };
  const username = email.split("@")[0] ?? "";
  const signed = await ask("POST", "/api/auth/register", { email, username, password });
  token = (signed as { accessToken: string }).accessToken;
  let books: { id: string }[] = [];
  // The service brings the starter words in after its start.
  while (books.length === 0) books = await ask("GET", "/api/wordbooks/system");
  const selectedWordbookIds = [books[0]?.id];
  await ask("PUT", "/api/study-config", { selectedWordbookIds, dailyWordCount: words });
  if (kinds.length > 0) {
    const names = ["word-to-meaning", "meaning-to-word", "recall", "spelling"];
    const chosen = Object.fromEntries(names.map((kind) => [kind, kinds.includes(kind)]));
    const settings = { kinds: chosen };
    await ask("PUT", "/api/users/me/app-settings", { revision: 0, settings });
  }
  return token;
}

const open = "ol button:enabled";
const answered = "ol button:disabled";

/** The place of the right answer, by what the introductions showed. */
async function rightPlace(page: Page, meanings: ReadonlyMap<string, string>): Promise<number> {
  const word = await page.locator("h1 [lang=en]").innerText();
  const texts = await page.locator("ol li button span:nth-child(2)").allInnerTexts();
  return texts.indexOf(meanings.get(word) ?? "");
}

type Press = (what: "go-on" | number) => Promise<void>;

/**
 * Goes on until `answers` questions were answered, or to the end of the session.
 *
 * @param isMissed whether the n-th question (from 0) is answered wrong
 */
async function study(
  { page }: Learner,
  press: Press,
  {
    answers = Infinity,
    isMissed = (_: number): boolean => false,
    meanings = new Map<string, string>(),
  } = {},
) {
  for (let count = 0; count < answers;) {
    const next = page.getByRole("button", { name: "Next" });
    const done = page.getByRole("heading", { name: /firmer|hard round/ });
    await page.locator(open).first().or(next).or(done).first().waitFor();
    if (await done.isVisible()) return meanings;
    if ((await page.locator(open).count()) > 0) {
      const right = await rightPlace(page, meanings);
      await press(isMissed(count) ? (right + 1) % 4 : right);
      await page.locator(answered).first().waitFor();
      count += 1;
    } else {
      const isNew = await page.getByText("A new word").isVisible();
      if (isNew) {
        const word = await page.locator("h1 [lang=en]").innerText();
        meanings.set(word, await page.locator("h1 ~ p[lang]").last().innerText());
      }
      const before = await page.locator("main").innerText();
      await press("go-on");
      await page.waitForFunction(
        (text) => document.querySelector("main")?.innerText !== text,
        before,
      );
    }
  }
  return meanings;
}

const byKeys =
  (page: Page): Press =>
  (what) =>
    page.keyboard.press(what === "go-on" ? "Space" : String(what + 1));

const byTouch =
  (page: Page): Press =>
  (what) =>
    what === "go-on"
      ? page.getByRole("button", { name: "Next" }).tap()
      : page.locator(open).nth(what).tap();

const recognising = ["word-to-meaning"];

describe("studying", () => {
  it("by keyboard alone, to the summary; what was missed comes back", async () => {
    const learner = await newLearner(desk, recognising);
    const { page, faults, records } = learner;
    await study(learner, byKeys(page), { isMissed: (count) => count === 1 });
    await page.getByRole("heading", { name: "5 words are firmer than before." }).waitFor();
    await page.getByText("You were right 6 times out of 7.").waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await records()).length, { timeout: 10_000 }).toBe(WORDS + 1);
    expect((await records()).filter(({ isCorrect }) => !isCorrect)).toHaveLength(1);
    expect(faults).toEqual([]);
    await learner.context.close();
  });

  it("by touch alone; every state is accessible in the dark", async () => {
    const learner = await newLearner({ touch: true, theme: "dark" }, recognising);
    const { page, faults } = learner;
    const press = byTouch(page);
    expect(await axe(page), "introduction").toEqual([]);
    const meanings = await study(learner, press, { answers: 1, isMissed: () => true });
    expect(await axe(page), "feedback").toEqual([]);
    await study(learner, press, { meanings });
    await page.getByText("You were right 6 times out of 7.").waitFor();
    expect(await axe(page), "summary").toEqual([]);
    expect(faults).toEqual([]);
    await learner.context.close();
  });

  it("takes answers back, also on the summary; the service never hears of them", async () => {
    const learner = await newLearner(desk, recognising);
    const { page, records } = learner;
    const press = byKeys(page);
    const meanings = await study(learner, press, { answers: 1, isMissed: () => true });
    await page.keyboard.press("z");
    await page.locator(open).first().waitFor();
    await study(learner, press, { meanings });
    await page.getByText("You were right 6 times out of 6.").waitFor();
    await page.keyboard.press("z");
    await page.locator(open).first().waitFor();
    await study(learner, press, { meanings, answers: 1 });
    await page.keyboard.press("Space");
    await page.getByText("You were right 6 times out of 6.").waitFor();
    await page.getByRole("link", { name: "Enough for now" }).click();
    await expect.poll(async () => (await records()).length, { timeout: 10_000 }).toBe(WORDS);
    expect((await records()).every(({ isCorrect }) => isCorrect)).toBe(true);
    await learner.context.close();
  });

  it("goes on after a reload, and offline; nothing is lost or sent twice", async () => {
    const learner = await newLearner(desk, recognising);
    const { page, context, records } = learner;
    const press = byKeys(page);
    const meanings = await study(learner, press, { answers: 2 });
    // The last answer is stored: it can be taken back.
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Next" }).waitFor();
    await context.setOffline(true);
    await study(learner, press, { meanings });
    await page.getByText("You were right 6 times out of 6.").waitFor();
    await page.getByText("The dates appear when you are online again.").waitFor();
    await context.setOffline(false);
    await expect.poll(async () => (await records()).length, { timeout: 10_000 }).toBe(WORDS);
    expect(new Set((await records()).map(({ wordId }) => wordId)).size).toBe(WORDS);
    await learner.context.close();
  });

  it("judges what is written: a refused spelling can be said to be right", async () => {
    const learner = await newLearner(desk, ["spelling"]);
    const { page, faults } = learner;
    const field = page.getByRole("textbox", { name: "The word" });
    while (!(await field.isVisible())) await page.keyboard.press("Space");
    expect(await axe(page), "spelling").toEqual([]);
    await page.keyboard.type("zzzz");
    await page.keyboard.press("Enter");
    await page.getByText("Not this time.").waitFor();
    expect(await axe(page), "refused spelling").toEqual([]);
    await page.getByRole("button", { name: "I was right" }).click();
    await page.getByText("Counted as right.").waitFor();
    await page.keyboard.press("z");
    await field.waitFor();
    // While one writes, keys are letters.
    await page.keyboard.type("k?");
    expect(await field.inputValue()).toBe("k?");
    expect(faults).toEqual([]);
    await learner.context.close();
  });

  it("shows a recalled meaning before it is graded, with keys of its own", async () => {
    const learner = await newLearner({ ...desk, theme: "dark" }, ["recall"]);
    const { page } = learner;
    const reveal = page.getByRole("button", { name: "Show the meaning" });
    while (!(await reveal.isVisible())) await page.keyboard.press("Space");
    await page.keyboard.press("2");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Knew it" }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("2");
    await page.getByText("1 of 6").waitFor();
    expect(await page.getByRole("button", { name: "Knew it" }).count()).toBe(0);
    await learner.context.close();
  });

  it("in one tab at a time: the second one can take over", async () => {
    const learner = await newLearner(desk, recognising);
    const second = await learner.context.newPage();
    await second.goto("/study");
    await second.getByRole("button", { name: "Go on here" }).click();
    await second.getByText("A new word").waitFor();
    await learner.page.getByText("Your session goes on in another tab.").waitFor();
    await learner.context.close();
  });
});
