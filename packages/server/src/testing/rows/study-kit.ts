import type { KitWord, StudyKit } from "@wordloom/contract";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { type ScenarioApp } from "../app/scenarios.ts";
import { contentRoutes } from "../../features/library/content/content.routes.ts";
import { favoritesRoutes } from "../../features/library/favorites/favorites.routes.ts";
import { notesRoutes } from "../../features/library/notes/notes.routes.ts";
import { suspendedWordsRoutes } from "../../features/progress/suspended-words/suspended-words.routes.ts";
import { manualStatesRoutes } from "../../features/study/manual-states/manual-states.routes.ts";
import { learningRoutes } from "../../features/study/learning/learning.routes.ts";
import { recordsRoutes } from "../../features/study/records/records.routes.ts";
import { studyConfigRoutes } from "../../features/study/study-config/study-config.routes.ts";
import { studyKitRoutes } from "../../features/study/learning/study-kit.routes.ts";

export const KIT_PATH = "/api/study/kit";
export const kitRoutes = [
  ...[studyKitRoutes, contentRoutes, favoritesRoutes, learningRoutes, notesRoutes],
  ...[manualStatesRoutes, recordsRoutes, studyConfigRoutes, suspendedWordsRoutes],
];
export const MINUTE_MS = 60_000;

/** Meanings without anything in common. */
export const SENSES = ["apple", "table", "river", "horse", "stone", "cloud", "ladder", "window"];
export const TEXTS = [
  "inspection",
  "quaint",
  "mellow",
  "brisk",
  "gloomy",
  "tender",
  "hasty",
  "zealous",
];
export const library = (app: ScenarioApp) =>
  app.words(SENSES.map((meaning, n) => ({ meaning, text: TEXTS[n] ?? "" })));

/** Words w1 to w3 are due, w4 was answered today, and the other four are new. */
export async function started(app: ScenarioApp): Promise<void> {
  await library(app);
  await giveAnswers(app.deps, [
    ["2026-03-01T09:00:00.000Z", "w1", { isCorrect: false, confusedWith: "w2" }],
    ["2026-03-01T09:01:00.000Z", "w2"],
    ["2026-03-01T09:02:00.000Z", "w3"],
    ["2026-05-01T11:00:00.000Z", "w4"],
  ]);
}

export async function call(app: ScenarioApp, method: string, path: string, body?: unknown) {
  const { headers } = app.u1;
  return app.send(method, path, { headers, ...(body !== undefined && { body }) });
}

export async function kitOf(app: ScenarioApp, query = ""): Promise<StudyKit> {
  return (await call(app, "GET", `${KIT_PATH}${query}`)).body.data;
}

export const idsOf = (words: readonly KitWord[]) => words.map(({ word }) => word.id);
export const kindsOf = ({ words }: StudyKit) =>
  Object.fromEntries(words.map(({ word, kind }) => [word.id, kind]));
export const wordOf = (kit: StudyKit, wordId: string) => {
  const found = kit.words.find(({ word }) => word.id === wordId);
  if (found === undefined) throw new Error(`${wordId} is not in the kit`);
  return found;
};
