import { ARCHIVE_MANIFEST } from "@wordloom/contract/archive-files";
import type { ByteSource } from "../files/byte-source.ts";
import { isZip, openZip, type ZipArchive } from "../files/zip.ts";

/** What file managers put into archives besides the files. */
const CLUTTER = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i;

/**
 * The files of the archive of an account.
 *
 * @returns undefined for other files
 * @throws UnreadableError
 */
export function openAccountZip(source: ByteSource): ZipArchive | undefined {
  if (!isZip(source)) return undefined;
  const archive = unwrapped(openZip(source));
  return archive.has(ARCHIVE_MANIFEST) ? archive : undefined;
}

/**
 * An archive that was unpacked and packed again, as some browsers and learners do, without the
 * folder around it and what the file manager has added.
 */
function unwrapped(archive: ZipArchive): ZipArchive {
  const entries = archive.entries.filter(({ name }) => !CLUTTER.test(name));
  const [folder = ""] = /^[^/]+\//.exec(entries[0]?.name ?? "") ?? [];
  const isWrapped =
    archive.has(`${folder}${ARCHIVE_MANIFEST}`) &&
    entries.every(({ name }) => name.startsWith(folder));
  const around = isWrapped ? folder : "";
  return {
    entries: entries.map(({ name, size }) => ({ name: name.slice(around.length), size })),
    has: (name) => archive.has(around + name),
    chunks: (name) => archive.chunks(around + name),
    bytes: (name, maxBytes) => archive.bytes(around + name, maxBytes),
    text: (name) => archive.text(around + name),
  };
}
