import type { WordFacts, WordMemory } from "@wordloom/engine";
import { memoryHistory } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import type { DayRules } from "../../../platform/time/local-day.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import { knownWords, listOwners } from "../../library/words/words.service.ts";
import { noteImportedMasteries } from "../../progress/activity/activity.service.ts";
import {
  countRecordsOf,
  listRestarts,
  zoned,
  type RecordsOfWord,
} from "../../progress/answers/answers.service.ts";
import { latestAnswersTo } from "../../progress/answers/answer-history.service.ts";
import {
  isSetByHand,
  listWordStates,
  removeWordStates,
  saveWordStates,
  type WordStateRow,
} from "../../progress/word-states/word-states.service.ts";
import { setWordRatings } from "../amas/word-ratings.service.ts";
import type { RebuiltWord } from "../memory-fits/fit-wire.ts";
import { openDays } from "../memory-fits/memory-fits.service.ts";
import { underNewWeights } from "../memory-fits/refitted-word.ts";
import { masteryChanges, replayedState, type ReplayedLearner } from "./replayed-state.ts";
import { listReplayWords, removeReplayWords, replayWordsAmong } from "./replays.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Answers to one word from which its memory is made, the latest ones. */
const ANSWERS_MAX = 2_000;
/** Words replayed one by one in a transaction. */
const SINGLE_WORDS = 50;

/**
 * Stores what a replay says of some words. A word without new or lost records keeps its state, and
 * its memory follows the new weights. A word that was answered meanwhile is left to
 * `storeRemainingWords`.
 */
export async function storeReplayedWords(
  needs: Needs,
  tx: OpenTransaction,
  replayed: ReplayedLearner,
  words: readonly RebuiltWord[],
): Promise<void> {
  const { userId } = replayed;
  const ids = words.map(({ memory }) => memory.wordId);
  const waiting = await replayWordsAmong(tx, userId, ids);
  const records = await countRecordsOf(tx, userId, [...waiting]);
  const rowOf = byWord(await listWordStates(tx, userId, ids));
  await takeTurns();
  const [mine, others] = [[] as RebuiltWord[], [] as WordMemory[]];
  for (const word of words) {
    const { wordId } = word.memory;
    if (!waiting.has(wordId)) others.push(word.memory);
    else if (records.get(wordId)?.count === word.answers) mine.push(word);
  }
  const changes = mine.map((word) =>
    changeOf(rowOf.get(word.memory.wordId), word, records.get(word.memory.wordId), replayed),
  );
  await takeTurns();
  await store(needs, tx, userId, changes);
  await takeTurns();
  await storeOwnRatings(needs, tx, userId, mine);
  await removeReplayWords(
    tx,
    userId,
    mine.map(({ memory }) => memory.wordId),
  );
  if (others.length > 0) await refit(needs, tx, replayed, { memories: others, rowOf });
}

/** What becomes of the state of a word; undefined: nothing is left of it. */
interface StateChange {
  readonly wordId: string;
  readonly before: WordStateRow | undefined;
  readonly after: WordStateRow | undefined;
}

function changeOf(
  before: WordStateRow | undefined,
  { memory, masteryEdges }: Pick<RebuiltWord, "memory" | "masteryEdges">,
  records: RecordsOfWord | undefined,
  replayed: ReplayedLearner,
): StateChange {
  const { wordId } = memory;
  const lastAtMs = records?.lastMs ?? replayed.nowMs;
  const isKept = before !== undefined && isSetByHand(before, lastAtMs);
  const word = { memory, masteryEdges, lastAtMs };
  return { wordId, before, after: isKept ? before : replayedState(before, word, replayed) };
}

async function store(
  needs: Needs,
  tx: OpenTransaction,
  userId: string,
  changes: readonly StateChange[],
): Promise<void> {
  await saveWordStates(
    tx,
    changes.flatMap(({ before, after }) => (after === undefined || after === before ? [] : after)),
  );
  const gone = changes.filter(({ before, after }) => before !== undefined && after === undefined);
  await removeWordStates(
    tx,
    userId,
    gone.map(({ wordId }) => wordId),
  );
  const masteries = changes.flatMap(({ before, after }) =>
    masteryChanges(before?.mastery_edges, after?.mastery_edges),
  );
  await noteImportedMasteries(needs, tx, userId, masteries);
}

