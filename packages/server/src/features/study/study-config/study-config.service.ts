import type { StudyConfig, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { logActions, type LoggedAction } from "../../accounts/activity-log/activity-log.service.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { countStates } from "../../progress/word-states/word-states.service.ts";
import { findWordbooks, holdBooks } from "../../library/wordbooks/wordbooks.service.ts";
import { listWordsById } from "../../library/words/words.service.ts";
import { requestNewDates } from "../../adaptation/schedule/fit-requests.service.ts";
import {
  findGoalChoice,
  type GoalChoice,
  type GoalName,
  saveGoal,
} from "../../adaptation/schedule/learner-goals.service.ts";
import {
  findStudyConfig,
  lockStudyConfig,
  saveStudyConfig,
  type StoredStudyConfig,
} from "./study-config.repo.ts";
import { selectionOf } from "./selected-words.ts";
import { listOpenWordIds } from "./today-words.repo.ts";

export { findStudyConfig, listSelecting } from "./study-config.repo.ts";
export { selectionOf } from "./selected-words.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const MASTERY_TARGET_DEFAULT = 10;

/** The learner's study configuration, or the defaults, with the goal. */
export async function showStudyConfig(needs: Needs, userId: string): Promise<StudyConfig> {
  const config = await readStudyConfig(needs, userId);
  return { ...config, ...(await findGoalChoice(needs.database, userId)) };
}

/** The learner's study configuration, or the defaults. */
export async function readStudyConfig(needs: Needs, userId: string): Promise<StoredStudyConfig> {
  return (await findStudyConfig(needs.database, userId)) ?? defaultConfig(needs, userId);
}

async function defaultConfig(needs: Needs, userId: string): Promise<StoredStudyConfig> {
  const { default_daily_words } = await readSystemSettings(needs);
  return {
    userId,
    selectedWordbookIds: [],
    dailyWordCount: default_daily_words,
    studyMode: "normal",
    dailyMasteryTarget: MASTERY_TARGET_DEFAULT,
    learningLanguages: [],
  };
}

/** Fields to change. Absent or null ones keep their value. */
export interface StudyConfigChange {
  readonly selectedWordbookIds?: readonly string[] | null | undefined;
  readonly dailyWordCount?: number | null | undefined;
  readonly studyMode?: StudyConfig["studyMode"] | null | undefined;
  readonly dailyMasteryTarget?: number | null | undefined;
  readonly goal?: StudyConfig["goal"] | null | undefined;
  readonly ownRecall?: number | null | undefined;
  readonly learningLanguages?: readonly string[] | null | undefined;
}

/** @throws AppError WORDBOOK_NOT_FOUND, INVALID_LANGUAGE, FORBIDDEN */
export async function updateStudyConfig(
  needs: Needs,
  learner: Learner,
  change: StudyConfigChange,
): Promise<StudyConfig> {
  const defaults = await defaultConfig(needs, learner.id);
  const {
    selectedWordbookIds: chosen,
    goal,
    ownRecall,
    ...rest
  } = withoutNullish({
    ...change,
    learningLanguages: change.learningLanguages && languagesOf(change.learningLanguages),
  });
  const bookIds = chosen && [...new Set(chosen)];
  return transact(needs.database, async (tx) => {
    if (bookIds) await requireVisible(tx, learner, bookIds);
    const books = bookIds && { selectedWordbookIds: bookIds };
    const nowMs = needs.clock.nowMs();
    const before = (await findStudyConfig(tx, learner.id)) ?? defaults;
    const after = await saveStudyConfig(tx, defaults, { ...rest, ...books }, nowMs);
    await logActions(tx, goalChange(before, after, nowMs));
    const wanted = await changeGoal(tx, learner.id, { goal, ownRecall }, nowMs);
    return { ...after, ...wanted };
  });
}

/** The tags in canonical form, each once. @throws AppError INVALID_LANGUAGE */
function languagesOf(tags: readonly string[]): string[] {
  return [...new Set(tags.map(requireLanguage))];
}

/** Stores the learner's scheduling goal. A change reschedules the words. */
async function changeGoal(
  tx: Database,
  userId: string,
  change: { goal?: GoalName | undefined; ownRecall?: number | undefined },
  atMs: number,
): Promise<GoalChoice> {
  const before = await findGoalChoice(tx, userId);
  const after = { ...before, ...withoutNullish(change) };
  if (after.goal === before.goal && after.ownRecall === before.ownRecall) return before;
  const { ownRecall } = after;
  await saveGoal(tx, {
    user_id: userId,
    goal: after.goal,
    updated_at_ms: atMs,
    ...(ownRecall !== null && { own_recall: ownRecall }),
  });
  await requestNewDates(tx, userId, atMs);
  return after;
}

/** The learner's changed goal, or undefined. */
function goalChange(
  before: StoredStudyConfig,
  after: StoredStudyConfig,
  atMs: number,
): LoggedAction[] {
  const { userId, dailyWordCount, dailyMasteryTarget } = after;
  const isSame =
    dailyWordCount === before.dailyWordCount && dailyMasteryTarget === before.dailyMasteryTarget;
  const detail = {
    dailyWordCount,
    dailyMasteryTarget,
    dailyWordCountBefore: before.dailyWordCount,
    dailyMasteryTargetBefore: before.dailyMasteryTarget,
  };
  return isSame ? [] : [{ userId, action: "goal.update", atMs, detail }];
}

/** Removes a book from the learner's selection. An empty selection means all words. */
export async function unselectBook(
  needs: Pick<Deps, "clock">,
  tx: Database,
  userId: string,
  bookId: string,
): Promise<void> {
  const config = await findStudyConfig(tx, userId);
  if (!config?.selectedWordbookIds.includes(bookId)) return;
  const selectedWordbookIds = config.selectedWordbookIds.filter((id) => id !== bookId);
  await saveStudyConfig(tx, config, { selectedWordbookIds }, needs.clock.nowMs());
}

/** Like `unselectBook`, for many learners who have all selected the book. */
export async function unselectBookOf(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  userIds: readonly string[],
  bookId: string,
): Promise<void> {
  for (const userId of userIds) {
    const config = await lockStudyConfig(tx, userId);
    if (config === undefined) continue;
    const selectedWordbookIds = config.selectedWordbookIds.filter((id) => id !== bookId);
    await saveStudyConfig(tx, config, { selectedWordbookIds }, clock.nowMs());
  }
}

async function requireVisible(tx: Database, learner: Learner, ids: readonly string[]) {
  await holdBooks(tx, ids);
  const books = new Map((await findWordbooks(tx, ids)).map((book) => [book.id, book]));
  for (const id of ids) {
    const book =
      books.get(id) ?? refuse("WORDBOOK_NOT_FOUND", `No such wordbook: ${id.slice(0, 64)}`);
    if (book.type === "user" && book.userId !== learner.id) refuse("FORBIDDEN");
  }
}

/** Words of the selected books still to be studied today. */
export async function listTodayWords(
  needs: Needs,
  learner: Learner,
): Promise<{ words: WordPublic[]; target: number }> {
  const config = await readStudyConfig(needs, learner.id);
  const { nowMs, dayStartMs, dayEndMs } = await learnerDay(needs, learner.id);
  const wordIds = await listOpenWordIds(needs.database, {
    userId: learner.id,
    ...selectionOf(config),
    nowMs,
    dayStartMs,
    dayEndMs,
    limit: config.dailyWordCount,
  });
  const words = await listWordsById(needs.database, learner.id, wordIds);
  return { words, target: config.dailyWordCount };
}

export async function readStudyProgress(needs: Needs, learner: Learner) {
  const config = await readStudyConfig(needs, learner.id);
  const counts = await countStates(needs.database, learner.id);
  return {
    studied: counts.mastered + counts.reviewing,
    target: config.dailyMasteryTarget,
    new: counts.new,
    learning: counts.learning,
    reviewing: counts.reviewing,
    mastered: counts.mastered,
  };
}
