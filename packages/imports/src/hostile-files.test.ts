import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { sourceOfFile } from "./files/byte-source.ts";
import { UnreadableError } from "./files/unreadable.ts";
import { openImport } from "./open-import.ts";
import { previewTable, type TablePreview } from "./preview.ts";
import { sheetRow, xlsxOf, zipOf, type TestEntry } from "./zip-for-tests.ts";

const folder = mkdtempSync(join(tmpdir(), "wordloom-hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newPath = () => join(folder, `file-${(files += 1)}`);

async function read(content: Uint8Array | string, name: string): Promise<TablePreview> {
  const path = newPath();
  writeFileSync(path, content);
  const source = sourceOfFile(path);
  try {
    return await previewTable(await openImport(source, name));
  } finally {
    source.close();
  }
}

/** Bytes of a database that these statements made. */
function databaseOf(...statements: readonly string[]): string {
  const path = newPath();
  const database = new DatabaseSync(path, { defensive: false });
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

async function readDatabase(path: string): Promise<TablePreview> {
  const source = sourceOfFile(path);
  try {
    return await previewTable(await openImport(source, "vocab.db"));
  } finally {
    source.close();
  }
}

const KINDLE = [
  "create table WORDS (id text primary key, word text, stem text, lang text, timestamp integer)",
  "create table LOOKUPS (id text, word_key text, usage text, timestamp integer)",
] as const;

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 0x20);
const index = { name: "index.json", content: '{"title":"D","format":3,"revision":"1"}' };
const yomitan = (...banks: readonly TestEntry[]) => zipOf([index, ...banks]);
const bank = (content: string): TestEntry => ({ name: "term_bank_1.json", content });
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** Files that are refused as a whole, and what the refusal names. */
const REFUSED: readonly (readonly [string, string, Uint8Array | string, RegExp])[] = [
  ["an empty file", "a.txt", "", /empty/],
  ["blank lines alone", "a.txt", "\n\n  \n", /empty/],
  ["NUL bytes", "a.txt", Buffer.from("Haus\0house\n\0\0\0\0"), /binary/],
  [
    "random bytes",
    "a.csv",
    Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)),
    /binary/,
  ],
  ["a program", "a.csv", Buffer.from("\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", "latin1"), /binary/],
  ["a picture", "a.csv", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), /picture/],
  ["a PDF", "words.txt", "%PDF-1.7\n%âãÏÓ\n1 0 obj", /PDF/],
  ["an old workbook", "a.xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), /old Excel/],
  ["a packed file", "a.csv", Buffer.from("1f8b0800", "hex"), /packed/],
  [
    "an archive that is cut off",
    "a.zip",
    zipOf([{ name: "a.txt", method: 0, content: "x".repeat(500) }]).subarray(0, 120),
    /cut off/,
  ],
  [
    "an archive of something else",
    "a.zip",
    zipOf([{ name: "a.txt", content: "Haus" }]),
    /is no workbook/,
  ],
  [
    "an archive in an archive",
    "a.zip",
    zipOf([{ name: "a.zip", content: "PK" }]),
    /archive in an archive/,
  ],
  [
    "an encrypted entry",
    "a.xlsx",
    xlsxOf("", [{ name: "x", content: "y", flags: 1 }]),
    /encrypted/,
  ],
  [
    "a masked directory",
    "a.xlsx",
    xlsxOf("", [{ name: "x", content: "y", flags: 0x2000 }]),
    /encrypted/,
  ],
  [
    "an unknown packing",
    "a.xlsx",
    xlsxOf("", [{ name: "x", content: "y", method: 99 }]),
    /unknown method/,
  ],
  [
    "a bomb of one entry",
    "a.zip",
    yomitan({ name: "term_bank_1.json", content: megabytes(30) }),
    /200 to 1/,
  ],
  [
    "a bomb of many entries",
    "a.zip",
    yomitan(
      ...Array.from({ length: 5 }, (_, at) => ({
        name: `term_bank_${at}.json`,
        packed: Buffer.alloc(2 ** 21),
        size: 2 ** 28,
      })),
    ),
    /1 GiB/,
  ],
  [
    "more entries than any file has",
    "a.zip",
    zipOf(Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}`, method: 0 }))),
    /20000 entries/,
  ],
  [
    "overlapping entries",
    "a.zip",
    yomitan(
      { name: "term_bank_1.json", content: "[]" },
      { name: "term_bank_2.json", content: "[]", offset: 0 },
    ),
    /overlaps/,
  ],
  ["an entry that is named twice", "a.zip", yomitan(bank("[]"), bank("[]")), /twice/],
  [
    "an entry larger than it says",
    "a.zip",
    yomitan({ ...bank("[1,2,3,4,5,6]"), size: 3 }),
    /larger than the archive says/,
  ],
  [
    "an entry smaller than it says",
    "a.zip",
    yomitan({ ...bank("[]"), size: 900 }),
    /smaller than the archive says/,
  ],
  ["a wrong checksum", "a.zip", yomitan({ ...bank("[]"), crc: 1 }), /checksum/],
  [
    "stored bytes of another size",
    "a.zip",
    yomitan({ ...bank("[]"), method: 0, size: 9 }),
    /contradict/,
  ],
  [
    "damaged packed bytes",
    "a.zip",
    yomitan({ name: "term_bank_1.json", packed: Buffer.from("ffffffff", "hex"), size: 9 }),
    /damaged/,
  ],
  ["a directory beyond the file", "a.zip", zipOf([{ name: "a", offset: 2 ** 31 }]), /cut off/],
  ["a directory with fewer entries than it says", "a.zip", zipOf([{ name: "a" }], 60), /damaged/],
  [
    "a bank that is no list",
    "a.zip",
    yomitan(bank('{"a":1}')),
    /term_bank_1.json: It is not a list/,
  ],
  ["a bank that is cut off", "a.zip", yomitan(bank('[["a","",""')), /cut off/],
  ["a bank nested too deeply", "a.zip", yomitan(bank(nested(5000))), /deeply/],
  [
    "a bank with an endless entry",
    "a.zip",
    yomitan({ name: "term_bank_1.json", method: 0, content: `["${"x".repeat(5_000_000)}"]` }),
    /Entry 1 is longer/,
  ],
  [
    "a dictionary of an unknown format",
    "a.zip",
    zipOf([{ name: "index.json", content: '{"title":"D","format":9}' }, bank("[]")]),
    /format/,
  ],
  [
    "XML entities",
    "a.xlsx",
    xlsxOf('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'),
    /document type/,
  ],
  [
    "an external entity",
    "a.xlsx",
    xlsxOf('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>'),
    /document type/,
  ],
  ["XML nested too deeply", "a.xlsx", xlsxOf("<a>".repeat(500)), /do not match/],
  ["XML that is cut off", "a.xlsx", xlsxOf("<worksheet><sheetData><row>"), /cut off/],
  [
    "an endless XML tag",
    "a.xlsx",
    xlsxOf("", [{ name: "xl/worksheets/sheet9.xml" }]).length > 0
      ? xlsxOf(`<worksheet a="${randomText(1_500_000)}`)
      : "",
    /endless/,
  ],
  ["JSON nested too deeply", "a.json", nested(100_000), /deeply/],
  ["JSON that is cut off", "a.json", '[{"name":"a","trans":["b"]}', /not valid JSON/],
  ["JSON without words", "a.json", '{"a":{"b":[]}}', /no list of words/],
  ["a file that claims to be JSON", "a.json", "Haus;house", /not valid JSON/],
  ["a StarDict description", "a.ifo", "StarDict's dict ifo file\nversion=2.4.2\n", /StarDict/],
];

