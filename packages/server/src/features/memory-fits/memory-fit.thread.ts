import { parentPort } from "node:worker_threads";
import {
  applyFit,
  fitMemory,
  solveOptimalIntervals,
  type AnswerInput,
  type WordFacts,
} from "@wordloom/engine";
import type { FitTask, FromThread, PolicyTask, ToThread } from "./fit-wire.ts";

/** So many memories in one message: the event loop of the service unpacks them in little time. */
const MEMORIES_AT_ONCE = 250;

const answers: AnswerInput[] = [];
const words: Record<string, WordFacts> = {};

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "task") return work(message.task);
  if (message.kind === "policy") return solveAlone(message.task);
  for (const answer of message.answers) answers.push(answer);
  for (const word of message.words) words[word.id] = word;
});

function work({ nowMs, learner, parameters, fitted: made }: FitTask): void {
  const startMs = answers[0]?.atMs ?? learner.createdAtMs;
  const history = { seed: learner.seed, startMs, answers, words };
  const current = learner.fit.weights;
  const fitted = made ?? fitMemory(history, parameters, { nowMs, current });
  send({ kind: "fitted", fitted });
  const applied = applyFit(learner, fitted, history, parameters);
  const memories = Object.values(applied.memories);
  for (let start = 0; start < memories.length; start += MEMORIES_AT_ONCE) {
    send({ kind: "memories", memories: memories.slice(start, start + MEMORIES_AT_ONCE) });
  }
  const { weights } = applied.learner.fit;
  if (weights !== null && parameters.featureFlags.sspEnabled) solve({ weights, parameters });
  send({ kind: "done" });
  parentPort?.close();
}

function solveAlone(task: PolicyTask): void {
  solve(task);
  send({ kind: "done" });
  parentPort?.close();
}

function solve({ weights, parameters }: PolicyTask): void {
  send({ kind: "policy", policy: solveOptimalIntervals([...weights], parameters) });
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
