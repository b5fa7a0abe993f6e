import type { KitSound } from "@wordloom/contract";
import { ApiError } from "@wordloom/contract/client";
import { connection } from "@wordloom/web";
import { mediaBytes } from "../../server-state/media-bytes.ts";
import { isSoundKept, keepSound } from "./kept-sounds.ts";
import { withRegion } from "./sound-path.ts";

let latest: readonly KitSound[] = [];

/**
 * Fetches sounds of the kit that are not kept yet, one after another, so that they play offline. A
 * newer list replaces an older one. Nothing is fetched where the browser is told to save data.
 */
export async function keepSounds(sounds: readonly KitSound[]): Promise<void> {
  latest = sounds;
  if (isSavingData()) return;
  for (const path of sounds.map(withRegion)) {
    if (latest !== sounds || connection.get() !== "online") return;
    if (isSoundKept(path)) continue;
    const bytes = await mediaBytes(path).catch(refusal);
    if (bytes instanceof Blob) await keepSound(path, bytes);
    else if (bytes.status !== 404) return;
  }
}

function refusal(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, {});
}

function isSavingData(): boolean {
  const { connection: network } = navigator as { connection?: { saveData?: boolean } };
  return network?.saveData ?? false;
}