/** Letters that hardly can be packed. */
function randomText(length: number): string {
  let state = 1;
  let text = "";
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += state.toString(36);
  }
  return text;
}

describe("a hostile file", () => {
  test.each(REFUSED)("with %s is refused as a whole", async (_, name, content, message) => {
    const fault = await read(content, name).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(UnreadableError);
    expect((fault as Error).message).toMatch(message);
  });

  const DATABASES: readonly (readonly [string, () => string, RegExp])[] = [
    ["without the tables of a word list", () => databaseOf("create table notes (a)"), /neither/],
    [
      "whose tables are views",
      () =>
        databaseOf(
          "create table a (id, word, stem, lang, timestamp)",
          "create view WORDS as select * from a",
          "create view LOOKUPS as select * from a",
        ),
      /neither/,
    ],
    [
      "whose tables are virtual",
      () =>
        databaseOf(
          "create virtual table WORDS using fts5(id, word, stem, lang, timestamp)",
          KINDLE[1],
        ),
      /neither/,
    ],
    [
      "whose columns are computed",
      () =>
        databaseOf(
          "create table WORDS (id text, w text, stem text, lang text, timestamp integer, " +
            "word text generated always as (hex(zeroblob(400000000))))",
          KINDLE[1],
          "insert into WORDS (id, w) values ('1', 'a')",
        ),
      /column word of words is computed/,
    ],
    [
      "with other columns",
      () => databaseOf("create table WORDS (id)", KINDLE[1], "insert into WORDS values (1)"),
      /lacks the columns/,
    ],
    [
      "with damaged pages",
      () => {
        const path = databaseOf(
          ...KINDLE,
          "with recursive n(v) as (select 1 union all select v + 1 from n where v < 5000) " +
            "insert into WORDS select v, v, v, 'de', 1 from n",
        );
        const source = sourceOfFile(path);
        const bytes = Buffer.from(source.read(0, source.size));
        source.close();
        bytes.fill(0xff, 8192, bytes.length);
        writeFileSync(path, bytes);
        return path;
      },
      /damaged/,
    ],
    [
      "that is only a header",
      () => {
        const path = newPath();
        writeFileSync(path, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(84)]));
        return path;
      },
      /database/,
    ],
  ];

  test.each(DATABASES)("that is a database %s is refused", async (_, make, message) => {
    const fault = await readDatabase(make()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(UnreadableError);
    expect((fault as Error).message).toMatch(message);
  });

  test("that is a database with triggers is read without running them", async () => {
    const path = databaseOf(
      ...KINDLE,
      "insert into WORDS values ('de:a', 'Apfel', 'Apfel', 'de', 1)",
      "create trigger t after insert on WORDS begin delete from WORDS; end",
    );
    expect((await readDatabase(path)).rowCount).toBe(1);
  });
});

