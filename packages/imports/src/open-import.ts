import type { ByteSource } from "./files/byte-source.ts";
import { locked, unknownFormat, withoutWords } from "./files/unreadable.ts";
import { isZip, openZip, type ZipArchive } from "./files/zip.ts";
import { foreignFormat, isLockedWorkbook } from "./foreign-format.ts";
import { openJson } from "./json/open-json.ts";
import { openOds } from "./sheets/open-ods.ts";
import { openXlsx } from "./sheets/open-xlsx.ts";
import { openVocabulary } from "./sqlite/open-vocabulary.ts";
import type { ReadOptions, Table } from "./table.ts";
import { openText } from "./text/open-text.ts";
import { isYomitan, openYomitan } from "./yomitan/open-yomitan.ts";

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
  if (source.size === 0) throw withoutWords("The file is empty.");
  if (isZip(source)) return openArchive(openZip(source), options);
  const bytes = source.read(0, 16);
  const start = String.fromCharCode(...bytes);
  if (start.startsWith("SQLite format 3\0")) return openVocabulary(source);
  if (isLockedWorkbook(source)) throw locked("The workbook is protected by a password.");
  const foreign = foreignFormat(bytes);
  if (foreign !== undefined) throw unknownFormat(foreign);
  if (/\.(?:json|jsonl|ndjson)$/i.test(name)) return openJson(source, options);
  if (!/^(?:\xef\xbb\xbf)?\s*[[{]\s*["[{\]}]/.test(start)) return openText(source, name, options);
  // A text may begin like JSON.
  return openJson(source, options).catch(() => openText(source, name, options));
}

function openArchive(archive: ZipArchive, options: ReadOptions): Promise<Table> {
  if (archive.has("xl/workbook.xml")) return openXlsx(archive, options);
  if (archive.has("content.xml") && archive.has("mimetype")) return openOds(archive, options);
  if (isYomitan(archive)) return openYomitan(archive);
  throw unknownFormat("The archive is no workbook, dictionary or deck. Unpack it first.");
}
