import type { SpeechLanguages } from "@wordloom/contract";
import { primaryLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import { sha256Of } from "../../../platform/basics/sha256-of.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { SpokenSound } from "../../../platform/outside/speech/spoken-sound.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { requireWord } from "../words/words.service.ts";
import { enginesFor, REST_MS, speechEngines, type GuardedEngine } from "./engines.ts";
import { keepSound, keptSound, type SoundPlace } from "./kept-sounds.service.ts";
import { lowerSpeechCount, raiseSpeechCount } from "./speech-counts.repo.ts";
import { spokenPart, type SpokenPart } from "./spoken-part.ts";

export { removeOwnSounds } from "./sound-files.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** How soon to ask again when too many sounds are being made, s. */
const RETRY_WHEN_FULL_SECS = 5;

/** What a learner wants to hear. */
export interface WantedSpeech {
  readonly wordId: string;
  readonly part: string;
  readonly isSlow: boolean;
  /** Preferred accent. */
  readonly region: string | undefined;
}

/** A sound for a listener. */
export interface HeardSound extends SpokenSound {
  /** False for the sound of a substitute, while the better engine fails. */
  readonly isLasting: boolean;
}

/** The sounds that are being made, by key, so that each is made once. */
const inTheMaking = perApp((_: Needs) => new Map<string, Promise<HeardSound>>());

/**
 * A part of a word, spoken by the first engine that has the language. A sound is made once and
 * kept; a new one counts toward the learner's limit of the day.
 *
 * @throws AppError NOT_FOUND; SPEECH_UNAVAILABLE; SPEECH_LIMIT; UNAVAILABLE if too many wait
 */
export async function speakWord(
  needs: Needs,
  learner: Learner,
  wanted: WantedSpeech,
): Promise<HeardSound> {
  const word = await requireWord(needs.database, learner.id, wanted.wordId);
  const part = spokenPart(word, wanted.part);
  if (part === undefined) return unavailable("no_text", "The word has no such part to speak.");
  const language = accented(part.language, wanted.region);
  const able = enginesFor(needs, part.text, language);
  const [first] = able;
  if (first === undefined) return silent(needs, language);
  const order = { part, language, isSlow: wanted.isSlow, learnerId: learner.id };
  const place = placeOf(first, order);
  const kept = await keptSound(needs, place);
  if (kept !== undefined) return { ...kept, isLasting: true };
  const making = inTheMaking(needs);
  const begun = making.get(place.key);
  if (begun !== undefined) {
    return begun.catch((fault: unknown) => {
      if (isOfOther(fault)) return speakWord(needs, learner, wanted);
      throw fault;
    });
  }
  const made = makeCounted(needs, able, order).finally(() => making.delete(place.key));
  making.set(place.key, made);
  return made;
}

/** Refusals that concern the learner for whom the sound was begun, and nobody else. */
function isOfOther(fault: unknown): boolean {
  const codes: readonly string[] = ["SPEECH_LIMIT", "AUTH_UNAUTHORIZED"];
  return fault instanceof AppError && codes.includes(fault.code);
}

/** The languages that the configured engines speak. */
export function speechLanguages(needs: Needs): SpeechLanguages {
  const engines = speechEngines(needs).map(({ engine }) => engine);
  return {
    languages: [...new Set(engines.flatMap(({ languages }) => languages))].toSorted(),
    others: engines.some(({ takesOthers }) => takesOthers),
  };
}

interface Order {
  readonly part: SpokenPart;
  /** That of the part, with the preferred region. */
  readonly language: string;
  readonly isSlow: boolean;
  readonly learnerId: string;
}

/** A stated region stays: it says how the word is spoken. */
function accented(language: string, region: string | undefined): string {
  const isBare = language === primaryLanguage(language);
  return isBare && region !== undefined ? `${language}-${region.toUpperCase()}` : language;
}

function placeOf({ engine }: GuardedEngine, order: Order): SoundPlace {
  const { part, language, isSlow, learnerId } = order;
  const voice = engine.voiceFor(language);
  const facts = [engine.name, engine.version, voice, language, isSlow, part.text];
  const ownerId = part.isOwn ? learnerId : undefined;
  return { key: sha256Of(Buffer.from(JSON.stringify([...facts, ownerId]))), ownerId };
}

async function makeCounted(
  needs: Needs,
  able: readonly GuardedEngine[],
  order: Order,
): Promise<HeardSound> {
  const { clock, database, settings } = needs;
  const day = { userId: order.learnerId, day: localDay(clock.nowMs(), "UTC") };
  const limit = settings.SPEECH_PER_LEARNER_PER_DAY;
  if (able.every((one) => one.isResting(order.language))) return failed();
  const isCounted = await raiseSpeechCount(database, day, limit).catch(refuseIfGone);
  if (!isCounted) {
    const retryAfterSecs = Math.ceil((DAY_MS - (clock.nowMs() % DAY_MS)) / 1000);
    refuse("SPEECH_LIMIT", `At most ${limit.toLocaleString("en")} new sounds a day.`, {
      retryAfterSecs,
    });
  }
  try {
    return await makeSound(needs, able, order);
  } catch (error) {
    await lowerSpeechCount(database, day);
    throw error;
  }
}

function refuseIfGone(error: unknown): never {
  if (isAccountGone(error)) refuse("AUTH_UNAUTHORIZED");
  throw error;
}

/** Made by the first engine that does not fail. */
async function makeSound(
  needs: Needs,
  able: readonly GuardedEngine[],
  { part, language, isSlow, learnerId }: Order,
): Promise<HeardSound> {
  for (const one of able) {
    const voice = one.engine.voiceFor(language);
    if (voice === undefined || one.isResting(language)) continue;
    const speaking = one.speak({ text: part.text, language, voice, isSlow });
    if (speaking === undefined) {
      refuse("UNAVAILABLE", "Too many sounds are being made.", {
        retryAfterSecs: RETRY_WHEN_FULL_SECS,
      });
    }
    // The guard has noted the fault.
    const sound = await speaking.catch(() => undefined);
    if (sound === undefined) continue;
    await keepSound(needs, placeOf(one, { part, language, isSlow, learnerId }), sound);
    return { ...sound, isLasting: one === able[0] };
  }
  return failed();
}

function silent(needs: Needs, language: string): never {
  const isVoiced = speechEngines(needs).some(({ engine }) => engine.voiceFor(language));
  return isVoiced
    ? unavailable("unreadable", "The voice does not know the letters of this text.")
    : unavailable("no_voice", `There is no voice for ${language}.`);
}

function failed(): never {
  return unavailable("failed", "The voice does not answer at the moment.", REST_MS / 1000);
}

function unavailable(reason: string, rule: string, retryAfterSecs?: number): never {
  refuse("SPEECH_UNAVAILABLE", rule, {
    faults: [{ rule, reason }],
    ...(retryAfterSecs !== undefined && { retryAfterSecs }),
  });
}
