import type { ZipArchive } from "../files/zip.ts";
import { tooLarge, UnreadableError } from "../files/unreadable.ts";
import { attributeOf, xmlEvents } from "./xml-events.ts";

/** A sheet of a workbook, and where its cells are. */
export interface XlsxSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly path: string;
}

export interface XlsxParts {
  readonly sheets: readonly XlsxSheet[];
  readonly strings: readonly string[];
  /** The number format of each cell style. */
  readonly formats: readonly string[];
  readonly startsIn1904: boolean;
}

/** The texts that cells share; more of them do not fit in the memory of a reader. */
const STRINGS_MAX = 2_000_000;
const STRINGS_LENGTH_MAX = 60_000_000;

/** Reads everything but the cells. @throws UnreadableError */
export async function readParts(archive: ZipArchive): Promise<XlsxParts> {
  const targets = await readTargets(archive);
  const book = await readBook(archive, targets);
  const [strings] = [...targets.values()].filter((path) => /sharedStrings\.xml$/i.test(path));
  const styles = [...targets.values()].find((path) => /styles\.xml$/i.test(path));
  return {
    ...book,
    strings:
      strings !== undefined && archive.has(strings) ? await readStrings(archive, strings) : [],
    formats: styles !== undefined && archive.has(styles) ? await readFormats(archive, styles) : [],
  };
}

/** Paths by the ids that the workbook uses. */
async function readTargets(archive: ZipArchive): Promise<Map<string, string>> {
  const path = "xl/_rels/workbook.xml.rels";
  const targets = new Map<string, string>();
  if (!archive.has(path)) throw new UnreadableError("The workbook names no sheets.", path);
  for await (const event of xmlEvents(archive.text(path), path)) {
    if (event.type !== "open" || event.name !== "Relationship") continue;
    const id = attributeOf(event.attributes, "Id");
    const target = attributeOf(event.attributes, "Target");
    // A part outside the archive is never read.
    if (attributeOf(event.attributes, "TargetMode") === "External") continue;
    if (id === undefined || target === undefined || target.includes("..")) continue;
    targets.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  }
  return targets;
}

async function readBook(archive: ZipArchive, targets: ReadonlyMap<string, string>) {
  const path = "xl/workbook.xml";
  const sheets: XlsxSheet[] = [];
  let startsIn1904 = false;
  for await (const event of xmlEvents(archive.text(path), path)) {
    if (event.type !== "open") continue;
    const { name, attributes } = event;
    if (name === "workbookPr")
      startsIn1904 = /^(?:1|true)$/.test(attributeOf(attributes, "date1904") ?? "");
    const target = targets.get(attributeOf(attributes, "id") ?? "");
    const isSheet = name === "sheet" && target !== undefined && archive.has(target);
    if (!isSheet) continue;
    const isHidden = (attributeOf(attributes, "state") ?? "visible") !== "visible";
    sheets.push({ name: attributeOf(attributes, "name") ?? "", isHidden, path: target });
  }
  return { sheets, startsIn1904 };
}

async function readStrings(archive: ZipArchive, path: string): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let isPhonetic = false;
  let length = 0;
  for await (const event of xmlEvents(archive.text(path), path)) {
    if (event.type === "text") {
      if (isText && !isPhonetic) text += event.text;
    } else if (event.name === "t") isText = event.type === "open" && !event.isEmpty;
    else if (event.name === "rPh") isPhonetic = event.type === "open";
    else if (event.name === "si" && (event.type === "close" || event.isEmpty)) {
      strings.push(text);
      length += text.length;
      text = "";
    }
    if (strings.length > STRINGS_MAX || length > STRINGS_LENGTH_MAX)
      throw tooLarge("It holds too many texts.", path);
  }
  return strings;
}

/** Formats that every workbook knows by number. Source: ECMA-376, part 1, 18.8.30. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  9: "0%",
  10: "0.00%",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm",
  19: "h:mm:ss",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  45: "mm:ss",
  46: "h:mm:ss",
  47: "mm:ss",
};

async function readFormats(archive: ZipArchive, path: string): Promise<string[]> {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isInCells = false;
  for await (const event of xmlEvents(archive.text(path), path)) {
    if (event.type === "text") continue;
    if (event.name === "cellXfs") isInCells = event.type === "open";
    if (event.type !== "open") continue;
    const id = Number(attributeOf(event.attributes, "numFmtId") ?? 0);
    if (event.name === "numFmt") own.set(id, attributeOf(event.attributes, "formatCode") ?? "");
    if (event.name === "xf" && isInCells) formats.push(own.get(id) ?? BUILT_IN[id] ?? "General");
  }
  return formats;
}
