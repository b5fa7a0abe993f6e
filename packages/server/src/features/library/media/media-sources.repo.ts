import { sql, type Insertable, type Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { MediaOwner } from "./media.repo.ts";
import type { MediaSourcesTable } from "./media.tables.ts";

export type MediaSource = Selectable<MediaSourcesTable>;

/** What is known of the addresses with these digests. */
export async function listSourceRows(
  db: Database,
  owner: MediaOwner,
  hashes: readonly string[],
): Promise<MediaSource[]> {
  return db
    .selectFrom("media_sources")
    .selectAll()
    .where(sql<boolean>`coalesce(user_id, '') = ${owner ?? ""}`)
    .where(idsIn(db, "url_sha256", hashes))
    .execute();
}

export async function saveSourceRow(
  tx: Database,
  row: Insertable<MediaSourcesTable>,
): Promise<void> {
  const { user_id: _owner, url_sha256: _url, ...news } = row;
  await tx
    .insertInto("media_sources")
    .values(row)
    .onConflict((conflict) =>
      conflict.expression(sql`coalesce(user_id, ''), url_sha256`).doUpdateSet(news),
    )
    .execute();
}

/** Removes what is known of addresses that nothing came from and that were last tried before. */
export async function removeFailedSources(tx: Database, beforeMs: number): Promise<void> {
  await tx
    .deleteFrom("media_sources")
    .where("media_id", "is", null)
    .where("next_at_ms", "<", beforeMs)
    .execute();
}
