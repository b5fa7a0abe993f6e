import { MEDIA_BYTES_MAX } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../platform/basics/app-error.ts";
import { sha256Of } from "../../../platform/basics/sha256-of.ts";
import { soundTypeOf } from "../../../platform/basics/sounds/sound-type.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import { isToCome } from "../../../platform/database/stored-times.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { OutboundError } from "../../../platform/outside/outbound.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import {
  listMediaSources,
  saveMediaSource,
  type MediaSource,
} from "../media/media-sources.service.ts";
import { mediaUrl, storeMedia } from "../media/media.service.ts";
import { parseOwnFields } from "../words/word-versions.ts";
import { listFarRecordings, listFarVersions, type FarRecording } from "./recordings.repo.ts";
import { changeRecording } from "./recordings.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "outbound" | "settings">;

const FETCH_MAX_MS = 20_000;
const LANES = 4;
/** Per run and owner, so that one learner's addresses do not keep those of others waiting. */
const OWNER_MAX = 40;
/** Faults of one host after which the rest of a run leaves it alone. */
const HOST_FAULTS_MAX = 3;
/** No fetch begins later in a run. */
const RUN_MAX_MS = 3 * MINUTE_MS;
const PAGE = 1_000;

/** Pauses after the first failures. */
const PAUSES_MS = [HOUR_MS, DAY_MS, 7 * DAY_MS] as const;
/** After further ones, and after what will hardly ever give a recording. */
const LONG_PAUSE_MS = 30 * DAY_MS;

class NoRecordingError extends Error {
  override readonly name = "NoRecordingError";
}

/**
 * Fetches recordings that words name by an https address elsewhere, once each, and has the words
 * play the file that is kept instead. A learner's recordings count toward their limit. Addresses
 * that fail stay as they are and are tried again, less and less often.
 *
 * @param moves  called after each recording
 */
