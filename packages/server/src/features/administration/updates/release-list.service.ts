import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import { messageOf } from "../../../platform/basics/thrown.ts";
import { parseReleaseList, Release } from "../../../platform/release/release-list.ts";
import { requestRelease } from "../../../platform/release/release-request.ts";
import { listUrl, releaseSource } from "./release-source.ts";
import { findReleaseList, upsertReleaseList } from "./updates.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "installation" | "settings">;

const TIMEOUT_MS = 30_000;
const LIST_MAX_BYTES = 8 * 1024 ** 2;
/** The wait if the source does not specify one. */
const BLOCKED_MS = 60_000;
export const BLOCKED_MAX_MS = 24 * 3_600_000;

/** The list of releases, as last fetched. */
export interface KnownReleases {
  readonly releases: readonly Release[];
  /** null: never fetched from the current source. */
  readonly checkedAtMs: number | null;
  readonly etag: string | null;
  readonly blockedUntilMs: number | null;
}

const nothing: KnownReleases = {
  releases: [],
  checkedAtMs: null,
  etag: null,
  blockedUntilMs: null,
};

/** The last known releases, without a request. */
export async function knownReleases(needs: Needs): Promise<KnownReleases> {
  const row = await findReleaseList(needs.database);
  if (row === undefined || row.url !== listUrl(needs)) return nothing;
  return {
    releases: z.array(Release).parse(JSON.parse(row.releases_json)),
    checkedAtMs: row.checked_at_ms,
    etag: row.etag,
    blockedUntilMs: row.blocked_until_ms,
  };
}

/**
 * Fetches the list of releases, unless it has not changed.
 *
 * @throws AppError UPDATER_DISABLED, GITHUB_RATE_LIMITED, UPDATE_SOURCE_ERROR; the known
 *   releases then stay unchanged
 */
export async function refreshReleases(needs: Needs): Promise<void> {
  const url = listUrl(needs) ?? refuse("UPDATER_DISABLED");
  const known = await knownReleases(needs);
  const { status, headers, text } = await fetchList(needs, url, known.etag);
  const nowMs = needs.clock.nowMs();
  const kept = { url, etag: known.etag, releases_json: JSON.stringify(known.releases) };
  const blockedMs = blockedFor(status, headers, nowMs);
  if (blockedMs !== undefined) {
    const blocked_until_ms = nowMs + blockedMs;
    const row = { ...kept, checked_at_ms: known.checkedAtMs, blocked_until_ms };
    await upsertReleaseList(needs.database, row);
    refuse("GITHUB_RATE_LIMITED", undefined, { retryAfterSecs: Math.ceil(blockedMs / 1_000) });
  }
  const fresh = { checked_at_ms: nowMs, blocked_until_ms: null };
  if (status === 304 && known.checkedAtMs !== null) {
    await upsertReleaseList(needs.database, { ...kept, ...fresh });
    return;
  }
  const releases = status === 200 ? parseReleaseList(parseJson(text)) : undefined;
  if (releases === undefined) {
    refuse("UPDATE_SOURCE_ERROR", `The release source answered ${status} without a list.`);
  }
  const releases_json = JSON.stringify(releases);
  const etag = headers.get("etag");
  await upsertReleaseList(needs.database, { url, etag, releases_json, ...fresh });
}

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function fetchList(needs: Needs, url: string, etag: string | null): Promise<Fetched> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = {
    accept: "application/vnd.github+json, application/json",
    ...(etag !== null && { "if-none-match": etag }),
  };
  try {
    const reply = await requestRelease(url, releaseSource(needs, url), signal, headers);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of reply.body ?? []) {
      bytes += piece.length;
      if (bytes > LIST_MAX_BYTES) throw new Error("the list is too long");
      pieces.push(piece);
    }
    const text = Buffer.concat(pieces).toString("utf8");
    return { status: reply.status, headers: reply.headers, text };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const message = `The list of releases could not be read: ${messageOf(error)}.`;
    return refuse("UPDATE_SOURCE_ERROR", message);
  }
}

/** How long the source refuses requests; undefined if it accepts them. */
function blockedFor(status: number, headers: Headers, nowMs: number): number | undefined {
  const isSpent = headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after");
  if (status !== 429 && !(status === 403 && isSpent)) return undefined;
  const seconds = Number(headers.get("retry-after") ?? "NaN");
  if (seconds > 0) return Math.min(seconds * 1_000, BLOCKED_MAX_MS);
  const resetMs = Number(headers.get("x-ratelimit-reset") ?? "NaN") * 1_000 - nowMs;
  return resetMs > 0 ? Math.min(resetMs, BLOCKED_MAX_MS) : BLOCKED_MS;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
