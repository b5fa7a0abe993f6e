import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinOwnList, splitOwnList } from "./columns/own-columns.ts";
import { takeReading } from "./columns/readings.ts";
import { createDrafter, type ImportedWord } from "./columns/to-draft.ts";
import { sourceOfBytes } from "./files/byte-source.ts";
import { openImport } from "./open-import.ts";
import { previewTable } from "./preview.ts";
import { shownNumber } from "./sheets/shown-number.ts";
import type { ReadOptions } from "./table.ts";
import { delimitedRows, quoteStyleOf } from "./text/delimited.ts";
import { htmlToText } from "./text/html-text.ts";
import { sheetRow, xlsxOf } from "./zip-for-tests.ts";

async function wordsOf(
  content: string | Uint8Array,
  name = "list.txt",
  options: ReadOptions = {},
): Promise<ImportedWord[]> {
  const table = await openImport(sourceOfBytes(Buffer.from(content)), name, options);
  const { columns } = await previewTable(table);
  const toDraft = createDrafter(
    columns.map(({ guess }) => guess),
    table.rules,
  );
  const words: ImportedWord[] = [];
  for await (const row of table.rows()) {
    const draft = toDraft(row);
    if ("word" in draft) words.push(draft.word);
  }
  return words;
}

const pairs = async (...args: Parameters<typeof wordsOf>) =>
  (await wordsOf(...args)).map(({ text, meaning }) => [text, meaning]);

/** Lists of our own; the lists of learners beside the repository are read by real-lists.test.ts. */
describe("a list", () => {
  const HOUSE_AND_TREE = [
    ["das Haus", "house"],
    ["der Baum", "tree"],
  ];

  test.each([
    ["Name\tname\nHotel\thotel\nGarten\tgarden", ["Name", "name"]],
    ["Haus,Häuser,house\nBaum,Bäume,tree\nGast,Gäste,guest", ["Haus", "house"]],
    [
      "fiesta;fête;Hay una fiesta aquí.\nhora;heure;Es la hora de comer.\nflor;fleur;Es una flor.",
      ["fiesta", "fête"],
    ],
  ])(
    "takes words that look alike for meanings, unless these stand beside them: %j",
    async (list, first) => {
      expect((await pairs(list))[0]).toEqual(first);
    },
  );

  test.each([
    ["tabs", "das Haus\thouse\nder Baum\ttree\n"],
    ["commas", "das Haus,house\r\nder Baum,tree\r\n"],
    ["semicolons", "das Haus;house\rder Baum;tree\r"],
    ["hyphens", "das Haus - house\nder Baum - tree"],
    ["dashes", "das Haus – house\nder Baum – tree"],
    ["colons", "das Haus: house\nder Baum: tree"],
    ["equals signs", "das Haus = house\nder Baum = tree"],
    ["numbers", "1. das Haus = house\n2. der Baum = tree"],
    ["bullets", "- das Haus = house\n- der Baum = tree"],
    [
      "a Markdown table",
      "| Deutsch | English |\n|---|---|\n| das Haus | house |\n| der Baum | tree |\n",
    ],
    ["an HTML table", "<table><tr><td>das Haus<td>house</tr><tr><td>der Baum<td>tree</table>"],
    [
      "JSON objects",
      '[{"word":"das Haus","translation":"house"},{"word":"der Baum","translation":"tree"}]',
    ],
    ["JSON lines", '{"front":"das Haus","back":"house"}\n{"front":"der Baum","back":"tree"}\n'],
    [
      "an object with one list",
      '{"title":"x","words":[{"name":"das Haus","trans":["house"]},' +
        '{"name":"der Baum","trans":["tree"]}]}',
    ],
    ["a header in Japanese", "単語,意味\ndas Haus,house\nder Baum,tree\n"],
    ["a header in Korean", "단어,뜻\ndas Haus,house\nder Baum,tree\n"],
    ["a header in French that comes second", "traduction,mot\nhouse,das Haus\ntree,der Baum\n"],
    ["a header in Spanish", "palabra,significado\ndas Haus,house\nder Baum,tree\n"],
    ["Excel's sep line", "sep=;\ndas Haus;house\nder Baum;tree\n"],
  ])("with %s comes in as pairs", async (_, content) => {
    expect(await pairs(content)).toEqual(HOUSE_AND_TREE);
  });

  test("whose lines are divided in different ways is divided line by line", async () => {
    const lines = ["abandon　放弃", "about，关于", "above；在上", "above all：尤其", "abroad 国外"];
    const more = ["abrupt - 突然", "absence = 缺席", "1. absent 缺席的", "Haus|house"];
    expect(await pairs([...lines, ...more].join("\n"))).toEqual([
      ["abandon", "放弃"],
      ["about", "关于"],
      ["above", "在上"],
      ["above all", "尤其"],
      ["abroad", "国外"],
      ["abrupt", "突然"],
      ["absence", "缺席"],
      ["absent", "缺席的"],
      ["Haus", "house"],
    ]);
  });

  test.each(["gb18030", "shift_jis", "windows-1252"] as const)(
    "in %s is read when the learner says so",
    async (encoding) => {
      const bytes = { gb18030: "b7c5c6fa", shift_jis: "906c", "windows-1252": "fc" }[encoding];
      const content = Buffer.concat([Buffer.from("a\t"), Buffer.from(bytes, "hex")]);
      const meaning = { gb18030: "放弃", shift_jis: "人", "windows-1252": "ü" }[encoding];
      expect(await pairs(content, "a.txt", { encoding })).toEqual([["a", meaning]]);
    },
  );

  test("is divided at the characters that the learner chose", async () => {
    expect(await pairs("Haus ~~ house\nBaum ~~ tree", "a.txt", { separator: " ~~ " })).toEqual([
      ["Haus", "house"],
      ["Baum", "tree"],
    ]);
  });

  test("of Anki keeps tags, decks and the text of its HTML", async () => {
    const head = "#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#tags column:5\n";
    const [word] = await wordsOf(
      `${head}kX#8\tA::B\t<b>das Haus</b>[sound:h.mp3]\thouse<br>home&nbsp;\tA1 noun\n`,
    );
    expect(word).toEqual({
      text: "das Haus",
      meaning: "house\nhome",
      tags: ["A1", "noun"],
      audio: "h.mp3",
    });
  });

  test("of this service comes back byte for byte", async () => {
    const cells = [
      "'=x",
      " two  spaces",
      "en",
      "zh",
      "",
      "",
      "",
      "0.5",
      String.raw`a\|b|c`,
      "|",
      "t",
    ];
    const header =
      "text,meaning,language,meaningLanguage,reading,pronunciation,partOfSpeech,difficulty," +
      "examples,exampleMeanings,tags";
    const [word] = await wordsOf(
      `\uFEFF${header}\r\n${cells.map((cell) => `"${cell}"`).join(",")}\r\n`,
      "a.csv",
    );
    expect(word).toEqual({
      text: "=x",
      meaning: " two  spaces",
      language: "en",
      meaningLanguage: "zh",
      difficulty: 0.5,
      examples: ["a|b", "c"],
      exampleMeanings: ["", ""],
      tags: ["t"],
    });
  });

  test("in a workbook has a header below its titles, and shared texts", async () => {
    const shared = "<sst><si><r><t>das </t></r><r><t>Haus</t></r><rPh><t>x</t></rPh></si></sst>";
    const words = '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>';
    const titles = sheetRow("My words") + sheetRow("Deutsch", "Englisch");
    const file = xlsxOf(titles + words, [{ name: "xl/sharedStrings.xml", content: shared }]);
    expect(await pairs(file, "a.xlsx")).toEqual([["das Haus", "1"]]);
  });
});

