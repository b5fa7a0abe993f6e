import { parentPort } from "node:worker_threads";
import {
  applyFit,
  fitMemory,
  solveOptimalIntervals,
  solveRecallIntervals,
  type AnswerInput,
  type FittedWeights,
  type SspPolicy,
  type WordFacts,
} from "@wordloom/engine";
import type { FitTask, FromThread, PolicyTask, ToThread } from "./fit-wire.ts";

/** Memories per message: few enough for the service's event loop to deserialise quickly. */
const MEMORIES_PER_MESSAGE = 250;

/** Learning goes on for years; ten are practically unlimited. */
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
  const { nowMs, learner, parameters, fitted: existing, secondsPerKnownDay } = task;
  const startMs = answers[0]?.atMs ?? learner.createdAtMs;
  const history = { seed: learner.seed, startMs, answers, words };
  const current = learner.fit.weights;
  const fitted = existing ?? fitMemory(history, parameters, { nowMs, current });
  send({ kind: "fitted", fitted });
  const weights = weightsAfter(task, fitted);
  const policy = weights === null ? undefined : solved({ weights, parameters, secondsPerKnownDay });
  if (policy !== undefined) send({ kind: "policy", policy });
  const applied = applyFit(learner, fitted, history, parameters, policy);
  const memories = Object.values(applied.memories);
  for (let start = 0; start < memories.length; start += MEMORIES_PER_MESSAGE) {
    send({ kind: "memories", memories: memories.slice(start, start + MEMORIES_PER_MESSAGE) });
  }
  send({ kind: "done" });
  parentPort?.close();
}

/** The weights to solve the learner's intervals for; null if none are enabled. */
function weightsAfter(
  { learner, parameters }: FitTask,
  fitted: FittedWeights,
): readonly number[] | null {
  const { sspEnabled, personalWeightsEnabled } = parameters.featureFlags;
  const own = fitted.accepted ? fitted.weights : learner.fit.weights;
  if (!sspEnabled || own === null) return null;
  return personalWeightsEnabled ? own : parameters.memoryModel.w;
}

function solveAlone(task: PolicyTask): void {
  send({ kind: "policy", policy: solved(task) });
  send({ kind: "done" });
  parentPort?.close();
}

function solved({ weights, parameters, secondsPerKnownDay }: PolicyTask): SspPolicy {
  const goal = { secondsPerKnownDay, horizonDays: HORIZON_DAYS };
  return secondsPerKnownDay > 0
    ? solveRecallIntervals(weights, parameters, goal)
    : solveOptimalIntervals(weights, parameters);
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
