import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type {
  AnswerInput,
  FittedWeights,
  LearnerState,
  SspPolicy,
  WordFacts,
  WordMemory,
} from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type {
  FitTask,
  FromThread,
  PolicyTask,
  RebuildTask,
  RebuiltWord,
  ToThread,
} from "./fit-wire.ts";

/** A part of a learner's history, in the order of answers. */
export interface HistoryPart {
  readonly answers: AnswerInput[];
  /** Facts about words that occur in no earlier part. */
  readonly words: WordFacts[];
}

export interface FitResult {
  readonly fitted: FittedWeights;
  /** Memories under the new weights; empty if the fit was rejected. */
  readonly memories: WordMemory[];
  /** Optimal intervals for the learner's weights; undefined if not enabled. */
  readonly policy: SspPolicy | undefined;
}

type Needs = Pick<Deps, "database">;

/**
 * An idle thread ends after this time and releases its memory. Fits come one after another, and
 * starting a thread takes longer than many of them.
 */
const IDLE_MS = 10_000;

const SCRIPT = new URL("./memory-fit.thread.ts", import.meta.url);
/** Enough for half a million answers; short-lived objects hardly profit from more. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

/** After a longer history the thread ends at once: its heap has grown by more than it saves. */
const KEPT_ANSWERS_MAX = 20_000;

/** The thread of the last fit, waiting for the next. */
interface Spare {
  thread?: Worker | undefined;
  ends?: NodeJS.Timeout;
}

const spareOf = perApp((_: Needs): Spare => ({}), {
  close: async (spare) => void (await takeSpare(spare)?.terminate()),
});

function takeSpare(spare: Spare): Worker | undefined {
  const { thread } = spare;
  clearTimeout(spare.ends);
  thread?.removeAllListeners("exit").ref();
  spare.thread = undefined;
  return thread;
}

function keepSpare(spare: Spare, thread: Worker): void {
  if (spare.thread !== undefined) return;
  thread.once("exit", () => takeSpare(spare)).unref();
  spare.thread = thread;
  spare.ends = setTimeout(() => void takeSpare(spare)?.terminate(), IDLE_MS).unref();
}

/**
 * Fits one learner's memory in a thread, so that no request waits for it.
 *
 * @throws when the history cannot be read, the thread fails, or the signal is aborted
 */
export async function fitInThread(
  needs: Needs,
  history: AsyncIterable<HistoryPart>,
  task: FitTask,
  signal: AbortSignal,
): Promise<FitResult> {
  const request: ToThread = { kind: "task", task };
  const start = (thread: Worker) => sendHistory(thread, history, request);
  const { fitted, memories, policy } = await inThread(needs, signal, start, whole);
  if (fitted === undefined) throw new Error("the fit thread sent no weights");
  return { fitted, memories, policy };
}

/** A learner whose whole history was fitted and replayed. */
export interface RebuiltLearner extends Pick<FitResult, "fitted" | "policy"> {
  readonly learner: LearnerState;
  /** Number of answers replayed. */
  readonly answers: number;
  /** Number of words answered since their last restart. */
  readonly wordCount: number;
}

/**
 * Fits a learner's whole history and replays it with that fit.
 *
 * @param use  receives the learner, and the words in parts of some hundreds; the thread holds the
 * others meanwhile
 * @throws like `fitInThread`, and the error of `use`
 */
export async function rebuildInThread<T>(
  needs: Needs,
  history: AsyncIterable<HistoryPart>,
  task: RebuildTask,
  signal: AbortSignal,
  use: (rebuilt: RebuiltLearner, words: AsyncIterable<RebuiltWord[]>) => Promise<T>,
): Promise<T> {
  const request: ToThread = { kind: "rebuild", task };
  const start = (thread: Worker) => sendHistory(thread, history, request);
  return inThread(needs, signal, start, ({ fitted, rebuilt, policy }, words) => {
    if (fitted === undefined || rebuilt === undefined)
      throw new Error("the fit thread sent no learner");
    return use({ fitted, policy, ...rebuilt }, words);
  });
}

