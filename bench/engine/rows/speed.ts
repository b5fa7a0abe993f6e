import {
  type AnswerInput,
  createLearner,
  createMemory,
  defaultParameters,
  fitMemory,
  type History,
  type LearnerState,
  predictRecall,
  processAnswer,
  type RatingState,
  selectWords,
  solveOptimalIntervals,
  type WordFacts,
  type WordMemory,
  withParameters,
} from "@wordloom/engine";
import { type Card, createEmptyCard, fsrs, type Grade } from "ts-fsrs";
import type { Row } from "../../lib/row.ts";
import { seededRandom } from "../statistics/seeded-random.ts";
import { historyOf } from "../predictors/engine-run.ts";
import type { Grid } from "../schedulers/engine-scheduler.ts";
import { publish, type Report } from "../report/report.ts";
import { readJosh, type Review } from "../predictors/revlog.ts";

const RANDOM_WORDS = 4000;
const FULL = {
  reviews: 200_000,
  fitReviews: 20_000,
  candidates: 10_000,
  predictions: 1_000_000,
  warmUps: 3,
  bestOf: 5,
};
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** An engine update does far more work than one of ts-fsrs. */
const GOAL_RATIO = 0.8;
const parameters = defaultParameters();

/** Answers per second compared with the memory update of ts-fsrs, and other costs of the engine. */
export const speed: Row = () => {
  const { report, figures } = measureSpeed(FULL, readJosh());
  publish({ name: "engine-speed", ...report });
  return Promise.resolve(figures);
};

interface SpeedSize extends Readonly<typeof FULL> {
  /** Grid of the solver; default: the usual one. */
  readonly grid?: Grid;
}

/** @param josh  an additional log to measure */
export function measureSpeed(size: SpeedSize, josh: readonly Review[] | undefined) {
  const random = randomHistory(size.reviews);
  const figures = [
    ...(josh === undefined ? [] : ratesOn("josh", historyOf(josh), size)),
    ...ratesOn("random reviews", random, size),
    fitSeconds(random, size),
    solveSeconds(size),
    selectionMs(random, size),
    predictionRate(random, size),
  ];
  const report: Omit<Report, "name"> = {
    title: "Speed",
    about:
      `Warm, best of ${size.bestOf} in turns, one process. An update of the engine is everything ` +
      "that an answer changes; an update of ts-fsrs is the memory of one card.",
    tables: [
      {
        title: "Speed",
        head: ["", "value", "unit"],
        rows: figures.map(({ name, value, unit }) => [name, value.toPrecision(4), unit]),
      },
    ],
    data: figures,
  };
  return { report, figures };
}

/** Shortest of several runs after a warm-up, ms. */
function bestMs(run: () => void, { warmUps, bestOf }: SpeedSize): number {
  for (let i = 0; i < warmUps; i++) run();
  return Math.min(...Array.from({ length: bestOf }, () => timedMs(run)));
}

/** Shortest runs of two functions, alternating, so that a busy machine slows both down equally. */
function bestOfTwoMs(
  one: () => void,
  other: () => void,
  { warmUps, bestOf }: SpeedSize,
): [number, number] {
  for (let i = 0; i < warmUps; i++) [one, other].forEach(timedMs);
  const runs = Array.from({ length: bestOf });
  const pairs = runs.map(() => [timedMs(one), timedMs(other)] as const);
  return [Math.min(...pairs.map(([ms]) => ms)), Math.min(...pairs.map(([, ms]) => ms))];
}

function timedMs(run: () => void): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

function ratesOn(name: string, history: History, size: SpeedSize) {
  const count = history.answers.length;
  const best = bestOfTwoMs(
    () => runEngine(history),
    () => runRival(history),
    size,
  );
  const engine = count / (best[0] / 1000);
  const rival = count / (best[1] / 1000);
  return [
    { name: `updates, ${name}`, value: engine, unit: "/s" },
    { name: `ts-fsrs next(), ${name}`, value: rival, unit: "/s" },
    {
      name: `H updates against ts-fsrs, ${name}`,
      value: engine / rival,
      unit: "x",
      bar: { atLeast: GOAL_RATIO },
    },
  ];
}

/** A word's state between answers. */
interface Known {
  readonly word: WordFacts;
  memory: WordMemory;
  rating: RatingState | null;
}

interface Run {
  readonly learner: LearnerState;
  readonly words: ReadonlyMap<string, Known>;
}