/** Ratings of library words are everyone's, and one learner's past does not move them. */
async function storeOwnRatings(
  needs: Needs,
  tx: OpenTransaction,
  userId: string,
  words: readonly RebuiltWord[],
): Promise<void> {
  const owners = new Map(
    await listOwners(
      tx,
      words.map(({ memory }) => memory.wordId),
    ),
  );
  const own = words.filter(({ memory }) => owners.get(memory.wordId) === userId);
  await setWordRatings(
    needs,
    tx,
    new Map(own.map(({ memory, rating }) => [memory.wordId, rating])),
  );
}

/** Words that only follow the learner's new weights. */
async function refit(
  needs: Needs,
  tx: OpenTransaction,
  replayed: ReplayedLearner,
  words: {
    readonly memories: readonly WordMemory[];
    readonly rowOf: ReadonlyMap<string, WordStateRow>;
  },
): Promise<void> {
  const { load, refitting } = await openDays(needs, tx, replayed);
  const { userId } = replayed;
  const changed = words.memories.flatMap((memory) => {
    const before = words.rowOf.get(memory.wordId);
    if (before === undefined) return [];
    load.leave(userId, before.next_review_at_ms);
    const after = underNewWeights(before, memory, refitting);
    load.join(userId, (after ?? before).next_review_at_ms);
    return after ?? [];
  });
  await saveWordStates(tx, changed);
}

/**
 * Replays some of the words that are left, each from its records alone: those that were answered
 * meanwhile, and those without a record since their last restart, of which nothing stays but what
 * the learner set by hand.
 *
 * @returns whether none is left
 */
export async function storeRemainingWords(
  needs: Needs,
  tx: OpenTransaction,
  replayed: ReplayedLearner,
): Promise<boolean> {
  const { userId } = replayed;
  const ids = await listReplayWords(tx, userId, SINGLE_WORDS);
  if (ids.length === 0) return true;
  const rowOf = byWord(await listWordStates(tx, userId, ids));
  const records = await countRecordsOf(tx, userId, ids);
  const restarts = new Map(await listRestarts(tx, userId, ids));
  const rules = await dayRulesOf(tx, userId, needs.settings.APP_TIMEZONE);
  const known = await knownWords(needs, ids, tx);
  const changes: StateChange[] = [];
  for (const wordId of ids) {
    const before = rowOf.get(wordId);
    const own = records.get(wordId);
    const sinceMs = restarts.get(wordId) ?? -Infinity;
    if (own !== undefined && own.lastMs >= sinceMs) {
      const word = known.get(wordId) ?? { id: wordId, text: wordId, difficulty: null };
      const memory = await memoryOf(tx, replayed, { word, sinceMs, rules });
      const masteryEdges = before?.mastery_edges ?? null;
      changes.push(changeOf(before, { memory, masteryEdges }, own, replayed));
    } else {
      const isKept = before !== undefined && isSetByHand(before, own?.lastMs);
      changes.push({ wordId, before, after: isKept ? before : undefined });
    }
  }
  await store(needs, tx, userId, changes);
  await removeReplayWords(tx, userId, ids);
  return ids.length < SINGLE_WORDS;
}

interface WordToReplay {
  readonly word: WordFacts;
  /** Earlier answers do not count, ms since 1970. */
  readonly sinceMs: number;
  readonly rules: DayRules;
}

/** The memory of one word, replayed with the present learner. */
async function memoryOf(
  tx: OpenTransaction,
  { userId, learner, parameters }: ReplayedLearner,
  { word, sinceMs, rules }: WordToReplay,
): Promise<WordMemory> {
  const answers = await latestAnswersTo(tx, userId, word.id, ANSWERS_MAX);
  const present = answers
    .filter(({ atMs }) => atMs >= sinceMs)
    .map((answer) => zoned(answer, rules));
  const memories = memoryHistory(learner, present, parameters, { word, wordRating: null });
  const last = memories.at(-1);
  if (last === undefined) throw new Error(`no answer to ${word.id} is left`);
  return last;
}

function byWord(rows: readonly WordStateRow[]): Map<string, WordStateRow> {
  return new Map(rows.map((row) => [row.word_id, row]));
}
