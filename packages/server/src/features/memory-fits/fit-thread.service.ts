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
  /** Facts of words that stood in no earlier part. */
  readonly words: WordFacts[];
}

export interface FitResult {
  readonly fitted: FittedWeights;
  /** Memories under the new weights; none when the fit was refused. */
  readonly memories: WordMemory[];
  /** Optimal intervals for the learner's weights; undefined where none are wanted. */
  readonly policy: SspPolicy | undefined;
}

/**
 * Fits one learner's memory in a thread of its own, so that no request waits for it.
 *
 * @throws when the history cannot be read, the thread fails, or the signal says stop
 */
export async function fitInThread(
  history: AsyncIterable<HistoryPart>,
  task: FitTask,
  signal: AbortSignal,
): Promise<FitResult> {
  const result = await inThread(signal, (thread) => feed(thread, history, task));
  const { fitted, memories, policy } = result;
  if (fitted === undefined) throw new Error("the fit thread sent no weights");
  return { fitted, memories, policy };
}

/** Solves a table of optimal intervals in a thread: some tenths of a second. */
export async function solveInThread(task: PolicyTask, signal: AbortSignal): Promise<SspPolicy> {
  const ask: ToThread = { kind: "policy", task };
  const { policy } = await inThread(signal, async (thread) => thread.postMessage(ask));
  if (policy === undefined) throw new Error("the fit thread sent no table");
  return policy;
}

async function inThread(
  signal: AbortSignal,
  ask: (thread: Worker) => Promise<void>,
): Promise<Received> {
  signal.throwIfAborted();
  const thread = new Worker(new URL("./memory-fit.thread.ts", import.meta.url));
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  const result = resultOf(thread);
  try {
    await Promise.race([ask(thread), result]);
    return await result;
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

async function feed(thread: Worker, history: AsyncIterable<HistoryPart>, task: FitTask) {
  const send = (message: ToThread) => thread.postMessage(message);
  for await (const part of history) send({ kind: "part", ...part });
  send({ kind: "task", task });
}

/** What a thread sent until it was done. */
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
  // Whoever waits is told; nobody may be waiting while the history is still being read.
  promise.catch(() => undefined);
  return promise;
}