export async function fetchRecordings(
  needs: Needs,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const untilMs = needs.clock.monotonicMs() + RUN_MAX_MS;
  const waiting = interleaved(await dueRecordings(needs, signal));
  const faultsOf = new Map<string, number>();
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (signal.aborted || needs.clock.monotonicMs() > untilMs) return;
      const host = URL.parse(job.url)?.host ?? "";
      const faults = () => faultsOf.get(host) ?? 0;
      if (job.mediaId === null && faults() >= HOST_FAULTS_MAX) continue;
      if (!(await settle(needs, job))) faultsOf.set(host, faults() + 1);
      moves();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

interface DueRecording extends FarRecording {
  /** The file that came from there before. */
  readonly mediaId: string | null;
  readonly tries: number;
}

/** Recordings whose time has come, by owner. */
async function dueRecordings(
  needs: Needs,
  signal: AbortSignal,
): Promise<ReadonlyMap<string | null, ReadonlyMap<string, DueRecording>>> {
  const { clock, database } = needs;
  const due = new Map<string | null, Map<string, DueRecording>>();
  for await (const page of farRecordings(needs)) {
    if (signal.aborted) break;
    const startMs = clock.monotonicMs();
    for (const [owner, found] of Map.groupBy(page, (one) => one.owner)) {
      const jobs = due.get(owner) ?? new Map<string, DueRecording>();
      due.set(owner, jobs);
      if (jobs.size >= OWNER_MAX) continue;
      const urls = [...new Set(found.map(({ url }) => url))];
      const known = await listMediaSources(database, owner, urls);
      for (const url of urls) {
        const source = known.get(url);
        if (jobs.size >= OWNER_MAX || !isDue(source, clock.nowMs())) continue;
        jobs.set(url, { owner, url, mediaId: source?.media_id ?? null, tries: source?.tries ?? 0 });
      }
    }
    await yieldToRequests(clock.monotonicMs() - startMs);
  }
  return due;
}

function isDue(source: MediaSource | undefined, nowMs: number): boolean {
  if (source === undefined || source.media_id !== null) return true;
  return !isToCome(source.next_at_ms, nowMs, LONG_PAUSE_MS);
}

/** All words and versions whose recording is elsewhere, a page at a time. */
async function* farRecordings({ database }: Needs): AsyncGenerator<readonly FarRecording[]> {
  for (let after = -1; ;) {
    const page = await listFarRecordings(database, after, PAGE);
    yield page;
    if (page.length < PAGE) break;
    after = page.at(-1)?.seq ?? after;
  }
  for (let after = { userId: "", wordId: "" }; ;) {
    const page = await listFarVersions(database, after, PAGE);
    yield page.flatMap(({ userId: owner, json }) => {
      const url = parseOwnFields(json).audioUrl ?? "";
      return url.startsWith("https://") ? { owner, url } : [];
    });
    if (page.length < PAGE) return;
    after = page.at(-1) ?? after;
  }
}

/** One of each owner, then the next one of each. */
function interleaved(
  due: ReadonlyMap<string | null, ReadonlyMap<string, DueRecording>>,
): DueRecording[] {
  const lists = [...due.values()].map((jobs) => [...jobs.values()]);
  return Array.from({ length: OWNER_MAX }, (_, at) =>
    lists.flatMap((list) => list[at] ?? []),
  ).flat();
}

/** @returns false if it failed, and then says so for the next runs */
async function settle(needs: Needs, job: DueRecording): Promise<boolean> {
  const { owner, url } = job;
  try {
    if (job.mediaId === null) await keep(needs, job);
    else {
      const to = mediaUrl(job.mediaId);
      await transact(needs.database, (tx) => changeRecording(tx, owner, { from: url, to }));
    }
    return true;
  } catch (error) {
    // The learner has just been erased.
    if (isAccountGone(error)) return true;
    const pauseMs = pauseAfter(error, job.tries);
    if (pauseMs === undefined) throw error;
    await noteFault(needs, job, pauseMs);
    return !(error instanceof OutboundError);
  }
}

/** Until the next try, ms; undefined for a fault of this service. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  // The learner may make room.
  if (error instanceof AppError && error.code === "MEDIA_LIMIT") return DAY_MS;
  if (error instanceof NoRecordingError) return LONG_PAUSE_MS;
  if (!(error instanceof OutboundError)) return undefined;
  const isHopeless = error.fault === "invalid_url" || error.fault === "too_large";
  return isHopeless ? LONG_PAUSE_MS : (PAUSES_MS[tries] ?? LONG_PAUSE_MS);
}

async function keep(needs: Needs, { owner, url }: DueRecording): Promise<void> {
  const { database, ids, outbound, settings } = needs;
  // What a learner names is never fetched from the operator's network.
  const allowPrivate = owner === null && settings.WORDBOOK_CENTER_ALLOW_PRIVATE;
  const limits = { maxBytes: MEDIA_BYTES_MAX, timeoutMs: FETCH_MAX_MS, allowPrivate };
  const bytes = await outbound.fetch(url, limits);
  const mime = soundTypeOf(bytes);
  if (mime === undefined) throw new NoRecordingError("no recording came from there");
  const file = { id: ids.next(), name: nameIn(url), mime, sha256: sha256Of(bytes), bytes };
  await transact(database, async (tx) => {
    const [row] = await storeMedia(needs, tx, owner, [file]);
    const id = row?.id ?? file.id;
    await saveMediaSource(tx, { owner, url }, { media_id: id, tries: 0, next_at_ms: 0 });
    await changeRecording(tx, owner, { from: url, to: mediaUrl(id) });
  });
}

function nameIn(url: string): string {
  return URL.parse(url)?.pathname.split("/").at(-1)?.slice(-100) || "recording";
}

async function noteFault(
  { clock, database }: Needs,
  { tries, ...source }: DueRecording,
  pauseMs: number,
): Promise<void> {
  const nextMs = clock.nowMs() + pauseMs;
  const row = { media_id: null, tries: tries + 1, next_at_ms: nextMs };
  try {
    await saveMediaSource(database, source, row);
  } catch (error) {
    if (!isAccountGone(error)) throw error;
  }
}
