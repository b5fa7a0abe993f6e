import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_MANIFEST,
  archiveTableNames,
  archivedMedia,
  type ArchiveLine,
  type ArchiveManifest,
} from "@wordloom/contract";
import { ENTRIES_MAX, UNPACKED_MAX } from "@wordloom/imports";
import type { Deps } from "../../../deps.ts";
import { toDownload } from "../../../platform/basics/download.ts";
import { zipped, type ZipMember } from "../../../platform/basics/zip-stream.ts";
import { charge, refund, type Allowance } from "../../../platform/database/allowance.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { findMediaBytes } from "../../library/media/media.service.ts";
import { archivePages, type ArchivePages } from "./archive-pages.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "metrics" | "settings">;

const ARCHIVES: Allowance = {
  ofTable: "archive_charges",
  cooldownMs: HOUR_MS,
  code: "ARCHIVE_RATE_LIMITED",
};

/**
 * A learner's account as a ZIP archive, read only as fast as it is sent. Allowed once an hour.
 *
 * An archive that fails on the server is not counted: the download breaks off, and what has arrived
 * is no archive, because its directory comes last. One of which nothing is read (HEAD) is not
 * counted either.
 *
 * @throws AppError ARCHIVE_RATE_LIMITED
 */
export async function writeArchive(needs: Needs, learner: Learner): Promise<Readable> {
  const chargedAtMs = await charge(needs, ARCHIVES, learner.id);
  const giveBack = () => refund(needs.database, ARCHIVES, learner.id, chargedAtMs);
  return toDownload(refundedOnFault(needs, zipped(members(needs, learner)), giveBack), giveBack);
}

async function* refundedOnFault(
  { log }: Needs,
  bytes: AsyncIterable<Uint8Array>,
  giveBack: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    log.error({ cause }, "an archive of an account failed");
    await giveBack().catch((inner: unknown) =>
      log.error({ cause: inner }, "a failed archive could not be refunded"),
    );
    throw cause;
  }
}

/** Of the entries that readers take, tables and the manifest need some. */
const MEDIA_MAX = ENTRIES_MAX - 100;
/** The most that a reader takes as manifest, bytes. */
const MANIFEST_ROOM = 8_000_000;

/**
 * The files of an archive: tables with lines, recordings and pictures, and the manifest, which
 * tells their hashes. The last recordings stay behind where no reader would take more; their lines
 * remain, so that the import names them.
 */
async function* members(needs: Needs, { id }: Learner): AsyncGenerator<ZipMember> {
  const counts: Record<string, number> = {};
  const hashes: Record<string, string> = {};
  const createdAt = toTimestamp(needs.clock.nowMs());
  const pages = archivePages(needs, id);
  const media: Pick<ArchiveLine<"media">, "id" | "sha256" | "sizeBytes">[] = [];
  let unpacked = MANIFEST_ROOM;
  for (const table of archiveTableNames) {
    const name = `${table}.ndjson`;
    const rows = await begun(pages[table]());
    if (rows === undefined) continue;
    const digest = createHash("sha256");
    counts[table] = 0;
    const content = async function* () {
      for await (const page of rows) {
        counts[table] = (counts[table] ?? 0) + page.length;
        if (table === "media") media.push(...(page as ArchiveLine<"media">[]));
        const bytes = Buffer.from(page.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
        digest.update(bytes);
        unpacked += bytes.length;
        yield bytes;
      }
    };
    yield { name, content: content() };
    hashes[name] = digest.digest("hex");
  }
  for (const { id: mediaId, sha256, sizeBytes } of media.slice(0, MEDIA_MAX)) {
    if (unpacked + sizeBytes > UNPACKED_MAX) continue;
    const content = await findMediaBytes(needs.database, sha256);
    if (content === undefined) continue;
    const name = archivedMedia(mediaId);
    yield { name, content };
    hashes[name] = sha256;
    unpacked += sizeBytes;
  }
  const manifest: ArchiveManifest = { format: ARCHIVE_FORMAT, createdAt, counts, hashes };
  yield { name: ARCHIVE_MANIFEST, content: bytesOf(JSON.stringify(manifest, null, 1)) };
}

/** The pages with the first one read; undefined if there are none: empty tables have no file. */
async function begun(pages: ArchivePages): Promise<ArchivePages | undefined> {
  for (;;) {
    const first = await pages.next();
    if (first.done === true) return undefined;
    if (first.value.length === 0) continue;
    return (async function* () {
      yield first.value;
      yield* pages;
    })();
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
