import {
  ARCHIVE_FORMAT,
  ArchiveManifest,
  archiveTableNames,
  archiveTables,
  type ArchiveLine,
  type ArchiveTable,
} from "@wordloom/contract";
import { ARCHIVE_MANIFEST } from "@wordloom/contract/archive-files";
import { cutOff, tooLarge, UnreadableError } from "../files/unreadable.ts";
import type { DeckMedia } from "../decks/deck-archive.ts";
import type { ZipArchive } from "../files/zip.ts";
import { linesOf, requireHash } from "./account-lines.ts";

/** What is asked about the parts of a line that only the engine understands. */
export interface EngineChecks {
  readonly isMemory: (value: unknown, wordId: string) => boolean;
  readonly isLearner: (value: unknown) => boolean;
}

/** The archive of an account. */
export interface Account {
  readonly manifest: ArchiveManifest;
  /** Recordings and pictures by their names in the archive. */
  readonly media: DeckMedia;
  /** The lines of a table; none where the archive lacks it. @throws UnreadableError */
  lines<T extends ArchiveTable>(table: T): AsyncGenerator<ArchiveLine<T>>;
  /** Reads the recordings and pictures. @throws UnreadableError */
  checkMedia(): Promise<void>;
}

/** What a learner sees of an archive before it is imported. */
export interface AccountPreview {
  readonly kind: "account";
  readonly createdAt: string;
  readonly username: string;
  /** Number of lines, by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly lineCount: number;
  readonly firstReviewMs: number | null;
  readonly lastReviewMs: number | null;
  readonly mediaCount: number;
  readonly mediaBytes: number;
  /** Tables that this version does not know. */
  readonly problems: readonly { where: string; code: string; message: string }[];
  readonly problemCount: number;
}

const MANIFEST_BYTES_MAX = 8_000_000;
const LINES_MAX = 5_000_000;
const TABLE_FILE = /^([a-z][a-z_]{0,40})\.ndjson$/;
const MEDIA_FILE = /^media\/[A-Za-z0-9._-]{1,128}$/;
/** Of two services one may be ahead of the other. */
const AHEAD_MS = 86_400_000;
/** Everything else has happened already. */
const MAY_COME = new Set(["nextReviewAt", "until"]);

/**
 * Opens the archive of an account.
 *
 * @param archive  of `openAccountZip`
 * @param nowMs    later answers cannot be true, ms since 1970
 * @throws UnreadableError
 */
export async function openAccount(
  archive: ZipArchive,
  nowMs: number,
  checks: EngineChecks,
): Promise<Account> {
  const manifest = await readManifest(archive, nowMs);
  const media = checkFiles(archive, manifest);
  return {
    manifest,
    media: {
      files: new Map(media.map(({ name, size }) => [name, { entry: name, size }])),
      bytes: (name, maxBytes) => archive.bytes(name, maxBytes),
    },
    async *lines(table) {
      const name = `${table}.ndjson`;
      const hash = manifest.hashes[name];
      if (hash === undefined) return;
      const told = manifest.counts[table] ?? 0;
      let count = 0;
      for await (const { number, value } of linesOf(archive, name, hash)) {
        if ((count += 1) > told) throw miscounted(name, told);
        yield checked(table, value, { where: `${name}, line ${number}`, nowMs, checks });
      }
      if (count !== told) throw miscounted(name, told);
    },
    async checkMedia() {
      for (const { name } of media) await requireHash(archive, name, manifest.hashes[name] ?? "");
    },
  };
}

/**
 * Reads a whole archive once.
 *
 * @param onLines  called now and then with the number of lines read
 * @throws UnreadableError
 */
export async function previewAccount(
  account: Account,
  onLines: (count: number) => void,
): Promise<AccountPreview> {
  let [username, lineCount] = ["", 0];
  let firstReviewMs: number | null = null;
  let lastReviewMs: number | null = null;
  for (const table of archiveTableNames) {
    for await (const line of account.lines(table)) {
      if ((lineCount += 1) % 5_000 === 0) onLines(lineCount);
      if (table === "profile") username = (line as ArchiveLine<"profile">).username;
      if (table !== "records") continue;
      const ms = Date.parse((line as ArchiveLine<"records">).createdAt);
      firstReviewMs = Math.min(firstReviewMs ?? ms, ms);
      lastReviewMs = Math.max(lastReviewMs ?? ms, ms);
    }
  }
  await account.checkMedia();
  const { createdAt, counts } = account.manifest;
  const sizes = [...account.media.files.values()].map(({ size }) => size);
  const mediaBytes = sizes.reduce((sum, size) => sum + size, 0);
  const problems = unknownTables(account.manifest);
  const reviews = { firstReviewMs, lastReviewMs };
  return {
    kind: "account",
    createdAt,
    username,
    counts,
    lineCount,
    ...reviews,
    mediaCount: sizes.length,
    mediaBytes,
    problems,
    problemCount: problems.length,
  };
}

