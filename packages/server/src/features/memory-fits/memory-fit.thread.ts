import { parentPort } from "node:worker_threads";
import { applyFit, fitMemory, type AnswerInput, type WordFacts } from "@wordloom/engine";
import type { FitTask, FromThread, ToThread } from "./fit-wire.ts";

/** So many memories in one message: the event loop of the service unpacks them in little time. */
const MEMORIES_AT_ONCE = 250;

const answers: AnswerInput[] = [];
const words: Record<string, WordFacts> = {};

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "task") return work(message.task);
  for (const answer of message.answers) answers.push(answer);
  for (const word of message.words) words[word.id] = word;
});

function work({ nowMs, learner, parameters, fitted: made }: FitTask): void {
  const startMs = answers[0]?.atMs ?? learner.createdAtMs;
  const history = { seed: learner.seed, startMs, answers, words };
  const current = learner.fit.weights;
  const fitted = made ?? fitMemory(history, parameters, { nowMs, current });
  send({ kind: "fitted", fitted });
  const memories = Object.values(applyFit(learner, fitted, history, parameters).memories);
  for (let start = 0; start < memories.length; start += MEMORIES_AT_ONCE) {
    send({ kind: "memories", memories: memories.slice(start, start + MEMORIES_AT_ONCE) });
  }
  send({ kind: "done" });
  parentPort?.close();
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
