import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Import, WordPublic } from "@wordloom/contract";
import { judgeAnswer } from "@wordloom/language";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importsWorker } from "../../features/library/imports/imports.worker.ts";

// A German list of 2,000 lines, as a learner keeps it, comes in with every meaning as it is
// written, is judged as a teacher would judge, and comes out equal.
const LINES = 2_000;

/** Real German words, with their meanings and articles. */
const STARTER_WORDS = join(
  import.meta.dirname,
  "../../features/library/starter-words/languages/de.txt",
);

const PLURALS = ["-n", "-e", "-en", "-ä, er", "–", "-s"];

/** Each word, again with the mark of a plural, and as a homograph with another meaning. */
function listOfLearner(): [text: string, meaning: string][] {
  const words = readFileSync(STARTER_WORDS, "utf8").split("\n");
  const nouns = words.flatMap((line, at): [string, string][] => {
    const [meaning = "", text = ""] = line.split("|");
    if (meaning === "" || meaning === "+" || text === "") return [];
    const plural = /^(?:der|die|das) /.test(text) ? `, ${PLURALS[at % PLURALS.length]}` : "!";
    return [
      [text, meaning],
      [`${text}${plural}`, `${meaning} (my note)`],
      [text, `no. ${at}, and “more”; it's ${meaning}`],
      [text, `意思 ${at}：${meaning}`],
      [`${text} (${at})`, `${meaning}\u00a0/ ${at}`],
    ];
  });
  return nouns.slice(0, LINES);
}

const LIST = listOfLearner();

let app: TestApp;
let learner: TestAccount;
beforeAll(async () => {
  app = await buildTestApp({ settings: { RATE_LIMIT_AUTHENTICATED_MAX: "1000000" } });
  await app.words([
    { text: "die Bank", meaning: "bench", language: "de" },
    { text: "Gift", meaning: "present", language: "en" },
  ]);
  learner = await app.learner();
});
afterAll(async () => {
  await app.close();
  await closeCleanDatabase();
});

async function bring(account: TestAccount, name: string, content: string): Promise<Import> {
  const headers = { ...account.headers, "content-type": "text/csv" };
  const work = () => importsWorker.run(app.deps, new AbortController().signal);
  const path = `/api/imports?name=${encodeURIComponent(name)}`;
  const { body } = await app.send("POST", path, { headers, body: Buffer.from(content) });
  await work();
  const { id } = body.data as Import;
  const run = { headers: account.headers, body: {} };
  await app.send("POST", `/api/imports/${id}/run`, run);
  await work();
  return (await app.send("GET", `/api/imports/${id}`, { headers: account.headers })).body.data;
}

/** The words of a book, in its order. */
async function wordsOf(account: TestAccount, bookId: string): Promise<WordPublic[]> {
  const words: WordPublic[] = [];
  for (let page = 1; words.length === (page - 1) * 100; page += 1) {
    const path = `/api/wordbooks/${bookId}/words?page=${page}&perPage=100`;
    const { body } = await app.send("GET", path, { headers: account.headers });
    words.push(...(body.data.data as WordPublic[]));
  }
  return words;
}

const csvOf = async (account: TestAccount, bookId: string) => {
  const path = `/api/wordbooks/${bookId}/export?format=csv`;
  return (await app.send("GET", path, { headers: account.headers })).text;
};

describe("a German list of 2,000 lines", () => {
  let bookId: string;

  it("comes in with every word and meaning as it is written, in its order", async () => {
    const content = LIST.map((line) => line.join("\t")).join("\n");
    const done = await bring(learner, "Mein Deutsch.txt", content);
    expect(done.problems).toEqual([]);
    expect(done.counts).toMatchObject({ words: LINES, own: LINES, duplicates: 0, books: 1 });
    [bookId = ""] = done.bookIds;
    const words = await wordsOf(learner, bookId);
    expect(words.map(({ text, meaning }) => [text, meaning])).toEqual(LIST);
    expect(new Set(words.map(({ language }) => language))).toEqual(new Set(["de"]));
  });

  it("is judged as a teacher would judge", async () => {
    const faults = (await wordsOf(learner, bookId)).flatMap(({ text, language }) => {
      const noun = (text.split(",")[0] ?? "").replace(/ \(.*\)$/, "");
      const bare = noun.replace(/^(?:der|die|das) /, "");
      const spelled = noun.replace(
        /[äöü]/g,
        (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? "",
      );
      const typings = [
        text,
        noun,
        bare,
        noun.toUpperCase(),
        `${bare}.`,
        spelled.replaceAll("ß", "ss"),
      ];
      const strict = { accents: false, slip: false };
      return typings
        .filter((typed) => {
          const { isRight, note } = judgeAnswer(typed, { text, language }, strict);
          return !isRight || note !== null;
        })
        .map((typed) => `${typed} for ${text}`);
    });
    expect(faults).toEqual([]);
    const wrongArticle = { text: "die Bank, -en", language: "de" };
    const kind = { accents: true, slip: true };
    expect(judgeAnswer("der Bank", wrongArticle, kind)).toMatchObject({ note: "article" });
    expect(judgeAnswer("die Banane", wrongArticle, kind).isRight).toBe(false);
  });

  it("comes out equal: another learner who brings its CSV exports the same", async () => {
    const csv = await csvOf(learner, bookId);
    const friend = await app.learner();
    const done = await bring(friend, "Mein Deutsch.csv", csv);
    expect(done.counts).toMatchObject({ own: LINES, duplicates: 0, invalid: 0 });
    const [friendsBook = ""] = done.bookIds;
    expect(await csvOf(friend, friendsBook)).toBe(csv);
  });
});