// Both sides look up and store a word in the same way, so that only the functions are compared.
function runEngine(history: History): Run {
  const words = new Map<string, Known>();
  let learner = createLearner(history.seed, history.startMs);
  for (const answer of history.answers) {
    const known = words.get(answer.wordId) ?? firstMet(words, history, answer.wordId);
    const context = { word: known.word, wordRating: known.rating };
    const outcome = processAnswer(learner, known.memory, answer, parameters, context);
    learner = outcome.learner;
    known.memory = outcome.memory;
    known.rating = outcome.wordRating;
  }
  return { learner, words };
}

function firstMet(words: Map<string, Known>, history: History, wordId: string): Known {
  const word = history.words[wordId] as WordFacts;
  const known: Known = { word, memory: createMemory(wordId), rating: null };
  words.set(wordId, known);
  return known;
}

function runRival(history: History): void {
  const scheduler = fsrs();
  const cards = new Map<string, { card: Card }>();
  for (const { wordId, atMs, grade } of history.answers) {
    const at = new Date(atMs);
    const known = cards.get(wordId) ?? firstSeen(cards, wordId, at);
    known.card = scheduler.next(known.card, at, (grade ?? 3) as Grade).card;
  }
}

function firstSeen(cards: Map<string, { card: Card }>, wordId: string, at: Date) {
  const known = { card: createEmptyCard(at) as Card };
  cards.set(wordId, known);
  return known;
}

/** A learner with many words, some of which are asked far more often than others. */
function randomHistory(count: number): History {
  const random = seededRandom(1);
  const answers = Array.from({ length: count }, (_, i): AnswerInput => {
    const isCorrect = random() < 0.8;
    return {
      wordId: `w${Math.floor(RANDOM_WORDS * random() ** 2)}`,
      atMs: i * 4 * MINUTE_MS,
      isCorrect,
      responseTimeMs: 1000 + Math.floor(6000 * random()),
      grade: isCorrect ? 3 : 1,
      utcOffsetMinutes: 0,
      dayStartHour: 4,
    };
  });
  const words = Array.from({ length: RANDOM_WORDS }, (_, i) => {
    const id = `w${i}`;
    return [id, { id, text: `word${i}`, difficulty: (i % 10) / 9 }] as const;
  });
  return { seed: 1, startMs: 0, answers, words: Object.fromEntries(words) };
}

function fitSeconds(history: History, size: SpeedSize) {
  const answers = history.answers.slice(0, size.fitReviews);
  const options = { nowMs: answers.at(-1)?.atMs ?? 0, current: null };
  const ms = bestMs(() => fitMemory({ ...history, answers }, parameters, options), size);
  return { name: "I fit of 20,000 reviews", value: ms / 1000, unit: "s", bar: { atMost: 2 } };
}

function solveSeconds(size: SpeedSize) {
  const { w } = parameters.memoryModel;
  const solved = withParameters(parameters, size.grid ?? {});
  const ms = bestMs(() => solveOptimalIntervals(w, solved), size);
  return { name: "optimal intervals", value: ms / 1000, unit: "s", bar: { atMost: 1 } };
}

/** A batch out of ten thousand words, learned and new. */
function selectionMs(history: History, size: SpeedSize) {
  const { learner, words } = runEngine(history);
  const candidates = Array.from({ length: size.candidates }, (_, i) => {
    const known = words.get(`w${i}`);
    const word = { id: `w${i}`, text: `word${i}`, difficulty: (i % 10) / 9 };
    return { word, memory: known?.memory ?? null, rating: known?.rating ?? null };
  });
  const nowMs = (learner.lastAtMs ?? 0) + DAY_MS;
  const request = { nowMs, key: "speed", seed: 1, exclude: [], shown: [] };
  const value = bestMs(() => selectWords(learner, candidates, request, parameters), size);
  return { name: "batch out of 10,000 words", value, unit: "ms", bar: { atMost: 15 } };
}

function predictionRate(history: History, size: SpeedSize) {
  const { fitReviews, predictions } = size;
  const answers = history.answers.slice(0, fitReviews);
  const { learner, words } = runEngine({ ...history, answers });
  const memories = [...words.values()].map(({ memory }) => memory);
  const nowMs = (learner.lastAtMs ?? 0) + DAY_MS;
  let sum = 0;
  const ms = bestMs(() => {
    for (let i = 0; i < predictions; i++) {
      const memory = memories[i % memories.length] as WordMemory;
      sum += predictRecall(learner, memory, nowMs, parameters);
    }
  }, size);
  if (!(sum > 0)) throw new Error("nothing was predicted");
  const value = predictions / (ms / 1000);
  return { name: "predictions", value, unit: "/s", bar: { atLeast: 2_000_000 } };
}
