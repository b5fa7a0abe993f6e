import { Worker } from "node:worker_threads";
import type { AnswerInput, FittedWeights, WordFacts, WordMemory } from "@wordloom/engine";
import type { FitTask, FromThread, ToThread } from "./fit-wire.ts";

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
  signal.throwIfAborted();
  const thread = new Worker(new URL("./memory-fit.thread.ts", import.meta.url));
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  const result = resultOf(thread);
  try {
    await Promise.race([feed(thread, history, task), result]);
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

function resultOf(thread: Worker): Promise<FitResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FitResult>();
  const memories: WordMemory[] = [];
  let fitted: FittedWeights | undefined;
  thread.on("message", (message: FromThread) => {
    if (message.kind === "fitted") fitted = message.fitted;
    else if (message.kind === "memories") memories.push(...message.memories);
    else if (fitted !== undefined) resolve({ fitted, memories });
  });
  thread.once("error", reject);
  thread.once("exit", (code) => reject(new Error(`the fit thread ended early with code ${code}`)));
  // Whoever waits is told; nobody may be waiting while the history is still being read.
  promise.catch(() => undefined);
  return promise;
}
