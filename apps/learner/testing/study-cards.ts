import type { Page } from "playwright-core";

/** What a session shows, read at once: a question to the browser takes longer than reading. */
export interface Card {
  /** `told`: whatever else there is to go on from. */
  readonly kind: "question" | "introduction" | "told" | "summary";
  /** The headword; empty where there is none. */
  readonly word: string;
  /** What an introduction says of it. */
  readonly meaning: string;
  /** Answers to choose from, in their order. */
  readonly options: readonly string[];
  /**
   * Its first heading. Others come later, with what is to be said about the word; and other texts
   * around it change by themselves, as the offer to take back does.
   */
  readonly title: string;
}

/**
 * Waits for the next thing that a session shows and that something can be done with.
 *
 * @param before  what was shown before it, and was gone on from
 */
export const nextCard = (page: Page, before?: Card): Promise<Card> =>
  page.evaluate(cardOnceThere, before);

/**
 * Runs in the page: looks whenever the page changes, and now and then, for what changes without a
 * mutation. After 30 s it says what was there instead.
 */
function cardOnceThere(before: Card | undefined): Promise<Card> {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
  const textOf = (one: HTMLElement | undefined) => one?.innerText ?? "";
  const kindOf = (title: string): Card["kind"] | undefined => {
    if (/firmer|hard round/.test(title)) return "summary";
    if (seen("ol button:enabled").length > 0) return "question";
    // A break is suggested to those who answer slowly, as tests do on a busy machine.
    const goesOn = seen("main button").some((one) => /^(Next|Go on)\b/.test(textOf(one).trim()));
    if (!goesOn) return undefined;
    return textOf(seen("main")[0]).includes("A new word") ? "introduction" : "told";
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
 * Waits until what is shown has been stored too, as one waits who then loads the page again: a step
 * is shown at once, and what reads the browser's database waits for those who write.
 */
export const onceStored = (page: Page): Promise<void> => page.evaluate(readAfterWriters);

/** Runs in the page. */
async function readAfterWriters(): Promise<void> {
  for (const { name = "" } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const reading = database.transaction("session").objectStore("session").count();
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
          database.close();
          resolve();
        };
      };
    });
  }
}
