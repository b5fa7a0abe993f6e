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
  /** Its headings. Other texts around it change by themselves, as the offer to take back does. */
  readonly title: string;
}

/**
 * Waits for the next thing that a session shows and that something can be done with.
 *
 * @param before  what was shown before it, and was gone on from
 */
export async function nextCard(page: Page, before?: Card): Promise<Card> {
  const handle = await page.waitForFunction(readCard, before);
  const card = (await handle.jsonValue()) as Card;
  await handle.dispose();
  return card;
}

/** Runs in the page. */
function readCard(before: Card | undefined): Card | undefined {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
  const textOf = (one: HTMLElement | undefined) => one?.innerText ?? "";
  const kindOf = (): Card["kind"] | undefined => {
    if (seen("h1, h2, h3").some((heading) => /firmer|hard round/.test(textOf(heading)))) {
      return "summary";
    }
    if (seen("ol button:enabled").length > 0) return "question";
    // A break is suggested to those who answer slowly, as tests do on a busy machine.
    const goesOn = seen("main button").some((one) => /^(Next|Go on)\b/.test(textOf(one).trim()));
    if (!goesOn) return undefined;
    return textOf(seen("main")[0]).includes("A new word") ? "introduction" : "told";
  };
  const kind = kindOf();
  if (kind === undefined) return undefined;
  const title = seen("h1, h2, h3").map(textOf).join();
  if (before?.kind === kind && before.title === title) return undefined;
  return {
    kind,
    title,
    word: textOf(seen("h1 [lang=en]")[0]),
    meaning: textOf(seen("h1 ~ p[lang]").at(-1)),
    options: seen("ol li button span:nth-child(2)").map(textOf),
  };
}