describe("a hostile list", () => {
  test("with an open quote loses only that line", async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `w${at},"m ""${at}"""`);
    const { rowCount, problems } = await read(`${rows.join("\n")}\nbad,"open\nlast,one\n`, "a.csv");
    expect(rowCount).toBe(3002);
    expect(problems).toEqual([expect.objectContaining({ where: "line 3001", code: "open_quote" })]);
  });

  test("with a cell of many megabytes is read in bounded memory", async () => {
    const long = "x".repeat(30_000_000);
    const { rowCount, problems } = await read(`a,b\nc,${long}\nd,e\nf,g\n`, "a.csv");
    expect(rowCount).toBe(4);
    expect(problems).toEqual([expect.objectContaining({ where: "line 2", code: "long_row" })]);
  });

  // A pattern that begins again at each mark would take longer than a test may.
  test.each(["<tr ", "<tr><td ", "<title"])("of a page of open marks %s is read", async (mark) => {
    const { rowCount } = await read(`<html>${mark.repeat(500_000)}`, "a.html");
    expect(rowCount).toBeLessThanOrEqual(1);
  });

  test("with rows of twenty thousand cells keeps two hundred of them", async () => {
    const row = Array.from({ length: 20_000 }, (_, at) => at).join(";");
    const { columns } = await read(`a;b\n${row}\nc;d\n`, "a.csv");
    expect(columns).toHaveLength(200);
  });

  test("with cells far to the right of a sheet makes no row of that length", async () => {
    const row =
      '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>a</t></is></c>' +
      '<c r="XFD1048576"><v>1</v></c></row>';
    const { rows } = await read(xlsxOf(row), "a.xlsx");
    expect(rows).toEqual([["a"]]);
  });

  test("with an endless number of repeated rows ends", async () => {
    const cell = (text: string) =>
      `<table-cell number-columns-repeated="16384"><p>${text}</p></table-cell>`;
    const row = (text: string) =>
      `<table-row number-rows-repeated="1048576">${cell(text)}</table-row>`;
    const sheet = `<table name="S">${row("a")}${row("")}</table>`;
    const file = zipOf([
      { name: "mimetype", content: "x" },
      { name: "content.xml", content: `<doc>${sheet}</doc>` },
    ]);
    expect((await read(file, "a.ods")).rowCount).toBe(1000);
  });

  test("that names parts outside its archive is read without them", async () => {
    const rels =
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Id="r2" TargetMode="External" Target="http://127.0.0.1/s"/>' +
      '<Relationship Id="r3" Target="../../etc/passwd"/></Relationships>';
    const file = zipOf([
      {
        name: "xl/workbook.xml",
        content:
          '<workbook><sheets><sheet name="A" r:id="r1"/><sheet name="B" r:id="r2"/>' +
          '<sheet name="C" r:id="r3"/></sheets></workbook>',
      },
      { name: "xl/_rels/workbook.xml.rels", content: rels },
      {
        name: "xl/worksheets/sheet1.xml",
        content: `<worksheet>${sheetRow("Haus", "house")}</worksheet>`,
      },
    ]);
    expect((await read(file, "a.xlsx")).sheets.map(({ name }) => name)).toEqual(["A"]);
  });

  test("whose JSON has keys of the language itself changes no object", async () => {
    const { rows } = await read('[{"word":"a","__proto__":{"x":1},"constructor":"b"}]', "a.json");
    expect(rows).toEqual([["a", "b"]]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  test("whose bytes are no UTF-8 is read with a proposal, never with an error", async () => {
    const { rowCount } = await read(Buffer.from("caf\xe9;coffee\nth\xe9;tea\n", "latin1"), "a.csv");
    expect(rowCount).toBe(2);
  });
});
