import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { spokenTypeOf, type SpokenSound } from "../../../platform/outside/speech/spoken-sound.ts";
import { findUser } from "../../accounts/users/users.service.ts";
import {
  readSoundFile,
  removeOwnSounds,
  trimSounds,
  writeSoundFile,
  type SoundPlace,
} from "./sound-files.ts";

export type { SoundPlace } from "./sound-files.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** The folder is trimmed when this process has added so much of the limit. */
const SHARE_BETWEEN_TRIMS = 0.05;

/** What this process has added since it last trimmed; the first sound trims what it finds. */
const added = perApp((_: Pick<Deps, "database">) => ({ bytes: Infinity, isTrimming: false }));

/** @returns undefined if the sound has to be made */
export async function keptSound(
  { clock, log, settings }: Needs,
  place: SoundPlace,
): Promise<SpokenSound | undefined> {
  try {
    const bytes = await readSoundFile(settings, place, clock.nowMs());
    const type = bytes && spokenTypeOf(bytes);
    return type && { type, bytes };
  } catch (cause) {
    log.warn({ cause }, "a kept sound could not be read");
    return undefined;
  }
}

/** A sound that cannot be kept is made again next time; its listener need not know. */
export async function keepSound(
  needs: Needs,
  place: SoundPlace,
  { bytes }: SpokenSound,
): Promise<void> {
  const { clock, ids, log, settings } = needs;
  try {
    const nowMs = clock.nowMs();
    await writeSoundFile(settings, place, { bytes, draftId: ids.next(), nowMs });
    await removeIfGone(needs, place);
  } catch (cause) {
    log.warn({ cause }, "a sound could not be kept");
    return;
  }
  void trimIfGrown(needs, bytes.length);
}

/** The account may have been erased while the sound was being made. */
async function removeIfGone({ database, settings }: Needs, { ownerId }: SoundPlace): Promise<void> {
  if (ownerId === undefined || (await findUser(database, ownerId)) !== undefined) return;
  await removeOwnSounds(settings, ownerId);
}

async function trimIfGrown(needs: Needs, bytes: number): Promise<void> {
  const { clock, log, settings } = needs;
  const state = added(needs);
  state.bytes += bytes;
  if (state.isTrimming) return;
  state.isTrimming = true;
  const grownBytes = settings.SPEECH_CACHE_MB * 1024 * 1024 * SHARE_BETWEEN_TRIMS;
  try {
    // A trim does not see what is added while it runs.
    while (state.bytes >= grownBytes) {
      state.bytes = 0;
      await trimSounds(settings, clock.nowMs());
    }
  } catch (cause) {
    log.warn({ cause }, "the kept sounds could not be trimmed");
  } finally {
    state.isTrimming = false;
  }
}