describe("rows of cells", () => {
  test("are read back unchanged for any content and any cut of the text", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", "ü", " ", "\\") });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        fc.nat(7),
        (rows, size) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = rows.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
          const pieces = text.match(new RegExp(`[^]{1,${size + 1}}`, "gu")) ?? [];
          expect([...delimitedRows(pieces, ",", "doubled")].map(({ cells }) => cells)).toEqual(
            rows,
          );
          expect(quoteStyleOf(text, ",")).toBe("doubled");
        },
      ),
      { numRuns: 200 },
    );
  });

  test("are recognized in our own exports with any content", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "|", "\\", "\n", "字") });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(splitOwnList(joinOwnList(texts))).toEqual(texts);
      }),
    );
  });
});

describe("a headword", () => {
  test.each([
    ["漢字[かんじ]", "漢字", "かんじ"],
    ["食[た]べ 物[もの]", "食べ物", "たべもの"],
    ["食べる（たべる）", "食べる", "たべる"],
    ["爱[愛]", "爱", undefined],
    ["das Haus (Gebäude)", "das Haus (Gebäude)", undefined],
  ])("%s gives its reading", (text, word, reading) => {
    expect(takeReading(text)).toEqual(
      reading === undefined ? { text: word } : { text: word, reading },
    );
  });
});

test("HTML becomes the text that a browser shows", () => {
  expect(htmlToText("<div>a</div><div>b&amp;lt;</div>")).toBe("a\nb&lt;");
  expect(htmlToText("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>")).toBe("漢字[かんじ]");
  expect(htmlToText("x<script>alert(1)</script><br>y &#x41;&hearts;&unknown;")).toBe(
    "x\ny A♥&unknown;",
  );
});

test("numbers are shown as a spreadsheet shows them", () => {
  expect(shownNumber("45352", "yyyy-mm-dd", false)).toBe("2024-03-01");
  expect(shownNumber("0.5", "h:mm", false)).toBe("12:00");
  expect(shownNumber("43890", "dd/mm/yy", true)).toBe("2024-03-01");
  expect(shownNumber("7", "000", false)).toBe("007");
  expect(shownNumber("0.125", "0.0%", false)).toBe("12.5%");
  expect(shownNumber("0.30000000000000004", "General", false)).toBe("0.3");
});
