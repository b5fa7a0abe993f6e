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
  const result = await inThread(needs, signal, (thread) => sendHistory(thread, history, request));
  const { fitted, memories, policy } = result;
  if (fitted === undefined) throw new Error("the fit thread sent no weights");
  return { fitted, memories, policy };
}

/** A learner whose whole history was fitted and replayed. */
export interface RebuiltLearner extends Pick<FitResult, "fitted" | "policy"> {
  readonly learner: LearnerState;
  /** Words answered since their last restart. */
  readonly words: readonly RebuiltWord[];
  /** Number of answers replayed. */
  readonly answers: number;
}

/** Fits a learner's whole history and replays it with that fit. @throws like `fitInThread` */
export async function rebuildInThread(
  needs: Needs,
  history: AsyncIterable<HistoryPart>,
  task: RebuildTask,
  signal: AbortSignal,
): Promise<RebuiltLearner> {
  const request: ToThread = { kind: "rebuild", task };
  const result = await inThread(needs, signal, (thread) => sendHistory(thread, history, request));
  const { fitted, policy, learner, words, answers } = result;
  if (fitted === undefined || learner === undefined)
    throw new Error("the fit thread sent no learner");
  return { fitted, policy, learner, words, answers };
}

/** Solves a policy (a table of optimal intervals) in a thread: some tenths of a second. */
export async function solveInThread(
  needs: Needs,
  task: PolicyTask,
  signal: AbortSignal,
): Promise<SspPolicy> {
  const request: ToThread = { kind: "policy", task };
  const { policy } = await inThread(needs, signal, async (thread) => thread.postMessage(request));
  if (policy === undefined) throw new Error("the fit thread sent no policy");
  return policy;
}

/**
 * Keeps a thread that has finished its task for the next one. Any other thread may be in any state,
 * so it is ended.
 */
async function inThread(
  needs: Needs,
  signal: AbortSignal,
  start: (thread: Worker) => Promise<void>,
): Promise<Received> {
  signal.throwIfAborted();
  const spare = spareOf(needs);
  const thread = takeSpare(spare) ?? new Worker(SCRIPT, { resourceLimits: LIMITS });
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  const result = resultOf(thread);
  try {
    await Promise.race([start(thread), result]);
    const received = await result;
    if (!signal.aborted) keepSpare(spare, thread);
    return received;
  } finally {
    signal.removeEventListener("abort", stop);
    if (spare.thread !== thread) await thread.terminate();
  }
}

async function sendHistory(
  thread: Worker,
  history: AsyncIterable<HistoryPart>,
  request: ToThread,
): Promise<void> {
  const send = (message: ToThread) => thread.postMessage(message);
  for await (const part of history) {
    send({ kind: "part", ...part });
    // Reading a long history must not block the event loop.
    await nextTurn();
  }
  send(request);
}

/** Everything a thread has sent. */
interface Received {
  fitted?: FittedWeights;
  policy?: SspPolicy;
  learner?: LearnerState;
  answers: number;
  readonly memories: WordMemory[];
  readonly words: RebuiltWord[];
}

const MORE: ToThread = { kind: "more" };

function resultOf(thread: Worker): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const received: Received = { memories: [], words: [], answers: 0 };
  const listen = (message: FromThread) => {
    if (message.kind === "memories" || message.kind === "words") thread.postMessage(MORE);
    if (message.kind === "fitted") received.fitted = message.fitted;
    else if (message.kind === "policy") received.policy = message.policy;
    else if (message.kind === "memories") received.memories.push(...message.memories);
    else if (message.kind === "words") received.words.push(...message.words);
    else if (message.kind === "learner") {
      received.learner = message.learner;
      received.answers = message.answers;
    } else if (message.kind === "done") {
      thread.off("message", listen);
      resolve(received);
    }
  };
  thread.removeAllListeners("error").once("error", reject);
  thread.on("message", listen);
  thread.once("exit", (code) => reject(new Error(`the fit thread ended early with code ${code}`)));
  // Nothing awaits the promise while the history is being read, so a rejection must not count as
  // unhandled.
  promise.catch(() => undefined);
  return promise;
}