function unknownTables({ counts }: ArchiveManifest): AccountPreview["problems"] {
  const unknown = Object.keys(counts).filter((table) => !Object.hasOwn(archiveTables, table));
  const message = "This version does not know the table, and leaves it out.";
  return unknown
    .slice(0, 100)
    .map((table) => ({ where: `${table}.ndjson`, code: "unknown_table", message }));
}

async function readManifest(archive: ZipArchive, nowMs: number): Promise<ArchiveManifest> {
  const bytes = await archive.bytes(ARCHIVE_MANIFEST, MANIFEST_BYTES_MAX);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new UnreadableError("It is not JSON.", ARCHIVE_MANIFEST);
  }
  const { format } = (value ?? {}) as { readonly format?: unknown };
  if (format !== ARCHIVE_FORMAT) {
    const said = JSON.stringify(format)?.slice(0, 40) ?? "none";
    const known = `Its format is ${said}; only format ${ARCHIVE_FORMAT} is known.`;
    const isNewer = typeof format === "number" && format > ARCHIVE_FORMAT;
    throw new UnreadableError(known, ARCHIVE_MANIFEST, isNewer ? "too_new" : "damaged");
  }
  const manifest = ArchiveManifest.safeParse(value);
  if (!manifest.success) throw new UnreadableError(faultIn(manifest.error), ARCHIVE_MANIFEST);
  if (Date.parse(manifest.data.createdAt) > nowMs + AHEAD_MS)
    throw new UnreadableError("createdAt: in the future.", ARCHIVE_MANIFEST);
  return manifest.data;
}

/** Every file is named in the manifest and there, and is of a known kind. @returns the media */
function checkFiles(archive: ZipArchive, { hashes, counts }: ArchiveManifest) {
  for (const { name } of archive.entries) {
    if (name !== ARCHIVE_MANIFEST && !Object.hasOwn(hashes, name))
      throw new UnreadableError("manifest.json does not name it.", name);
  }
  for (const name of Object.keys(hashes)) {
    if (!archive.has(name)) throw cutOff("The archive lacks this file.", name);
    if (!TABLE_FILE.test(name) && !MEDIA_FILE.test(name))
      throw new UnreadableError("No archive of an account has such a file.", name);
  }
  for (const [table, count] of Object.entries(counts)) {
    if (!Object.hasOwn(hashes, `${table}.ndjson`))
      throw cutOff("The archive lacks this file.", `${table.slice(0, 40)}.ndjson`);
    if (count > LINES_MAX)
      throw tooLarge(`It has more than ${LINES_MAX} lines.`, `${table}.ndjson`);
  }
  return archive.entries.filter(({ name }) => MEDIA_FILE.test(name));
}

interface CheckTerms {
  readonly where: string;
  readonly nowMs: number;
  readonly checks: EngineChecks;
}

function checked<T extends ArchiveTable>(
  table: T,
  value: unknown,
  { where, nowMs, checks }: CheckTerms,
): ArchiveLine<T> {
  const found = archiveTables[table].safeParse(value);
  if (!found.success) throw new UnreadableError(faultIn(found.error), where);
  const line = found.data as Readonly<Record<string, unknown>>;
  for (const [name, field] of Object.entries(line)) {
    if (!name.endsWith("At") || MAY_COME.has(name) || typeof field !== "string") continue;
    if (Date.parse(field) > nowMs + AHEAD_MS)
      throw new UnreadableError(`${name}: in the future.`, where);
  }
  if (table === "word_states") {
    const { memory, wordId } = line as ArchiveLine<"word_states">;
    if (memory != null && !checks.isMemory(memory, wordId))
      throw new UnreadableError("memory: not one of the engine.", where);
  }
  if (table === "engine_state" && !checks.isLearner(line["state"]))
    throw new UnreadableError("state: not one of the engine.", where);
  return found.data as ArchiveLine<T>;
}

function faultIn(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] }) {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".").slice(0, 100) ?? "";
  return `${path === "" ? "The line" : path}: ${issue?.message ?? "not readable"}.`;
}

function miscounted(name: string, told: number): UnreadableError {
  return new UnreadableError(`It has not the ${told} lines of which manifest.json tells.`, name);
}
