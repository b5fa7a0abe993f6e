import { createDrafter, guessRoles, openImport, sourceOfBytes } from "@wordloom/imports";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { wordListsRoutes } from "../../library/word-lists/word-lists.routes.ts";
import { wordbooksRoutes } from "../../library/wordbooks/wordbooks.routes.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { exportsRoutes } from "./exports.routes.ts";

const routes = [exportsRoutes, wordListsRoutes, wordbooksRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const forbidden = { status: 403, body: refused("FORBIDDEN") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

/** Words whose fields hold what tables, HTML and formulas are made of. */
const FULL = [
  {
    text: "das Haus; '=1",
    meaning: 'house,  "home"\r\n<b>bold</b> &amp;',
    reading: "[haus]",
    pronunciation: "/haʊs/",
    partOfSpeech: "n:1",
    difficulty: 0.25,
    examples: ["a|b\\", "two\nlines", "{c}"],
    exampleMeanings: ["", "|", "-x"],
    tags: ["one tag", "b,c"],
    audio: "https://example.org/a.mp3",
    language: "de",
    meaningLanguage: "pt-BR",
  },
  { text: "'-5", meaning: "=2", difficulty: 0.5, language: "en", meaningLanguage: "en" },
].map(({ audio, ...word }) => ({ ...word, ...(audio !== undefined && { audioUrl: audio }) }));

async function readBack(file: string, name: string) {
  const table = await openImport(sourceOfBytes(Buffer.from(file)), name);
  const toDraft = createDrafter(await guessRoles(table), table.rules);
  const words: object[] = [];
  for await (const row of table.rows()) {
    const draft = toDraft(row);
    if (!("word" in draft)) continue;
    const { audio, ...word } = draft.word;
    words.push({ ...word, ...(audio !== undefined && { audioUrl: audio }) });
  }
  return words;
}

type Owner = (app: ScenarioApp) => string | null | Promise<string | null>;
const ownBook: Owner = ({ u1 }) => u1.id;
const systemBook: Owner = () => null;
const otherBook: Owner = async (app) => (await app.learner()).id;

async function makeBook(app: ScenarioApp, userId: string | null, wordIds: readonly string[] = []) {
  const { database } = app.deps;
  const draft = { name: "Words: 词", description: "", tags: [], userId };
  const { id } = await createBook(app.deps, database, draft);
  await addWordsToBook(database, id, wordIds, app.clock.nowMs());
  return id;
}

const exportPath = (id: string) => `/api/wordbooks/${id}/export`;

describe("GET /api/wordbooks/:id/export", () => {
  const exported =
    (query: string, owner: Owner = ownBook): Scenario["send"] =>
    async (app) => {
      await app.words([
        { text: "-able", meaning: "=1+1", examples: ['say "x"', "two"], tags: ["a", "b"] },
        { text: "b", meaning: "two\nlines", pronunciation: "bi:", partOfSpeech: "noun" },
      ]);
      const id = await makeBook(app, await owner(app), ["w2", "none", "w1"]);
      return ["GET", `/api/wordbooks/${id}/export${query}`];
    };

  scenarios(routes, {
    "is a CSV file, in the order of the book, with formulas marked as text": {
      as: "learner",
      send: exported(""),
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition":
          'attachment; filename="Words_ _-20260501.csv"; ' +
          "filename*=UTF-8''Words_%20%E8%AF%8D-20260501.csv",
        "x-truncated": null,
      },
      after: (_, { text }) =>
        expect(text).toBe(
          "\uFEFFtext,meaning,language,meaningLanguage,reading,pronunciation,partOfSpeech," +
            "difficulty,examples,exampleMeanings,tags,audioUrl\r\n" +
            'b,"two\nlines",en,en,,bi:,noun,0.5,,,,\r\n' +
            '\'-able,\'=1+1,en,en,,,,0.5,"say ""x""|two",,a|b,\r\n',
        ),
    },
    "is plain lines on request": {
      as: "learner",
      send: exported("?format=txt", systemBook),
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8" },
      after: (_, { text }) => expect(text).toBe("b\ttwo lines\n-able\t=1+1\n"),
    },
    "gives every field back unchanged when it is read as a file": {
      as: "learner",
      send: async (app) => {
        await app.words(FULL);
        const id = await makeBook(app, app.u1.id, ["w1", "w2"]);
        return ["GET", `/api/wordbooks/${id}/export`];
      },
      status: 200,
      after: async (_, { text }) => expect(await readBack(text, "list.csv")).toEqual(FULL),
    },
    "gives every field back as JSON, too": {
      as: "learner",
      send: async (app) => {
        await app.words(FULL);
        const id = await makeBook(app, app.u1.id, ["w1", "w2"]);
        return ["GET", `/api/wordbooks/${id}/export?format=json`];
      },
      status: 200,
      headers: { "content-type": "application/json" },
      after: async (_, { text }) => expect(await readBack(text, "list.json")).toEqual(FULL),
    },
    "is a deck on request": {
      as: "learner",
      send: exported("?format=apkg"),
      status: 200,
      headers: {
        "content-type": "application/vnd.anki",
        "content-disposition": /^attachment; filename="Words_ _-20260501\.apkg"/,
        "content-length": /^\d+$/,
      },
    },
    "contains every word of a large book once": {
      as: "learner",
      send: async (app) => {
        const words = await app.words(Array.from({ length: 401 }, () => ({})));
        const ids = words.map((word) => word.id);
        const id = await makeBook(app, app.u1.id, ids);
        return ["GET", `${exportPath(id)}?format=txt`];
      },
      status: 200,
      after: (_, { text }) => {
        const lines = text.trimEnd().split("\n");
        expect(lines).toEqual(
          Array.from({ length: 401 }, (_, n) => expect.stringContaining(`w${n + 1}\t`)),
        );
      },
    },
    "contains only a header for an empty book": {
      as: "learner",
      send: async (app) => ["GET", `/api/wordbooks/${await makeBook(app, app.u1.id)}/export`],
      status: 200,
      text: /^\uFEFFtext,meaning,[^\n]*\r\n$/,
    },
    "can be imported again unchanged": {
      as: "learner",
      send: async (app) => {
        await app.words([
          { text: '"quoted", word', meaning: '"a"; b\tc' },
          { text: "#tag", meaning: "-1" },
          { text: "=x", meaning: "@y" },
        ]);
        const full = await makeBook(app, app.u1.id, ["w1", "w2", "w3"]);
        const { headers } = app.u1;
        for (const format of ["csv", "txt"]) {
          const file = await app.send("GET", `/api/wordbooks/${full}/export?format=${format}`, {
            headers,
          });
          const id = await makeBook(app, app.u1.id);
          const body = { text: file.text, mode: "add", onDuplicate: "own" };
          const reply = await app.send("POST", `/api/wordbooks/${id}/words/text`, {
            headers,
            body,
          });
          const ids = reply.body.data.rows.map(({ wordId }: { wordId: string }) => wordId);
          expect([format, ids]).toEqual([format, ["w1", "w2", "w3"]]);
        }
        return ["GET", `/api/wordbooks/${full}`];
      },
      status: 200,
    },
    "refuses an unknown format": { as: "learner", send: exported("?format=docx"), ...unreadable },
    "refuses another learner's book": {
      as: "learner",
      send: exported("", otherBook),
      ...forbidden,
    },
    "refuses an unknown book": { as: "learner", send: ["GET", exportPath("none")], ...absent },
  });
});
