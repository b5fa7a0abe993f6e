import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importFileProblems } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { becomingOf } from "./import-counts.ts";
import { adviceFor, detailFor, sentencesFor } from "./import-failure.ts";
import { placeOf, sentenceOf, unfitKind } from "./import-problems.ts";

const root = join(import.meta.dirname, "../../../../..");

/** The codes that these files of the repository give, as `pattern` finds them. */
function codesIn(files: readonly string[], pattern: RegExp): string[] {
  const found = files
    .flatMap((file) => globSync(file, { cwd: root }))
    .filter((file) => !file.includes(".test."))
    .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(pattern)]);
  return [...new Set(found.map(([, code = ""]) => code))];
}

const features = "packages/server/src/features";

describe("a problem of a line", () => {
  it("has a sentence, whichever reader reports it", () => {
    const codes = [
      ...codesIn(["packages/imports/src/row.ts"], /\| "([a-z_]+)"/g),
      ...codesIn(
        [
          "packages/imports/src/**/*.ts",
          `${features}/library/{imports,media}/*.ts`,
          `${features}/library/words/word-{draft,intake.service}.ts`,
          `${features}/operations/account-archive/*.ts`,
        ],
        /(?:code: |leaveOut\(line, |problems\.add\([^,]+, )"([a-z]+(?:_[a-z]+)+)"/g,
      ),
    ];
    for (const code of ["field_empty", "list_too_long", "impossible_card", "no_room"])
      expect(codes).toContain(code);
    for (const code of ["unknown_table", "invalid_word", "media_unusable", "media_limit"])
      expect(codes).toContain(code);
    expect(codes.filter((code) => sentenceOf(code) === undefined)).toEqual([]);
    expect(sentenceOf("constructor")).toBeUndefined();
  });

  it.each([
    ["line 3", { kind: "line", number: 3, within: "" }],
    ["Sheet1!B3", { kind: "cell", number: 3, within: "Sheet1" }],
    ["Unit 2!A14", { kind: "cell", number: 14, within: "Unit 2" }],
    ["term_bank_1.json entry 12", { kind: "entry", number: 12, within: "term_bank_1.json" }],
    ["note 5", { kind: "note", number: 5, within: "" }],
    ["card 6", { kind: "card", number: 6, within: "" }],
    ["review 7", { kind: "review", number: 7, within: "" }],
    ["somewhere", undefined],
  ])("is at %s", (where, place) => {
    expect(placeOf(where)).toEqual(place);
  });
});

/** What only uploads are refused for. */
const ofUploads = ["MEDIA_INVALID", "WORDS_INVALID_PAYLOAD"];

describe("an import that failed", () => {
  it("has a sentence, whichever step of it failed", () => {
    const codes = codesIn(
      [
        `${features}/library/imports/import-{run,terms,undo,work}.service.ts`,
        `${features}/library/media/{import-media,media}.service.ts`,
        `${features}/library/own-words/own-word-store.service.ts`,
        `${features}/library/wordbooks/wordbooks.service.ts`,
        `${features}/operations/account-archive/{account-importer.service,bring-*}.ts`,
      ],
      /(?:code: |refuse\(|refuseOver\()"([A-Z]+(?:_[A-Z]+)*)"/g,
    );
    for (const code of ["IMPORT_UNREADABLE", "UNAVAILABLE", "MEDIA_LIMIT", "FORBIDDEN"])
      expect(codes).toContain(code);
    const silent = codes.filter((code) => adviceFor(code) === undefined);
    expect(silent.filter((code) => !ofUploads.includes(code))).toEqual([]);
    expect(adviceFor("constructor")).toBeUndefined();
  });

  it.each([
    ["zh", "IMPORT_UNREADABLE", "cut_off", "list.csv", undefined],
    ["en", "IMPORT_UNREADABLE", "cut_off", "list.csv", "Here."],
    ["en", "IMPORT_UNREADABLE", "unknown_format", "list.csv", "Here."],
    ["en", "IMPORT_UNREADABLE", "unknown_format", "scan.pdf", undefined],
    ["en", "IMPORT_UNREADABLE", "locked", "list.xlsx", undefined],
    ["en", "WORDBOOK_LIMIT", null, "list.csv", undefined],
    ["zh", "NEWER_THAN_THE_APP", null, "list.csv", "Here."],
  ] as const)(
    "adds no English to a sentence in %s: %s, %s, of %s",
    (language, code, problem, name, detail) => {
      expect(detailFor({ error: { code, message: "Here.", problem }, name }, language)).toBe(
        detail,
      );
    },
  );

  it.each([
    ...importFileProblems
      .filter((problem) => problem !== "unknown_format")
      .map((problem) => ["scan.pdf", problem, `imports.file_${problem}`] as const),
    ["scan.pdf", "unknown_format", "imports.unfit_document"],
    ["list.csv", "unknown_format", "imports.unreadable"],
    ["German.apkg", "damaged", "imports.unfit_deck"],
    ["German.apkg", "too_new", "imports.file_too_new"],
    // Failed before the service said what is wrong with a file.
    ["German.apkg", null, "imports.unfit_deck"],
  ] as const)("tells what is wrong with %s: %s", (name, problem, key) => {
    const error = { code: "IMPORT_UNREADABLE", message: "", problem };
    expect(sentencesFor({ error, name })).toEqual([key]);
  });
});

describe("an unreadable file", () => {
  it.each([
    ["Wörter.PDF", "document"],
    ["list.xls", "sheet"],
    ["list.tar.gz", "packed"],
    ["page.jpeg", "media"],
    ["German.apkg", "deck"],
    ["list.csv", undefined],
    ["list", undefined],
  ])("%s is told to be a %s", (name, kind) => {
    expect(unfitKind(name)).toBe(kind);
  });
});

describe("what becomes of lines", () => {
  it("counts filled words as new, and leaves out what becomes of none", () => {
    const none = {
      words: 0,
      withoutMeaning: 0,
      linked: 0,
      own: 0,
      filled: 0,
      replaced: 0,
      duplicates: 0,
    };
    const rest = { unknown: 0, invalid: 0, books: 1, reviews: 0, reviewsKnown: 0 };
    const counts = { ...none, ...rest, own: 3, filled: 2, invalid: 1, media: 0, mediaBytes: 0 };
    expect(becomingOf(counts)).toEqual([
      { becoming: "new", count: 5 },
      { becoming: "invalid", count: 1 },
    ]);
  });
});
