import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type {
  AnswerInput,
  FittedWeights,
  SspPolicy,
  WordFacts,
  WordMemory,
} from "@wordloom/engine";
import type { FitTask, FromThread, PolicyTask, ToThread } from "./fit-wire.ts";

/** A part of a learner's history, in the order of answers. */
export interface HistoryPart {
  readonly answers: AnswerInput[];
  /** Facts of words that occur in no earlier part. */
  readonly words: WordFacts[];
}

export interface FitResult {
  readonly fitted: FittedWeights;
  /** Memories under the new weights; empty if the fit was rejected. */
  readonly memories: WordMemory[];
  /** Optimal intervals for the learner's weights; undefined if not enabled. */
  readonly policy: SspPolicy | undefined;
}

/**
 * Fits one learner's memory in a thread, so that no request waits for it.
 *
 * @throws when the history cannot be read, the thread fails, or the signal is aborted
 */
export async function fitInThread(
  history: AsyncIterable<HistoryPart>,
  task: FitTask,
  signal: AbortSignal,
): Promise<FitResult> {
  const result = await inThread(signal, (thread) => sendHistory(thread, history, task));
  const { fitted, memories, policy } = result;
  if (fitted === undefined) throw new Error("the fit thread sent no weights");
  return { fitted, memories, policy };
}

/** Solves a policy (a table of optimal intervals) in a thread: some tenths of a second. */
export async function solveInThread(task: PolicyTask, signal: AbortSignal): Promise<SspPolicy> {
  const request: ToThread = { kind: "policy", task };
  const { policy } = await inThread(signal, async (thread) => thread.postMessage(request));
  if (policy === undefined) throw new Error("the fit thread sent no policy");
  return policy;
}

async function inThread(
  signal: AbortSignal,
  start: (thread: Worker) => Promise<void>,
): Promise<Received> {
  signal.throwIfAborted();
  const thread = new Worker(new URL("./memory-fit.thread.ts", import.meta.url));
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  const result = resultOf(thread);
  try {
    await Promise.race([start(thread), result]);
    return await result;
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

async function sendHistory(thread: Worker, history: AsyncIterable<HistoryPart>, task: FitTask) {
  const send = (message: ToThread) => thread.postMessage(message);
  for await (const part of history) {
    send({ kind: "part", ...part });
    // Reading a long history must not keep the event loop from requests.
    await nextTurn();
  }
  send({ kind: "task", task });
}

/** Everything a thread has sent. */
interface Received {
  fitted?: FittedWeights;
  policy?: SspPolicy;
  readonly memories: WordMemory[];
}

function resultOf(thread: Worker): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const received: Received = { memories: [] };
  thread.on("message", (message: FromThread) => {
    if (message.kind === "fitted") received.fitted = message.fitted;
    else if (message.kind === "policy") received.policy = message.policy;
    else if (message.kind === "memories") received.memories.push(...message.memories);
    else resolve(received);
  });
  thread.once("error", reject);
  thread.once("exit", (code) => reject(new Error(`the fit thread ended early with code ${code}`)));
  // Nothing awaits the promise while the history is being read: a rejection must not count as
  // unhandled.
  promise.catch(() => undefined);
  return promise;
}
