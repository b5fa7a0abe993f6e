import { parentPort } from "node:worker_threads";
import {
  applyFit,
  fitMemory,
  type AnswerInput,
  type FittedWeights,
  type History,
  type Mode,
  type RecallTargets,
  type WordFacts,
} from "@wordloom/engine";
import { standAside } from "../../../platform/jobs/stand-aside.ts";
import { solvePolicy, sourceOf, targetsFrom } from "../schedule/policy-subject.ts";
import type { FitTask, FromThread, PolicyTask, RebuildTask, ToThread } from "./fit-wire.ts";
import { dividedAtRestarts, isPresentLife } from "./lives-of-words.ts";
import { rebuildHistory } from "./rebuild-history.ts";

/** Words per message: few enough for the service's event loop to deserialize quickly. */
const WORDS_PER_MESSAGE = 250;

const OWN = "own";

/** The history received so far. */
let answers: AnswerInput[] = [];
let words: Record<string, WordFacts> = {};

standAside();

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "task") return work(message.task);
  if (message.kind === "rebuild") return rebuild(message.task);
  if (message.kind === "more") return sendNext();
  if (message.kind === "policy") return solveAlone(message.task);
  for (const word of message.words) words[word.id] = word;
  for (const answer of message.answers) answers.push(withSharedTexts(answer));
});

/** Modes received so far. */
const modes: Partial<Record<Mode, Mode>> = {};

/** Every message brings its own copies of texts; a long history keeps one of each. */
function withSharedTexts(answer: AnswerInput): AnswerInput {
  answer.wordId = words[answer.wordId]?.id ?? answer.wordId;
  if (answer.mode !== undefined) answer.mode = modes[answer.mode] ??= answer.mode;
  return answer;
}

function work(task: FitTask): void {
  const { nowMs, learner, parameters, fitted: existing } = task;
  const history = takeHistory(task);
  const current = learner.fit.weights;
  const fitted = existing ?? fitMemory(history, parameters, { nowMs, current });
  send({ kind: "fitted", fitted });
  // The active weights are reapplied even if the last fit only confirmed them.
  const inForce = { ...fitted, accepted: fitted.accepted || existing !== null };
  const applied = applyFit(learner, inForce, history, parameters, targetsAfter(task, fitted));
  const memories = Object.values(applied.memories).filter(({ wordId }) => isPresentLife(wordId));
  parts = inParts(memories, (some) => ({ kind: "memories", memories: some }));
  sendNext();
}

function rebuild(task: RebuildTask): void {
  const history = takeHistory(task);
  const { learner, words: found } = rebuildHistory(history, task, (fit) => {
    send({ kind: "fitted", fitted: fit });
    return targetsAfter(task, fit);
  });
  parts = inParts(found, (some) => ({ kind: "words", words: some }));
  const counts = { answers: history.answers.length, wordCount: found.length };
  send({ kind: "learner", learner, ...counts });
}

/** The history received; the thread stays for the next task, which has its own. */
function takeHistory({ learner, restarts }: RebuildTask): History {
  const startMs = answers[0]?.atMs ?? learner.createdAtMs;
  const divided = dividedAtRestarts({ answers, words }, restarts);
  [answers, words] = [[], {}];
  return { seed: learner.seed, startMs, ...divided };
}

/** Parts of the result that nobody has asked for yet, and the end. */
let parts: FromThread[] = [];

function inParts<T>(all: readonly T[], partOf: (some: T[]) => FromThread): FromThread[] {
  const some: FromThread[] = [];
  for (let start = 0; start < all.length; start += WORDS_PER_MESSAGE)
    some.push(partOf(all.slice(start, start + WORDS_PER_MESSAGE)));
  return [...some, { kind: "done" }];
}

function sendNext(): void {
  const [next, ...rest] = parts;
  parts = rest;
  if (next !== undefined) send(next);
}

/** The learner's recall targets under the new weights; solves and sends their policy. */
function targetsAfter(task: RebuildTask, fitted: FittedWeights): RecallTargets {
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
