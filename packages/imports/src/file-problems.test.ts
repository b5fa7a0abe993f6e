import { importFileProblems, type ImportFileProblem } from "@wordloom/contract";
import { describe, expect, test } from "vitest";
import { sourceOfBytes } from "./files/byte-source.ts";
import { UnreadableError } from "./files/unreadable.ts";
import { openImport } from "./open-import.ts";
import { previewTable } from "./preview.ts";
import { xlsxOf, zipOf } from "./zip-for-tests.ts";

const container = Buffer.from("d0cf11e0a1b11ae1", "hex");
const inContainer = (name: string, before: number) =>
  Buffer.concat([container, Buffer.alloc(before), Buffer.from(name, "utf16le"), container]);
const workbook = xlsxOf("");

/** Files that nobody can read, and what is wrong with them. */
const FILES: readonly (readonly [string, string, string | Uint8Array, ImportFileProblem])[] = [
  ["a workbook whose download ended early", "a.xlsx", workbook.subarray(0, 200), "cut_off"],
  ["a list in JSON that ends early", "a.json", '[{"text":"Haus","meaning":"hou', "damaged"],
  ["a workbook whose sheet lost its tags", "a.xlsx", xlsxOf("</a></a></a>"), "damaged"],
  ["a workbook with a password", "a.xlsx", inContainer("EncryptedPackage", 2000), "locked"],
  ["a large one", "a.xlsx", inContainer("EncryptedPackage", 1024 * 1024 - 20), "locked"],
  [
    "an archive with a password",
    "a.zip",
    zipOf([{ name: "a.csv", content: "x", flags: 1 }]),
    "locked",
  ],
  ["an empty file", "a.csv", "", "no_words"],
  ["blank lines", "a.txt", "\n \n", "no_words"],
  ["an empty list", "a.json", "[]", "no_words"],
  [
    "an archive that unpacks to far more",
    "a.xlsx",
    xlsxOf("", [{ name: "x", content: Buffer.alloc(30 * 1024 * 1024) }]),
    "too_large",
  ],
  ["an old workbook", "a.xls", inContainer("Workbook", 2000), "unknown_format"],
  ["a PDF", "words.csv", "%PDF-1.7\n", "unknown_format"],
  ["pictures in an archive", "a.zip", zipOf([{ name: "a.png", content: "x" }]), "unknown_format"],
];

describe("a file that cannot be read", () => {
  test.each(FILES)("is told what is wrong: %s", async (_, name, content, problem) => {
    const source = sourceOfBytes(Buffer.from(content));
    const fault = await openImport(source, name)
      .then(previewTable)
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(UnreadableError);
    expect((fault as UnreadableError).problem).toBe(problem);
  });

  test("is of each kind here, but of a newer version", () => {
    const told = new Set(FILES.map(([, , , problem]) => problem));
    expect(importFileProblems.filter((problem) => !told.has(problem))).toEqual(["too_new"]);
  });
});
