import type { TestAccount } from "@wordloom/testing/content/accounts";
import { png, wavTone } from "@wordloom/testing/content/sounds";
import type { RouteModule } from "../../platform/http/route.ts";
import { appSettingsRoutes } from "../../features/accounts/preferences/app-settings.routes.ts";
import { preferencesRoutes } from "../../features/accounts/preferences/preferences.routes.ts";
import { favoritesRoutes } from "../../features/library/favorites/favorites.routes.ts";
import { mediaRoutes } from "../../features/library/media/media.routes.ts";
import { notesRoutes } from "../../features/library/notes/notes.routes.ts";
import { ownWordsRoutes } from "../../features/library/own-words/own-words.routes.ts";
import { wordbooksRoutes } from "../../features/library/wordbooks/wordbooks.routes.ts";
import { suspendedWordsRoutes } from "../../features/progress/suspended-words/suspended-words.routes.ts";
import { learningRoutes } from "../../features/study/learning/learning.routes.ts";
import { recordsRoutes } from "../../features/study/records/records.routes.ts";
import { slippingWordsRoutes } from "../../features/study/slipping-words/slipping-words.routes.ts";
import { studyConfigRoutes } from "../../features/study/study-config/study-config.routes.ts";
import { userProfileRoutes } from "../../features/study/user-profile/user-profile.routes.ts";
import type { TestApp } from "@wordloom/testing/service/build-test-app";

/** The routes that `fillAccount` calls. */
export const fillingRoutes: readonly RouteModule[] = [
  appSettingsRoutes,
  favoritesRoutes,
  learningRoutes,
  mediaRoutes,
  notesRoutes,
  ownWordsRoutes,
  preferencesRoutes,
  recordsRoutes,
  slippingWordsRoutes,
  studyConfigRoutes,
  suspendedWordsRoutes,
  userProfileRoutes,
  wordbooksRoutes,
];

/** What `fillAccount` made. */
export interface FilledAccount {
  readonly ownIds: readonly string[];
  readonly bookId: string;
  readonly noteId: string;
}

const MINUTE_MS = 60_000;
const LIBRARY = ["w1", "w2"];

/** The words and the book of the library that `fillAccount` uses, once for each service. */
export async function fillLibrary(app: TestApp): Promise<void> {
  await app.words(LIBRARY.map((id) => ({ id, text: `word ${id}`, meaning: `meaning ${id}` })));
  await app.deps.database
    .insertInto("wordbooks")
    .values({
      id: "basics",
      name: "Basics",
      description: "",
      type: "system",
      user_id: null,
      tags_json: "[]",
      created_at_ms: 0,
      updated_at_ms: 0,
    })
    .execute();
}

/**
 * Something of everything that an account can have: words of the library and own ones, of which
 * three were answered, in an own book, with notes, favorites, settings, files and what decks say.
 */
export async function fillAccount(app: TestApp, account: TestAccount): Promise<FilledAccount> {
  const { headers, id } = account;
  const call = async (method: string, path: string, body?: object) => {
    const reply = await app.send(method, path, { headers, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body.data;
  };
  const post = (path: string, body?: object) => call("POST", path, body);
  const own = await post("/api/own-words/batch", {
    words: ["one", "two"].map((name) => ({
      text: `own ${id} ${name}`,
      meaning: `meaning ${name}`,
      language: "de",
      examples: [`An example of ${name}.`],
      tags: ["b", "a"],
      difficulty: 0.25,
    })),
  });
  const ownIds = own.items.map((word: { id: string }) => word.id) as string[];
  const [one = "", two = ""] = ownIds;
  const { id: bookId } = await post("/api/wordbooks", { name: "Mine", description: "for me" });
  await post(`/api/wordbooks/${bookId}/words`, { wordIds: [two, "w1"] });
  await call("PATCH", "/api/own-words/w2", { meaning: "my meaning" });
  const { sessionId } = await post("/api/learning/session", {});
  for (const [n, wordId] of [one, "w1", "w2", one].entries()) {
    app.clock.advance(MINUTE_MS);
    const answer = { wordId, isCorrect: n !== 1, responseTimeMs: 1_500 + n, sessionId };
    const clientRecordId = `${id}-c${n}`;
    await post("/api/records/batch", { records: [{ ...answer, clientRecordId, hintUsed: true }] });
  }
  await post(`/api/word-favorites/${one}`, {});
  const { id: noteId } = await post("/api/word-notes", { wordId: "w1", content: 'a\n"note"' });
  await post("/api/word-states/w2/suspend");
  await fillSettings(call, bookId);
  await fillRows(app, id, two);
  await fillFiles(app, account, { playing: one, noted: two });
  return { ownIds, bookId, noteId };
}

/** A word with a recording, and a picture in the note of another one. */
async function fillFiles(
  app: TestApp,
  { id: userId, headers }: TestAccount,
  { playing, noted }: { readonly playing: string; readonly noted: string },
): Promise<void> {
  const add = async (name: string, bytes: Buffer) => {
    const octets = { ...headers, "content-type": "application/octet-stream" };
    const path = `/api/media?name=${name}`;
    const reply = await app.send("POST", path, { body: bytes, headers: octets });
    return reply.body.data as { readonly id: string; readonly url: string };
  };
  // Of another length for each learner.
  const tone = await add("haus.wav", wavTone(0.4 + userId.length / 100));
  await app.send("PATCH", `/api/own-words/${playing}`, { headers, body: { audioUrl: tone.url } });
  const picture = await add("haus.png", png());
  await app.deps.database
    .insertInto("word_media")
    .values({ user_id: userId, word_id: noted, name: "haus.png", media_id: picture.id })
    .execute();
}

async function fillSettings(
  call: (method: string, path: string, body?: object) => Promise<unknown>,
  bookId: string,
): Promise<void> {
  const preferences = { theme: "dark", timeZone: "Asia/Tokyo", dayStartHour: 4 };
  await call("PUT", "/api/notifications/preferences", preferences);
  await call("PUT", "/api/users/me/app-settings", { revision: 0, settings: { font: "large" } });
  await call("PUT", "/api/user-profile/reward", { rewardType: "explorer" });
  await call("PUT", "/api/study-config", {
    selectedWordbookIds: [bookId, "basics"],
    dailyWordCount: 7,
    goal: "own_recall",
    ownRecall: 0.85,
    learningLanguages: ["de"],
  });
}

/** What no request makes at once. */
async function fillRows({ deps, clock }: TestApp, userId: string, wordId: string): Promise<void> {
  const { database } = deps;
  const atMs = clock.nowMs();
  const mine = { user_id: userId };
  await database
    .insertInto("slip_dismissals")
    .values({ ...mine, word_id: "w1", dismissed_at_ms: atMs })
    .execute();
  await database
    .insertInto("badges")
    .values({ ...mine, badge_id: "first_word", unlocked_at_ms: atMs })
    .execute();
  await database
    .insertInto("deck_note_types")
    .values({
      ...mine,
      key: "k1",
      type_id: "1",
      name: "Basic",
      is_cloze: 0,
      fields_json: '["Front","Back"]',
      templates_json: '[{"ordinal":0,"name":"Card","question":"q","answer":"a"}]',
      css: ".card {}",
    })
    .execute();
  await database
    .insertInto("deck_notes")
    .values({
      ...mine,
      word_id: wordId,
      guid: "guid",
      note_id: 1_700_000_000_000,
      type_key: "k1",
      modified_s: 1_700_000_000,
      tags_json: '["tag"]',
      fields_json: '["front","back"]',
      cards_json: '[{"id":1,"ordinal":0}]',
      reviews_json: "[]",
    })
    .execute();
}
