import type { KitSound } from "@wordloom/contract";
import { ApiError } from "@wordloom/contract/client";
import { connection } from "@wordloom/web";
import { mediaBytes } from "../../server-state/media-bytes.ts";
import type { AppSettings } from "../app-settings/app-settings.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { canKeepSounds, isSoundKept, keepSound } from "./kept-sounds.ts";
import { kitSounds } from "./kit-sounds.ts";
import { withRegion } from "./sound-path.ts";

/** Leaves most of the learner's limit of requests to everything else. */
const PACE_MS = 250;

let latest: readonly KitSound[] = [];

/**
 * Fetches sounds of a kit that are not kept yet, one after another, so that they play offline. A
 * newer kit replaces an older one. Nothing is fetched where the browser is told to save data.
 */
export async function keepSounds(
  words: readonly StudyWord[],
  kinds: AppSettings["kinds"],
): Promise<void> {
  const sounds = kitSounds(words, kinds);
  latest = sounds;
  if (isSavingData()) return;
  for (const path of sounds.map(withRegion)) {
    if (latest !== sounds || !canKeepSounds() || connection.get() !== "online") return;
    if (isSoundKept(path)) continue;
    const bytes = await mediaBytes(path).catch(refusal);
    if (bytes instanceof Blob) await keepSound(path, bytes);
    else if (bytes.status !== 404) return;
    await new Promise((goOn) => setTimeout(goOn, PACE_MS));
  }
}

function refusal(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, {});
}

function isSavingData(): boolean {
  const { connection: network } = navigator as { connection?: { saveData?: boolean } };
  return network?.saveData ?? false;
}
