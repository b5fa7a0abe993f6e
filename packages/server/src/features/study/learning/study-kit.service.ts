import { createHash } from "node:crypto";
import type { StudyKit } from "@wordloom/contract";
import { KIT_WORDS_MAX } from "@wordloom/contract/limits";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import {
  foreseeBatches,
  foresightOf,
  type Foresight,
} from "../../adaptation/amas/foreseen-batches.service.ts";
import { readTotals } from "../../progress/activity/activity.service.ts";
import { readWordStateBatch } from "../../progress/word-states/word-states.service.ts";
import { fillIn } from "./kit-words.service.ts";
import { foreseePools, hasBecomeDue } from "./study-pool.service.ts";
import { listWaitingWords } from "../records/outbox.service.ts";
import { readStudyConfig, selectionOf } from "../study-config/study-config.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Bounds of a learner's usual time per word, seconds. One distraction must not halve a kit. */
const SECONDS_MIN = 3;
const SECONDS_MAX = 60;

/** How long a client may keep a kit when nothing but the time has changed. */
const FRESH_FOR_MS = HOUR_MS;

/** Identifies a kit at one moment. The same moment and data give the same bytes. */
interface KitRequest {
  readonly learner: Learner;
  readonly minutes: number;
  readonly extraNewWords: number;
  readonly nowMs: number;
  /** The learner's day at that moment. */
  readonly day: string;
  readonly dayEndMs: number;
}

/** A kit with its tag. The kit is absent if the client's copy is still good. */
export interface TaggedKit {
  readonly etag: string;
  readonly kit?: StudyKit;
}

/**
 * Everything for studying offline for some time: the words that `study-words` and `next-words`
 * would hand out, batch after batch, with states, options and content. New words are limited to the
 * rest of the learner's daily new words and the extra ones asked for. Nothing is stored.
 *
 * The kit holds as many words as the learner answers in this time at the usual pace, limited to 3
 * to 60 seconds per word; at most 200 words.
 *
 * The tag holds the moment of the kit and a hash of its content. If a client's kit is from the same
 * day and at most an hour old, the kit is rebuilt for that moment. If the hash is equal and no word
 * has become due since, only the time has changed.
 *
 * @param wanted     minutes, 5 to 120, and extra new words, 0 to 50
 * @param knownTags  the request's If-None-Match
 */
export async function readStudyKit(
  needs: Needs,
  learner: Learner,
  { minutes, extraNewWords }: Pick<KitRequest, "minutes" | "extraNewWords">,
  knownTags = "",
): Promise<TaggedKit> {
  const { nowMs, date: day, dayEndMs, rules } = await learnerDay(needs, learner.id);
  const dayAt = (atMs: number) => localDay(atMs, rules.timeZone, rules.dayStartHour);
  const request = { learner, minutes, extraNewWords, nowMs, day, dayEndMs };
  const foresight = await foresightOf(needs, learner.id);
  for (const { tag, atMs } of parseTags(knownTags)) {
    const isFresh = atMs <= nowMs && nowMs - atMs <= FRESH_FOR_MS && dayAt(atMs) === day;
    if (!isFresh || atMs <= (foresight.learner.lastAtMs ?? 0)) continue;
    const then = await makeKit(needs, { ...request, nowMs: atMs }, foresight);
    if (tagOf(then, atMs) !== tag || (await isOutdated(needs, request, atMs))) break;
    return { etag: tag };
  }
  const kit = await makeKit(needs, request, foresight);
  return { etag: tagOf(kit, nowMs), kit };
}

/** Whether a word has become due since the kit of that moment. */
async function isOutdated(
  needs: Needs,
  { learner, dayEndMs, nowMs }: KitRequest,
  sinceMs: number,
): Promise<boolean> {
  const selection = selectionOf(await readStudyConfig(needs, learner.id));
  const query = { userId: learner.id, ...selection, nowMs, dayEndMs, sinceMs };
  return hasBecomeDue(needs.database, query);
}

/** Parses the tags in a header that could be ours. Weak tags compare like strong ones. */
function parseTags(header: string): { tag: string; atMs: number }[] {
  return [...header.matchAll(/"[\w-]{22}\.([0-9a-z]{1,10})"/g)].map(([tag, moment = ""]) => ({
    tag,
    atMs: Number.parseInt(moment, 36),
  }));
}

function tagOf(kit: StudyKit, atMs: number): string {
  const hash = createHash("sha256").update(JSON.stringify(kit)).digest("base64url");
  return `"${hash.slice(0, 22)}.${atMs.toString(36)}"`;
}

async function makeKit(needs: Needs, request: KitRequest, foresight: Foresight): Promise<StudyKit> {
  const { learner, minutes, extraNewWords, nowMs, day, dayEndMs } = request;
  const pace = Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, foresight.secondsPerReview));
  const wanted = Math.min(KIT_WORDS_MAX, Math.floor((minutes * 60) / pace));
  const userId = learner.id;
  const pool = await foreseePools(needs, { userId, nowMs, dayEndMs, wanted });
  const waiting = await listWaitingWords(needs, userId);
  const begun = await newAmong(needs, learner, waiting);
  const done = await readTotals(needs.database, userId, { firstDay: day, lastDay: day });
  const { dailyWordCount } = await readStudyConfig(needs, userId);
  const newWords = Math.max(0, dailyWordCount - done.newWords - begun.size) + extraNewWords;
  const limits = { words: wanted, newWords, begun };
  const when = { nowMs, dayEndMs, day };
  const foreseen = await foreseeBatches(needs, when, { foresight, pool, limits });
  const words = await fillIn(needs, request, foreseen.words, { waiting, due: pool.due });
  return {
    generatedAt: toTimestamp(nowMs),
    minutes,
    strategy: foreseen.strategy,
    words,
    plan: {
      due: words.filter(({ kind }) => kind === "due").length,
      new: words.filter(({ kind }) => kind === "new").length,
      expectedMinutes: Math.round((words.length * pace) / 6) / 10,
      reviewedToday: done.reviewWords,
      dayEndsAt: toTimestamp(request.dayEndMs),
    },
  };
}

/** The words without a state of the learner: new words whose first answer is still waiting. */
async function newAmong(
  needs: Needs,
  learner: Learner,
  waiting: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (waiting.size === 0) return waiting;
  const states = await readWordStateBatch(needs, learner, [...waiting]);
  const known = new Set(states.map(({ wordId }) => wordId));
  return new Set([...waiting].filter((wordId) => !known.has(wordId)));
}
