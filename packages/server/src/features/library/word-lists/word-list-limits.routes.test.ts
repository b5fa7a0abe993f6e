import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp, type Sending } from "../../../testing/app/scenarios.ts";
import { wordbooksRoutes } from "../wordbooks/wordbooks.routes.ts";
import { createBook } from "../wordbooks/wordbooks.service.ts";
import { wordListsRoutes } from "./word-lists.routes.ts";

const routes = [wordListsRoutes, wordbooksRoutes];

/** The library: w1 to w5. */
const LIBRARY = ["apple", "Bank", "bank", "cafe", "naïve"].map((text, n) => {
  return { text, meaning: n === 2 ? "银行" : `meaning of ${text}` };
});

async function makeBook(app: ScenarioApp, userId: string): Promise<string> {
  const draft = { name: "Words", description: "", tags: [], userId };
  return (await createBook(app.deps, app.deps.database, draft)).id;
}

const path = (id: string) => `/api/wordbooks/${id}/words/text`;

const preview =
  (text: string) =>
  async (app: ScenarioApp): Promise<Sending> => {
    await app.words(LIBRARY);
    return ["POST", path(await makeBook(app, app.u1.id)), { text, mode: "preview" }];
  };

async function stored({ deps }: ScenarioApp) {
  const { database } = deps;
  const words = await database.selectFrom("words").select("text").execute();
  const books = await database.selectFrom("wordbooks").select("type").execute();
  const inBook = await database.selectFrom("wordbook_words").select("word_id").execute();
  return {
    created: words.slice(LIBRARY.length).map(({ text }) => text),
    books: books.map(({ type }) => type),
    inBook,
  };
}

describe("POST /api/wordbooks/:id/words/text", () => {
  scenarios(routes, {
    "refuses 2001 lines": {
      as: "learner",
      send: preview(`${Array.from({ length: 2001 }, (_, n) => `w${n}`).join("\n")}\n# none\n\n`),
      status: 400,
      body: {
        code: "IMPORT_TOO_LARGE",
        message: "At most 2,000 lines; yours has 2,001.",
        faults: [{ limit: 2000, count: 2001, unit: "lines" }],
      },
    },
    "accepts 256 KB": {
      as: "learner",
      send: preview(`#${"x".repeat(256 * 1024 - 1)}`),
      status: 200,
    },
    "refuses more characters, and says how many": {
      as: "learner",
      send: preview(`#${"x".repeat(256 * 1024)}`),
      status: 400,
      body: {
        code: "IMPORT_TOO_LARGE",
        faults: [{ field: "text", limit: 262_144, count: 262_145, unit: "characters" }],
      },
    },
    "counts characters, not bytes": {
      as: "learner",
      send: preview(`#${"词".repeat(100 * 1024)}`),
      status: 200,
    },
    "finds words in any code points, each once": {
      as: "learner",
      send: preview("ＡＰＰＬＥ\nap\u00adple\nnai\u0308ve\nNA\u00cfVE\nB\u200bank\u00a0\t银行"),
      status: 200,
      body: {
        data: {
          rows: [
            { wordId: "w1", outcome: "found" },
            { wordId: "w1", outcome: "duplicate" },
            { wordId: "w5", outcome: "found" },
            { wordId: "w5", outcome: "duplicate" },
            { wordId: "w3", outcome: "found" },
          ],
        },
      },
    },
    "reports how many words have no meaning": {
      as: "learner",
      send: preview("plum\tn.\npear\ta fruit\nfig\tadj.; adv."),
      status: 200,
      body: { data: { added: 3, withoutMeaning: 2 } },
    },
  });
});

const FRUITS = ["fig", "lime", "plum"].map((text) => `${text}\ta fruit`);

/** Sends a list, then another one, with a limit of three own words. */
const twice =
  (first: readonly string[], second: readonly string[]) =>
  async (app: ScenarioApp): Promise<Sending> => {
    await app.words(LIBRARY);
    const id = await makeBook(app, app.u1.id);
    const body = (lines: readonly string[]) => ({ text: lines.join("\n"), mode: "add" });
    const sent = await app.send("POST", path(id), { body: body(first), headers: app.u1.headers });
    expect(sent.status).toBe(200);
    return ["POST", path(id), body(second)];
  };

describe("POST /api/wordbooks/:id/words/text", () => {
  const settings = { LIMITS_MAX_OWN_WORDS: "3" };
  scenarios(routes, {
    "limits a learner's own words, and stores no part of a longer list": {
      as: "learner",
      settings,
      send: twice([...FRUITS.slice(0, 2), "apple"], [FRUITS[2] ?? "", "pear\ta fruit"]),
      status: 409,
      body: {
        code: "OWN_WORDS_LIMIT",
        message: "At most 3 words; yours has 4.",
        faults: [{ limit: 3, count: 4, unit: "words" }],
      },
      after: async (app) => {
        const { created, books, inBook } = await stored(app);
        expect(created).toEqual(["fig", "lime"]);
        expect([inBook.length, books]).toEqual([3, ["user"]]);
      },
    },
    "accepts as many own words as the limit": {
      as: "learner",
      settings,
      send: twice(FRUITS.slice(0, 2), FRUITS),
      status: 200,
      body: { data: { added: 1, duplicates: 2 } },
    },
    "does not count words of the library": {
      as: "learner",
      settings,
      send: twice(FRUITS, ["apple", "bank", "cafe", "naïve"]),
      status: 200,
      body: { data: { added: 4 } },
    },
  });
});
