import { describe, expect } from "vitest";
import { auditEntries } from "../../../testing/rows/audit-entries.ts";
import { remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { recordImport } from "../../library/library-imports/import-records.service.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { wordsRoutes } from "../../library/words/words.routes.ts";
import { wordbooksAdminRoutes } from "./wordbooks-admin.routes.ts";
import { wordbookCenterAdminRoutes } from "./wordbook-center-admin.routes.ts";

const routes = [wordbookCenterAdminRoutes, wordbooksAdminRoutes, wordsRoutes];
const PATH = "/api/admin/wordbook-center/upload";
const MB_50 = 50 * 1024 * 1024;
const refused = (code: string) => ({ success: false, code });
const unparsable = { status: 400, body: refused("WB_CENTER_PARSE_FAILED") } as const;
const faulty = (problem: string, rule: unknown) => ({
  status: 400,
  body: { code: "WB_CENTER_PARSE_FAILED", faults: [{ problem, rule }] },
});

/** Pairs of the same word in different code points. */
const SAME = [
  ...["zcaf\u00e9", "zcafe\u0301", "zdon\u2019t", "zdon't", "z\uff35\uff33\uff22", "zUSB"],
  ...["zgive  up", "zgive up", "zice\u00a0cream", "zice cream", "z\u200bword", "zword"],
  ...["z\u0130stanbul", "zistanbul", "z\ufb01sh", "zfish"],
];

const SILENT = ["a fruit", "", "n.", "<br>"];

const words = [remoteWord("apple", { meanings: ["苹果", "fruit"] }), remoteWord("pear")];
const upload = (file: unknown, query = ""): Pick<Scenario, "as" | "send"> => ({
  as: "admin",
  send: ["POST", PATH + query, file],
});

async function isEmpty({ deps }: ScenarioApp): Promise<void> {
  expect(await deps.database.selectFrom("wordbooks").selectAll().execute()).toEqual([]);
  expect(await deps.database.selectFrom("audit_log").selectAll().execute()).toEqual([]);
}

describe("POST /api/admin/wordbook-center/upload", () => {
  scenarios(routes, {
    "creates a system book, and records it": {
      ...upload(remoteBook([...words, remoteWord(" ")])),
      given: (app) => app.word({ text: "Pear" }),
      status: 201,
      headers: { "x-audit-id": /^\d+$/ },
      body: {
        data: {
          wordbook: { name: "Demo", description: "Of words", type: "system", wordCount: 2 },
          wordsImported: 1,
          wordsSkipped: 2,
        },
      },
      after: async (app, { body }) => {
        const { id } = body.data.wordbook;
        expect(await auditEntries(app)).toEqual([`wordbook_center.upload wordbook ${id} by a1`]);
        const { headers } = app.a1;
        const path = `/api/admin/wordbooks/${id}`;
        const { body: history } = await app.send("GET", `${path}/history`, { headers });
        expect(history.data.data).toMatchObject([
          { action: "imported", count: 2, detail: "Uploaded demo, version 1" },
        ]);
        const { body: list } = await app.send("GET", `${path}/words`, { headers });
        expect(list.data.data).toMatchObject([
          { text: "apple", meaning: "苹果; fruit", tags: ["imported", "wb-center", "demo"] },
          { text: "Pear" },
        ]);
      },
    },
    "refuses the same book a second time": {
      ...upload(remoteBook(words)),
      twice: true,
      status: 409,
      body: refused("WB_CENTER_ALREADY_IMPORTED"),
    },
    "accepts an exported file": {
      as: "admin",
      send: async (app) => {
        await app.words([
          { text: "b", meaning: "one; two", pronunciation: "bi:", examples: ['say "b"'] },
          { text: "a", meaning: "" },
        ]);
        const draft = { name: "Words", description: "Mine", tags: ["A1", "B"], userId: null };
        const { id } = await createBook(app.deps, app.deps.database, draft);
        await addWordsToBook(app.deps.database, id, ["w1", "w2"], 0);
        const { headers } = app.a1;
        await recordImport(app.deps.database, {
          wordbookId: id,
          userId: null,
          remoteId: "x",
          sourceUrl: "https://x.example/x.json",
          version: "2.1",
          wordsImported: 0,
          wordsSkipped: 2,
          importedAtMs: 0,
        });
        const file = await app.send("GET", `/api/admin/wordbooks/${id}/export`, { headers });
        await app.deps.database.deleteFrom("words").execute();
        return ["POST", PATH, file.text];
      },
      status: 201,
      after: async (app, { body }) => {
        const { wordbook } = body.data;
        expect(wordbook).toMatchObject({ name: "Words", description: "Mine", wordCount: 2 });
        const ask = (path: string) =>
          app.send("GET", `/api/admin/wordbooks${path}`, { headers: app.a1.headers });
        const { body: books } = await ask("?search=words");
        const tags = ["A1", "B"];
        expect(books.data.data).toMatchObject([{ tags }, { tags }]);
        const { body: history } = await ask(`/${wordbook.id}/history`);
        expect(history.data.data[0].detail).toMatch(/, version 2\.1$/);
        const { body: list } = await ask(`/${wordbook.id}/words`);
        expect(list.data.data).toMatchObject([
          { text: "a", meaning: "" },
          { text: "b", meaning: "one; two", pronunciation: "bi:", examples: ['say "b"'] },
        ]);
      },
    },
    "merges the same word in other code points": {
      ...upload(remoteBook(SAME.map((text) => remoteWord(text)))),
      status: 201,
      body: { data: { wordbook: { wordCount: SAME.length / 2 }, wordsImported: SAME.length / 2 } },
      after: async (app) => {
        const find = async (search: string) => {
          const path = `/api/words?search=${encodeURIComponent(search)}`;
          const { body } = await app.send("GET", path, { headers: app.a1.headers });
          return (body.data.data as { text: string }[]).map(({ text }) => text);
        };
        for (const [at, text] of SAME.entries()) {
          expect(await find(text)).toEqual([(SAME[at - (at % 2)] ?? "").normalize("NFC")]);
        }
      },
    },
    "reports how many entries have no meaning, before and after": {
      ...upload(
        remoteBook(SILENT.map((meaning, n) => remoteWord(`w${n}`, { meanings: [meaning] }))),
      ),
      given: async (app) => {
        const book = remoteBook(
          SILENT.map((meaning, n) => remoteWord(`w${n}`, { meanings: [meaning] })),
        );
        const request = { headers: app.a1.headers, body: book };
        const { body } = await app.send("POST", `${PATH}?dryRun=true`, request);
        expect(body.data).toMatchObject({ wordCount: 4, withoutMeaning: 3 });
      },
      status: 201,
      body: { data: { wordsImported: 4, wordsWithoutMeaning: 3 } },
    },
    "refuses a file that is not JSON": { ...upload("<html>"), ...unparsable, after: isEmpty },
    "refuses an empty body": { ...upload(undefined), ...unparsable },
    "refuses a list, and says so": {
      ...upload([remoteBook(words)]),
      ...faulty("no_object", "it is not a JSON object"),
    },
    "refuses half a file, and reports it": {
      ...upload(JSON.stringify(remoteBook(words)).slice(0, -9)),
      ...faulty("incomplete", "it ends too early"),
    },
    "refuses a book without a name, and says so": {
      ...upload({ id: "x", words }),
      ...faulty("no_book", expect.stringMatching(/^name: /)),
    },
    "refuses a book with one entry that is no word, says which, and stores nothing": {
      ...upload(JSON.stringify({ ...remoteBook(words), words: [...words, { spelling: 5 }] })),
      ...faulty("no_word", expect.stringMatching(/^words\.2\.spelling: /)),
      after: isEmpty,
    },
    "refuses more than 100,000 words": {
      ...upload(`{"id":"x","name":"x","words":[${'{"spelling":"a"},'.repeat(100_000)}{}]}`),
      status: 400,
      body: {
        code: "WB_CENTER_TOO_LARGE",
        message: "At most 100,000 entries.",
        faults: [{ limit: 100_000, unit: "entries" }],
      },
      after: isEmpty,
    },
    ...(testDialect === "sqlite" && {
      // Runs on one database only, because nothing is stored.
      "refuses more than 50 MB": {
        ...upload(Buffer.alloc(MB_50 + 1, " ")),
        status: 413,
        body: {
          code: "PAYLOAD_TOO_LARGE",
          message: "At most 50 MB; yours has 50.1 MB.",
          faults: [{ limit: 50, count: 50.1, unit: "megabytes" }],
        },
      },
    }),
    "previews a file, and stores nothing": {
      ...upload(
        {
          ...remoteBook([]),
          words: [
            ...[...words, remoteWord("APPLE"), remoteWord(" "), { spelling: 5 }, "pear"],
            remoteWord("x".repeat(201)),
          ],
        },
        "?dryRun=true",
      ),
      given: (app) => app.word({ text: "Pear" }),
      status: 200,
      headers: { "x-audit-id": null },
      after: async (app, { body }) => {
        expect(body.data).toEqual({
          name: "Demo",
          wordCount: 2,
          willLink: 1,
          withoutMeaning: 1,
          preview: words,
          errors: [
            { index: 3, message: "text: empty", code: "field_empty", args: { field: "text" } },
            {
              index: 4,
              message: expect.stringMatching(/^spelling: /) as string,
              code: "field_wrong_type",
              args: { field: "spelling", expected: "string" },
            },
            {
              index: 5,
              message: expect.stringMatching(/^the entry: /) as string,
              code: "no_object",
              args: {},
            },
            {
              index: 6,
              message: "text: at most 200 characters",
              code: "field_too_long",
              args: { field: "text", characters: 200 },
            },
          ],
        });
        await isEmpty(app);
      },
    },
    "shows the first 20 words and the first 100 faults": {
      ...upload(
        {
          ...remoteBook([]),
          words: Array.from({ length: 500 }, (_, n) => (n % 2 ? 5 : remoteWord(`word ${n}`))),
        },
        "?dryRun=true",
      ),
      status: 200,
      after: (_, { body }) => {
        const { wordCount, preview, errors } = body.data;
        expect(wordCount).toBe(250);
        expect(preview).toHaveLength(20);
        expect(preview.at(-1)).toMatchObject({ spelling: "word 38" });
        expect(errors).toHaveLength(100);
        expect(errors.at(-1)).toMatchObject({ index: 199 });
      },
    },
    "refuses anything but a book": { ...upload("[]", "?dryRun=true"), ...unparsable },
    "refuses a switch that is neither true nor false": {
      ...upload(remoteBook(words), "?dryRun=1"),
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
  });
});
