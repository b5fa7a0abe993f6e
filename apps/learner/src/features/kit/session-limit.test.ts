import { describe, expect, it } from "vitest";
import { studyWord } from "../study-session/testing/study-words.ts";
import { createNextWords } from "./next-words.ts";
import { sessionWords } from "./session-limit.ts";
import { browser, made } from "./testing/kit-browser.ts";

const plans = [
  { due: 3, new: 2, cap: null },
  { due: 30, new: 5, cap: 20 },
  { due: 205, new: 16, cap: null },
];

describe("what Today offers for a session", () => {
  it.each(plans)("is what the session asks: $due due, $new new, cap $cap", async (plan) => {
    const { due, new: fresh, cap } = plan;
    const today = { due, new: fresh, reviewedToday: 0 };
    const ids = Array.from({ length: due + fresh }, (_, at) => `w${at}`);
    const all = ids.map((id, at) => studyWord(id, { kind: at < due ? "due" : "new" }));
    // The service puts at most so many into a kit.
    const kit = { ...made(), words: all.slice(0, 200) };
    const words = createNextWords({
      ...browser(kit),
      hasNetwork: () => true,
      isServed: () => true,
      reviewCap: () => cap,
      after: () => undefined,
    });
    const offered = sessionWords(today, cap);
    expect((await words.first("plan", offered))?.length).toBe(offered);
  });
});
