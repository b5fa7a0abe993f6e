import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { digestOf } from "../../../platform/database/backup/file-digest.ts";
import { tarPieces, tarSize, type TarInput } from "../../../platform/basics/tar-writer.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { partsOf, type BackupFile } from "../../operations/backups/backup-files.service.ts";
import { backupHere } from "./backups-admin.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "instance" | "settings">;

export interface BackupPart {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Hash of the sent bytes, hexadecimal. */
  readonly sha256: string;
  readonly body: Readable;
}

/**
 * Opens a part of a backup for streaming, without holding it in memory. It is read twice, because
 * its hash is sent first: the file on disk may differ from the manifest.
 *
 * @throws AppError BACKUP_NOT_FOUND, BACKUP_ELSEWHERE
 */
export async function openBackupPart(
  needs: Needs,
  by: Admin,
  { name, part = "database" }: { name: string; part?: "database" | "files" | "bundle" | undefined },
): Promise<BackupPart> {
  const file = await backupHere(needs, name);
  const opened = part === "bundle" ? await openBundle(file) : await openFile(file, part);
  await transact(needs.database, async (tx) => {
    const target = { type: "backup", id: name } as const;
    const [atMs, metadata] = [needs.clock.nowMs(), { part }];
    await writeAudit(tx, { by, action: "db_backup.download", target, metadata, atMs });
  });
  return opened;
}

async function openFile({ path }: BackupFile, part: "database" | "files"): Promise<BackupPart> {
  const from = part === "database" ? path : `${path}.files.tar`;
  if (!existsSync(from)) refuse("BACKUP_NOT_FOUND");
  const { size } = await stat(from);
  const sha256 = await digestOf(from);
  // Sends exactly the announced size, even if somebody appends to the file.
  const body = createReadStream(from, { end: Math.max(0, size - 1) });
  return { name: basename(from), size, sha256, body };
}

async function openBundle(file: BackupFile): Promise<BackupPart> {
  const inputs: TarInput[] = [];
  for (const path of partsOf(file)) {
    inputs.push({ name: basename(path), path, mode: 0o600, size: (await stat(path)).size });
  }
  const digest = createHash("sha256");
  for await (const piece of tarPieces(inputs)) digest.update(piece);
  return {
    name: `${file.name}.tar`,
    size: tarSize(inputs),
    sha256: digest.digest("hex"),
    body: Readable.from(tarPieces(inputs), { objectMode: false }),
  };
}
