import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { TarFile } from "../../basics/tar-reader.ts";
import { createPrivateFile } from "../connection.ts";

/** Writes a file of an archive, and flushes it. @throws Error if it is incomplete */
export async function extractFile(
  archive: string,
  file: TarFile,
  to: string,
  mode: number,
): Promise<void> {
  await rm(to, { force: true });
  createPrivateFile(to);
  if (file.size > 0) {
    const range = { start: file.start, end: file.start + file.size - 1 };
    const target = createWriteStream(to, { mode, flush: true });
    await pipeline(createReadStream(archive, range), target);
  }
  if ((await stat(to)).size !== file.size) throw new Error(`${file.name} is not complete`);
}
