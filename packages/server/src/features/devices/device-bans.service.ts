import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import { listBannedIds } from "./device-bans.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** How long a ban made by another process may stay unnoticed. */
const FRESH_FOR_MS = 1_000;

interface Banned {
  ids: ReadonlySet<string>;
  readAtMs: number;
  /** Under way, for bans as they were when it began. */
  reading: Promise<ReadonlySet<string>> | undefined;
}

const bannedOf = perApp<Pick<Deps, "database">, Banned>(() => ({
  ids: new Set(),
  readAtMs: Number.NEGATIVE_INFINITY,
  reading: undefined,
}));

/** Whether a device is banned; from memory, which is at most a second behind the register. */
export async function isBanned(needs: Needs, deviceId: string): Promise<boolean> {
  const ids = bannedIdsAtHand(needs) ?? (await readBannedIds(needs));
  return ids.has(deviceId);
}

/** The banned devices as long as they need not be read again; spares a request the waiting. */
export function bannedIdsAtHand(needs: Needs): ReadonlySet<string> | undefined {
  const banned = bannedOf(needs);
  return needs.clock.monotonicMs() - banned.readAtMs < FRESH_FOR_MS ? banned.ids : undefined;
}

/** However many requests wait, they wait for one statement. */
function readBannedIds(needs: Needs): Promise<ReadonlySet<string>> {
  const banned = bannedOf(needs);
  banned.reading ??= read(needs, banned);
  return banned.reading;
}

async function read(needs: Needs, banned: Banned): Promise<ReadonlySet<string>> {
  const readAtMs = needs.clock.monotonicMs();
  // Only then can it be asked whether this read is still the one that counts.
  await Promise.resolve();
  const own = banned.reading;
  try {
    const ids = new Set(await listBannedIds(needs.database));
    if (banned.reading === own) Object.assign(banned, { ids, readAtMs });
    return ids;
  } finally {
    if (banned.reading === own) banned.reading = undefined;
  }
}

/** To be called after the commit of a ban or its end, so that it acts at once. */
export function forgetBans(needs: Pick<Deps, "database">): void {
  const banned = bannedOf(needs);
  banned.readAtMs = Number.NEGATIVE_INFINITY;
  banned.reading = undefined;
}
