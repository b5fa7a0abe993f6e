import { parentPort } from "node:worker_threads";
import {
  applyFit,
  fitMemory,
  solveOptimalIntervals,
  solveRecallIntervals,
  type AnswerInput,
  type WordFacts,
} from "@wordloom/engine";
import type { FitTask, FromThread, PolicyTask, ToThread } from "./fit-wire.ts";

/** So many memories in one message: the event loop of the service unpacks them in little time. */
const MEMORIES_AT_ONCE = 250;

/** Learners are not done after a year or two; ten years are as good as no end. */
const HORIZON_DAYS = 3650;

const answers: AnswerInput[] = [];
const words: Record<string, WordFacts> = {};

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "task") return work(message.task);
  if (message.kind === "policy") return solveAlone(message.task);
  for (const answer of message.answers) answers.push(answer);
  for (const word of message.words) words[word.id] = word;
});

function work(task: FitTask): void {
  const { nowMs, learner, parameters, fitted: made, secondsPerKnownDay } = task;
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
  if (weights !== null && parameters.featureFlags.sspEnabled) {
    solve({ weights, parameters, secondsPerKnownDay });
  }
  send({ kind: "done" });
  parentPort?.close();
}

function solveAlone(task: PolicyTask): void {
  solve(task);
  send({ kind: "done" });
  parentPort?.close();
}

function solve({ weights, parameters, secondsPerKnownDay }: PolicyTask): void {
  const goal = { secondsPerKnownDay, horizonDays: HORIZON_DAYS };
  const policy =
    secondsPerKnownDay > 0
      ? solveRecallIntervals(weights, parameters, goal)
      : solveOptimalIntervals(weights, parameters);
  send({ kind: "policy", policy });
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