/** Solves a policy (a table of optimal intervals) in a thread: some tenths of a second. */
export async function solveInThread(
  needs: Needs,
  task: PolicyTask,
  signal: AbortSignal,
): Promise<SspPolicy> {
  const request: ToThread = { kind: "policy", task };
  const start = async (thread: Worker) => {
    thread.postMessage(request);
    return 0;
  };
  const { policy } = await inThread(needs, signal, start, whole);
  if (policy === undefined) throw new Error("the fit thread sent no policy");
  return policy;
}

/** The use of a result that is whole when the thread is done. */
const whole = async (received: Received): Promise<Received> => received;

/**
 * Keeps a thread that has finished its task for the next one. Any other thread may be in any state,
 * so it is ended.
 *
 * @param start  sends the task, and returns how many answers it has
 */
async function inThread<T>(
  needs: Needs,
  signal: AbortSignal,
  start: (thread: Worker) => Promise<number>,
  use: (received: Received, words: AsyncIterable<RebuiltWord[]>) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const spare = spareOf(needs);
  const thread = takeSpare(spare) ?? new Worker(SCRIPT, { resourceLimits: LIMITS });
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  const result = resultOf(thread);
  try {
    const started = start(thread);
    await Promise.race([started, result]);
    const received = await result;
    const used = await use(received, wordsOf(thread, received));
    const isSmall = (await started) <= KEPT_ANSWERS_MAX;
    if (isSmall && received.isOver && !signal.aborted) keepSpare(spare, thread);
    return used;
  } finally {
    signal.removeEventListener("abort", stop);
    if (spare.thread !== thread) await thread.terminate();
  }
}

async function sendHistory(
  thread: Worker,
  history: AsyncIterable<HistoryPart>,
  request: ToThread,
): Promise<number> {
  const send = (message: ToThread) => thread.postMessage(message);
  let answers = 0;
  for await (const part of history) {
    answers += part.answers.length;
    send({ kind: "part", ...part });
    // Reading a long history must not block the event loop.
    await nextTurn();
  }
  send(request);
  return answers;
}

/** What a thread has sent. */
interface Received {
  fitted?: FittedWeights;
  policy?: SspPolicy;
  /** Its words are still with the thread. */
  rebuilt?: Pick<RebuiltLearner, "learner" | "answers" | "wordCount">;
  readonly memories: WordMemory[];
  /** Whether the thread has sent everything. */
  isOver: boolean;
}

const MORE: ToThread = { kind: "more" };

/** Resolves with the end of the result, or when its words are ready. */
function resultOf(thread: Worker): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const received: Received = { memories: [], isOver: false };
  const listen = (message: FromThread) => {
    if (message.kind === "fitted") received.fitted = message.fitted;
    else if (message.kind === "policy") received.policy = message.policy;
    else if (message.kind === "memories") {
      received.memories.push(...message.memories);
      thread.postMessage(MORE);
    } else {
      if (message.kind === "learner") received.rebuilt = message;
      received.isOver = message.kind === "done";
      thread.off("message", listen);
      resolve(received);
    }
  };
  thread.removeAllListeners("error").once("error", reject);
  thread.on("message", listen);
  thread.once("exit", (code) => reject(endedEarly(code)));
  // Nothing awaits the promise while the history is being read, so a rejection must not count as
  // unhandled.
  promise.catch(() => undefined);
  return promise;
}

/** The words of a rebuilt learner, part by part: the service never holds all of them. */
async function* wordsOf(thread: Worker, received: Received): AsyncGenerator<RebuiltWord[]> {
  while (!received.isOver) {
    const message = await nextFrom(thread);
    if (message.kind === "words") yield message.words;
    else received.isOver = message.kind === "done";
  }
}

function nextFrom(thread: Worker): Promise<FromThread> {
  const { promise, resolve, reject } = Promise.withResolvers<FromThread>();
  const ended = (code: number) => reject(endedEarly(code));
  // A thread that is gone has this id, and sends no further event.
  if (thread.threadId === -1) ended(1);
  thread.once("message", resolve).once("error", reject).once("exit", ended);
  thread.postMessage(MORE);
  return promise.finally(() => {
    thread.off("message", resolve).off("error", reject).off("exit", ended);
  });
}

const endedEarly = (code: number) => new Error(`the fit thread ended early with code ${code}`);
