import type { ByteSource } from "../files/byte-source.ts";
import { UnreadableError } from "../files/unreadable.ts";
import { isZip, openZip } from "../files/zip.ts";
import { foreignFormat } from "../foreign-format.ts";
import { isYomitan } from "../yomitan/open-yomitan.ts";
import type { DictionaryFile } from "./lexical-entry.ts";
import { openTableDictionary } from "./table-dictionary.ts";
import { openYomitanDictionary } from "./yomitan-dictionary.ts";

/**
 * Opens a dictionary: a Yomitan ZIP, or a table as CSV or TSV whose first row names the columns.
 *
 * @param source  closed by the caller, after the last row
 * @param wanted  the language of meanings, for tables that have meanings in two languages
 * @throws UnreadableError
 */
export async function openDictionary(
  source: ByteSource,
  name: string,
  wanted: { readonly meaningLanguage?: string | null } = {},
): Promise<DictionaryFile> {
  if (source.size === 0) throw new UnreadableError("The file is empty.");
  const foreign = foreignFormat(source.read(0, 16));
  if (foreign !== undefined) throw new UnreadableError(foreign);
  if (!isZip(source)) return openTableDictionary(source, name, wanted.meaningLanguage ?? null);
  const archive = openZip(source);
  if (isYomitan(archive)) return openYomitanDictionary(archive);
  const isWorkbook = archive.has("xl/workbook.xml") || archive.has("content.xml");
  throw new UnreadableError(
    isWorkbook
      ? "This is a workbook. Save it as CSV."
      : "The archive is no Yomitan dictionary: it lacks index.json or a bank of terms.",
  );
}
