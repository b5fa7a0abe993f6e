import type { Import } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { FileToImport } from "../../../importer.ts";
import { withFile } from "./import-files.service.ts";
import { takeLines } from "./import-thread.service.ts";

/** A stored file for the importer of its kind. */
export function wholeFile(
  { clock, database }: Pick<Deps, "clock" | "database">,
  file: Import,
  userId: string,
  signal: AbortSignal,
): FileToImport {
  const nowMs = clock.nowMs();
  const writtenAt = file.preview?.account?.createdAt;
  return {
    importId: file.id,
    userId,
    writtenAtMs: writtenAt === undefined ? nowMs : Date.parse(writtenAt),
    read: (tables, take) =>
      withFile(database, file.id, (path) =>
        takeLines({ path, name: file.name, nowMs, tables }, signal, take),
      ),
  };
}
