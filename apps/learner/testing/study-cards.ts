import type { Page } from "playwright-core";

/**
 * The contents of a session's screen, read at once, because each call to the browser takes longer
 * than the reading.
 */
export interface Card {
  /** `recall`: a hidden meaning; `notice`: anything else that has a button to continue. */
  readonly kind: "question" | "recall" | "introduction" | "notice" | "summary";
  /** The headword; empty if there is none. */
  readonly word: string;
  /** The meaning shown in an introduction. */
  readonly meaning: string;
  /** The options, in their order. */
  readonly options: readonly string[];
  /**
   * Its first heading. Later headings belong to details of the word, and other texts, such as the
   * undo button, change on their own.
   */
  readonly title: string;
}

/**
 * Waits for the next screen of a session that can be acted on.
 * @param before  the previous screen, which was left
 */
export const nextCard = (page: Page, before?: Card): Promise<Card> =>
  page.evaluate(cardOnceThere, before);

/**
 * Runs in the page: checks on every mutation, and periodically for changes without one. After 30 s
 * it reports what was there instead.
 */
function cardOnceThere(before: Card | undefined): Promise<Card> {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
  const textOf = (one: HTMLElement | undefined) => one?.innerText ?? "";
  const kindOf = (title: string): Card["kind"] | undefined => {
    if (/strengthened|tough round/.test(title)) return "summary";
    if (seen("ol button:enabled").length > 0) return "question";
    const buttons = seen("main button").map((one) => textOf(one).trim());
    if (buttons.some((text) => text.startsWith("Show the meaning"))) return "recall";
    // The engine suggests a break to slow learners, such as tests on a busy machine.
    // "Continue here" takes the session over from another tab.
    const goesOn = buttons.some((text) => /^(Next|Continue(?! here))\b/.test(text));
    if (!goesOn) return undefined;
    return textOf(seen("main")[0]).includes("New word") ? "introduction" : "notice";
  };
  const read = (): Card | undefined => {
    const title = textOf(seen("h1, h2, h3")[0]);
    const kind = kindOf(title);
    if (kind === undefined || (before?.kind === kind && before.title === title)) return undefined;
    return {
      kind,
      title,
      word: textOf(seen("h1 [lang=en]")[0]),
      meaning: textOf(seen("h1 ~ p[lang]").at(-1)),
      options: seen("ol li button span:nth-child(2)").map(textOf),
    };
  };
  return new Promise((resolve, reject) => {
    const stop = () => {
      observer.disconnect();
      clearInterval(timer);
      clearTimeout(deadline);
    };
    const look = () => {
      const card = read();
      if (card === undefined) return;
      stop();
      resolve(card);
    };
    const giveUp = () => {
      stop();
      reject(new Error(`no card came; there was: ${textOf(document.body)}`));
    };
    const timer = setInterval(look, 250);
    const deadline = setTimeout(giveUp, 30_000);
    const observer = new MutationObserver(look);
    const all = { childList: true, subtree: true, attributes: true, characterData: true };
    observer.observe(document, all);
    look();
  });
}

/**
 * Waits until the shown step is stored, as needed before a reload. A step is shown at once, and
 * reads of the browser's database wait for pending writes.
 * @returns id of the stored session
 */
export const onceStored = (page: Page): Promise<string | undefined> => page.evaluate(storedSession);

/** Runs in the page. */
async function storedSession(): Promise<string | undefined> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => resolve(request.result);
    });
  let id: string | undefined;
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name));
    const sessions = database.transaction("session").objectStore("session");
    const mark: { readonly id: string } | undefined = await resultOf(sessions.get("mark"));
    database.close();
    id ??= mark?.id;
  }
  return id;
}
