import { sha256Of } from "../../../platform/basics/sha256-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { listSourceRows, saveSourceRow, type MediaSource } from "./media-sources.repo.ts";
import type { MediaOwner } from "./media.repo.ts";
import { mediaUrl } from "./media.service.ts";

export { removeFailedSources, type MediaSource } from "./media-sources.repo.ts";

const digest = (url: string) => sha256Of(Buffer.from(url));

/** What is known of these addresses elsewhere, by address. */
export async function listMediaSources(
  db: Database,
  owner: MediaOwner,
  urls: readonly string[],
): Promise<ReadonlyMap<string, MediaSource>> {
  if (urls.length === 0) return new Map();
  const byDigest = new Map(urls.map((url) => [digest(url), url]));
  const rows = await listSourceRows(db, owner, [...byDigest.keys()]);
  return new Map(rows.map((row) => [byDigest.get(row.url_sha256) ?? "", row]));
}

/** Notes what came from an address, or when it is to be tried again. */
export async function saveMediaSource(
  tx: Database,
  { owner, url }: { readonly owner: MediaOwner; readonly url: string },
  news: Pick<MediaSource, "media_id" | "tries" | "next_at_ms">,
): Promise<void> {
  await saveSourceRow(tx, { user_id: owner, url_sha256: digest(url), ...news });
}

/** The paths of files that came from these addresses. */
export async function keptRecordings(
  db: Database,
  owner: MediaOwner,
  urls: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const elsewhere = urls.filter((url) => url?.startsWith("https://") === true);
  const sources = await listMediaSources(db, owner, [...new Set(elsewhere)] as string[]);
  return new Map(
    [...sources].flatMap(([url, { media_id: id }]) => (id === null ? [] : [[url, mediaUrl(id)]])),
  );
}
