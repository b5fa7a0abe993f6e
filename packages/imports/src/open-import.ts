import type { ByteSource } from "./files/byte-source.ts";
import { UnreadableError } from "./files/unreadable.ts";
import { isZip, openZip, type ZipArchive } from "./files/zip.ts";
import { openJson } from "./json/open-json.ts";
import { openOds } from "./sheets/open-ods.ts";
import { openXlsx } from "./sheets/open-xlsx.ts";
import { openVocabulary } from "./sqlite/open-vocabulary.ts";
import type { ReadOptions, Table } from "./table.ts";
import { openText } from "./text/open-text.ts";
import { isYomitan, openYomitan } from "./yomitan/open-yomitan.ts";

/** Formats that can be told by their first bytes, and what to do instead. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^\xd0\xcf\x11\xe0/, "This is a file of old Excel or Word. Save it as .xlsx or .csv."],
  [/^%PDF/, "This is a PDF. Copy its words into a table or a text file."],
  [
    /^\x1f\x8b|^7z\xbc\xaf|^Rar!|^BZh|^\xfd7zXZ|^\x28\xb5\x2f\xfd/,
    "The file is packed. Unpack it first.",
  ],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF|^ID3|^OggS|^fLaC/, "This is a picture or a recording."],
];

/**
 * Opens a file of any supported kind, by its content; its name decides only between kinds of text.
 *
 * @param source  closed by the caller, after the last row
 * @throws UnreadableError
 */
export async function openImport(
  source: ByteSource,
  name: string,
  options: ReadOptions = {},
): Promise<Table> {
  if (source.size === 0) throw new UnreadableError("The file is empty.");
  if (isZip(source)) return openArchive(openZip(source), options);
  const start = String.fromCharCode(...source.read(0, 16));
  if (start.startsWith("SQLite format 3\0")) return openVocabulary(source);
  const foreign = FOREIGN.find(([pattern]) => pattern.test(start));
  if (foreign !== undefined) throw new UnreadableError(foreign[1]);
  if (/\.(?:json|jsonl|ndjson)$/i.test(name)) return openJson(source, options);
  if (!/^(?:\xef\xbb\xbf)?\s*[[{]\s*["[{\]}]/.test(start)) return openText(source, name, options);
  // A text may begin like JSON.
  return openJson(source, options).catch(() => openText(source, name, options));
}

function openArchive(archive: ZipArchive, options: ReadOptions): Promise<Table> {
  if (archive.has("xl/workbook.xml")) return openXlsx(archive, options);
  if (archive.has("content.xml") && archive.has("mimetype")) return openOds(archive, options);
  if (isYomitan(archive)) return openYomitan(archive);
  throw new UnreadableError("The archive is no workbook, dictionary or deck. Unpack it first.");
}
