import { parentPort } from "node:worker_threads";
import {
  applyFit,
  fitMemory,
  type AnswerInput,
  type FittedWeights,
  type RecallTargets,
  type WordFacts,
} from "@wordloom/engine";
import { solvePolicy, sourceOf, targetsFrom } from "../schedule/policy-subject.ts";
import type { FitTask, FromThread, PolicyTask, ToThread } from "./fit-wire.ts";

/** Memories per message: few enough for the service's event loop to deserialize quickly. */
const MEMORIES_PER_MESSAGE = 250;

const OWN = "own";

/** The history received so far. */
let answers: AnswerInput[] = [];
let words: Record<string, WordFacts> = {};

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "task") return work(message.task);
  if (message.kind === "policy") return solveAlone(message.task);
  for (const answer of message.answers) answers.push(answer);
  for (const word of message.words) words[word.id] = word;
});

function work(task: FitTask): void {
  const { nowMs, learner, parameters, fitted: existing } = task;
  const startMs = answers[0]?.atMs ?? learner.createdAtMs;
  const history = { seed: learner.seed, startMs, answers, words };
  const current = learner.fit.weights;
  const fitted = existing ?? fitMemory(history, parameters, { nowMs, current });
  send({ kind: "fitted", fitted });
  // The active weights are reapplied even if the last fit only confirmed them.
  const inForce = { ...fitted, accepted: fitted.accepted || existing !== null };
  const applied = applyFit(learner, inForce, history, parameters, targetsAfter(task, fitted));
  const memories = Object.values(applied.memories);
  for (let start = 0; start < memories.length; start += MEMORIES_PER_MESSAGE) {
    send({ kind: "memories", memories: memories.slice(start, start + MEMORIES_PER_MESSAGE) });
  }
  // The thread stays for the next fit, which has its own history.
  [answers, words] = [[], {}];
  send({ kind: "done" });
}

/** The learner's recall targets under the new weights; solves and sends their policy. */
function targetsAfter(task: FitTask, fitted: FittedWeights): RecallTargets {
  const { learner, parameters, goal, secondsPerKnownDay } = task;
  const unmoved = { seed: learner.seed, startMs: learner.createdAtMs, answers: [], words: {} };
  const { fit } = applyFit(learner, fitted, unmoved, parameters).learner;
  // The owner of the policy does not matter in the thread.
  const source = sourceOf({ userId: OWN, fit, parameters, goal }, secondsPerKnownDay);
  const { subject } = source;
  if (subject === undefined || fit.weights === null) return targetsFrom(source, undefined);
  const policy = solvePolicy(subject);
  send({ kind: "policy", policy });
  return targetsFrom(source, policy);
}

function solveAlone(task: PolicyTask): void {
  send({ kind: "policy", policy: solvePolicy(task) });
  send({ kind: "done" });
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
