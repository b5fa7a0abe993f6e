import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { toFavorite } from "../../library/favorites/favorites.service.ts";
import { toLearningSession } from "../../progress/learning-sessions/learning-sessions.service.ts";
import { listBookIds, listOwnBooks } from "../../library/wordbooks/wordbooks.service.ts";
import { ownWordPages } from "../../library/words/words.service.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { toNote } from "../../library/notes/notes.service.ts";
import { appSettingsOf } from "../../accounts/preferences/app-settings.service.ts";
import { emailStateOf } from "../../accounts/email-changes/email-changes.service.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { toRecord } from "../../progress/answers/answers.service.ts";
import { findGoalChoice } from "../../adaptation/schedule/learner-goals.service.ts";
import { findStudyConfig } from "../../study/study-config/study-config.service.ts";
import {
  readCognitiveProfile,
  readHabits,
  rewardTypeOf,
} from "../../study/user-profile/user-profile.service.ts";
import { findUser, toUser } from "../../accounts/users/users.service.ts";
import { toWordStates } from "../../progress/word-states/word-states.service.ts";
import { line, linePerPage, oneLine } from "./export-lines.ts";
import { listExportedRows, type ExportedRow, type ExportedTable } from "./learner-rows.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings">;

/** Rows per page, and records per line. */
const PAGE_SIZE = 500;

/** The learner's account, preferences, app settings and profile. */
export async function profileLine(needs: Needs, userId: string): Promise<string> {
  const user = (await findUser(needs.database, userId)) ?? refuse("AUTH_UNAUTHORIZED");
  const app = await appSettingsOf(needs.database, userId);
  const { pending } = await emailStateOf(needs, user);
  return line("profile", {
    ...toUser(user, needs.settings),
    ...(pending !== null && { pendingEmail: pending }),
    preferences: await preferencesOf(needs.database, userId),
    ...(app.revision > 0 && { appSettings: app.settings }),
    rewardType: await rewardTypeOf(needs.database, userId),
    cognitiveProfile: await readCognitiveProfile(needs, userId),
    habitProfile: await readHabits(needs, userId),
  });
}

/** The lines after the profile, in the documented order, in chunks of at most one page. */
export async function* tableLines(needs: Needs, userId: string): AsyncGenerator<string> {
  const { database } = needs;
  const config = await findStudyConfig(database, userId);
  if (config !== undefined) {
    yield line("study_config", { ...config, ...(await findGoalChoice(database, userId)) });
  }
  yield* oneLine(
    "word_states",
    pages(needs, userId, "word_states", (rows) => toWordStates(database, userId, rows)),
  );
  yield* oneLine(
    "favorites",
    pages(needs, userId, "word_favorites", (rows) => rows.map(toFavorite)),
  );
  yield* oneLine(
    "notes",
    pages(needs, userId, "word_notes", (rows) => rows.map(toNote)),
  );
  yield* oneLine(
    "sessions",
    pages(needs, userId, "learning_sessions", (rows) =>
      Promise.all(rows.map((row) => toLearningSession(database, row))),
    ),
  );
  yield* linePerPage(
    "records",
    pages(needs, userId, "records", (rows) => rows.map(toExported)),
  );
  yield* oneLine("own_words", unhurried(needs, ownWordPages(database, userId, PAGE_SIZE)));
  yield* oneLine("wordbooks", unhurried(needs, bookPages(database, userId)));
}

/** The learner's books with the ids of their words in order, one book a page. */
async function* bookPages(db: Database, userId: string): AsyncGenerator<readonly unknown[]> {
  for (const book of await listOwnBooks(db, { id: userId })) {
    yield [{ ...book, wordIds: await listBookIds(db, book.id) }];
  }
}

/** Lets requests run between two pages. */
async function* unhurried(
  { clock }: Pick<Deps, "clock">,
  all: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  let startedMs = clock.monotonicMs();
  for await (const page of all) {
    yield page;
    await yieldToRequests(clock.monotonicMs() - startedMs);
    startedMs = clock.monotonicMs();
  }
}

/** A learner's rows in wire format, page by page; yields to other requests in between. */
async function* pages<T extends ExportedTable>(
  needs: Needs,
  userId: string,
  table: T,
  toWire: (rows: ExportedRow<T>[]) => readonly unknown[] | Promise<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  let after: ExportedRow<T> | undefined;
  for (;;) {
    const startedMs = needs.clock.monotonicMs();
    const rows = await listExportedRows(needs.database, table, { userId, after, limit: PAGE_SIZE });
    if (rows.length > 0) yield await toWire(rows);
    if (rows.length < PAGE_SIZE) return;
    after = rows.at(-1);
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
  }
}

/** A record with the client's details that have no column. */
function toExported(row: ExportedRow<"records">) {
  return {
    ...toRecord(row),
    ...(row.client_record_id !== null && { clientRecordId: row.client_record_id }),
    ...(row.details_json !== null && { details: JSON.parse(row.details_json) as unknown }),
  };
}
