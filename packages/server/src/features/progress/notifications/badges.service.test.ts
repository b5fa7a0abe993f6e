import { afterAll, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { newWordState, saveWordStates } from "../word-states/word-states.service.ts";
import { badgeRules } from "./badges.ts";
import { noteLearnersAnswered } from "./badges.service.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import { badgeAwards } from "./notifications.worker.ts";

afterAll(closeCleanDatabase);

type State = "new" | "learning" | "reviewing" | "mastered" | "forgotten";

/** An app with learner u1, and helpers to set up the learner's progress. */
async function setUp(settings: Record<string, string> = {}) {
  const feature = { routes: [notificationsRoutes], workers: [badgeAwards] };
  const app = await buildTestApp({ features: onlyFeature(feature), settings });
  const u1 = await app.learner();
  const read = async (path: string) => (await app.send("GET", path, u1)).body.data;
  return {
    app,
    badges: () => read("/api/notifications/badges"),
    badge: async (id: string) =>
      (await read("/api/notifications/badges")).find((badge: { id: string }) => badge.id === id),
    notifications: () => read("/api/notifications"),
    words: (states: Partial<Record<State, number>>) => giveWords(app, states),
    days: (...days: string[]) => giveDays(app, days),
    awards: () => app.jobs.runNow("badge_awards"),
  };
}

async function giveWords({ deps, clock }: TestApp, states: Partial<Record<State, number>>) {
  const rows = Object.entries(states).flatMap(([state, count]) =>
    Array.from({ length: count }, (_, n) => ({
      ...newWordState("u1", `${state}${n}`, clock.nowMs()),
      state: state as State,
    })),
  );
  await saveWordStates(deps.database, rows);
}

/** Five answers on each of these days. */
async function giveDays({ deps }: TestApp, days: readonly string[], answers = 5) {
  const figures = { correct: 4, response_time_total_ms: 9000, review_words: 0, study_ms: 0 };
  const rows = days.map((day) => ({
    user_id: "u1",
    day,
    category: "all" as const,
    answers,
    new_words: 1,
    mastered_words: 0,
    ...figures,
  }));
  await deps.database.insertInto("daily_activity").values(rows).execute();
}

const lastDays = (count: number, lastDay: string) =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(`${lastDay}T00:00:00Z`) - n * 86_400_000).toISOString().slice(0, 10),
  );

describe("GET /api/notifications/badges", () => {
  it("refuses a stranger and an administrator", async () => {
    const { app } = await setUp();
    const admin = await app.admin();
    const path = "/api/notifications/badges";
    const refused = { status: 401, body: { code: "AUTH_UNAUTHORIZED" } };
    expect(await app.send("GET", path)).toMatchObject(refused);
    expect(await app.send("GET", path, { headers: admin.headers })).toMatchObject(refused);
    await app.close();
  });

  it("shows every badge as locked to a new learner", async () => {
    const { app, badges, notifications } = await setUp();
    const list = await badges();
    expect(list.map(({ id }: { id: string }) => id)).toEqual(badgeRules.map(({ id }) => id));
    for (const badge of list) {
      expect(badge).toMatchObject({ unlocked: false, progress: 0, unlockedAt: null });
      expect([badge.name, badge.description].every((text) => text.length > 0)).toBe(true);
    }
    expect(await notifications()).toEqual([]);
    await app.close();
  });

  it("counts words in any state but new", async () => {
    const { app, badge, words } = await setUp();
    await words({ new: 5 });
    expect(await badge("first_word")).toMatchObject({ unlocked: false, progress: 0 });
    await words({ learning: 1, reviewing: 2, mastered: 3, forgotten: 4 });
    expect(await badge("words_100")).toMatchObject({ unlocked: false, progress: 0.1 });
    expect(await badge("mastered_100")).toMatchObject({ unlocked: false, progress: 0.03 });
    expect(await badge("first_word")).toMatchObject({
      unlocked: true,
      progress: 1,
      unlockedAt: "2026-05-01T12:00:00.000Z",
    });
    await app.close();
  });

  it("ignores other learners' words", async () => {
    const { app, badge } = await setUp();
    await addPlainLearners(app.deps.database, ["u2"]);
    const row = newWordState("u2", "w1", 0);
    await saveWordStates(app.deps.database, [{ ...row, state: "mastered" }]);
    expect(await badge("first_word")).toMatchObject({ unlocked: false, progress: 0 });
    await app.close();
  });

  it("awards the badge for 100 mastered words at the hundredth, not before", async () => {
    const { app, badge, words } = await setUp();
    await words({ mastered: 99 });
    expect(await badge("mastered_100")).toMatchObject({ unlocked: false, progress: 0.99 });
    await words({ mastered: 100 });
    expect(await badge("mastered_100")).toMatchObject({ unlocked: true, progress: 1 });
    await app.close();
  });

  it("counts a streak that ends today or yesterday", async () => {
    const { app, badge, days } = await setUp();
    await days(...lastDays(6, "2026-04-30"));
    expect(await badge("streak_7")).toMatchObject({ unlocked: false, progress: 6 / 7 });
    await days("2026-05-01");
    expect(await badge("streak_7")).toMatchObject({ unlocked: true, progress: 1 });
    expect(await badge("streak_30")).toMatchObject({ unlocked: false, progress: 7 / 30 });
    await app.close();
  });

  it("never revokes a badge", async () => {
    const { app, badge, days, words } = await setUp();
    await days(...lastDays(7, "2026-05-01"));
    await words({ mastered: 10 });
    const earned = await badge("streak_7");
    await app.deps.database.deleteFrom("daily_activity").execute();
    await app.deps.database.updateTable("word_states").set({ state: "forgotten" }).execute();
    expect(await badge("streak_7")).toEqual(earned);
    expect(await badge("mastered_10")).toMatchObject({ unlocked: true, progress: 1 });
    expect(await badge("streak_30")).toMatchObject({ progress: 0 });
    await app.close();
  });

  it("notifies about each badge once, however often badges are read", async () => {
    const { app, badges, notifications, words } = await setUp();
    await words({ learning: 1 });
    await Promise.all([badges(), badges(), badges()]);
    await badges();
    const list = await notifications();
    expect(list).toMatchObject([
      { type: "achievement", title: "Badge earned: First word", read: false, userId: "u1" },
    ]);
    expect(list).toHaveLength(1);
    await app.close();
  });
});

describe("badge_awards", () => {
  it("awards badges to learners who answered but did not read their badges", async () => {
    const { app, awards, words, days, notifications } = await setUp();
    await words({ learning: 1 });
    await days(...lastDays(7, "2026-05-01"));
    noteLearnersAnswered(app.deps, ["u1"]);
    expect(await awards()).toBe("ok");
    const rows = await app.deps.database.selectFrom("badges").selectAll().execute();
    expect(rows.map((row) => row.badge_id).sort()).toEqual(["first_word", "streak_7"]);
    expect(await notifications()).toHaveLength(2);
    await app.close();
  });

  it("finds a streak that ends on a day that has not started in UTC yet", async () => {
    const { app, awards, days } = await setUp({ APP_TIMEZONE: "Pacific/Kiritimati" });
    await days(...lastDays(7, "2026-05-02"));
    noteLearnersAnswered(app.deps, ["u1"]);
    await awards();
    const rows = await app.deps.database.selectFrom("badges").select("badge_id").execute();
    expect(rows).toEqual([{ badge_id: "streak_7" }]);
    await app.close();
  });

  it("awards nothing to learners who did not answer, or were erased", async () => {
    const { app, awards, words } = await setUp();
    await words({ learning: 1 });
    await awards();
    await app.deps.database.deleteFrom("users").execute();
    noteLearnersAnswered(app.deps, ["u1"]);
    expect(await awards()).toBe("ok");
    expect(await app.deps.database.selectFrom("badges").selectAll().execute()).toEqual([]);
    await app.close();
  });

  it("retries in the next run after a failure", async () => {
    const { app, awards, words } = await setUp();
    await words({ learning: 1 });
    noteLearnersAnswered(app.deps, ["u1"]);
    const { schema } = app.deps.database;
    await schema.alterTable("badges").renameTo("badges_away").execute();
    expect(await awards()).toBe("failed");
    await schema.alterTable("badges_away").renameTo("badges").execute();
    await awards();
    expect(await app.deps.database.selectFrom("badges").selectAll().execute()).toHaveLength(1);
    await app.close();
  });

  it("fails for a learner whose streak cannot be counted, and awards the others", async () => {
    const { app, awards, days } = await setUp();
    await days(...lastDays(7, new Date(app.clock.nowMs()).toISOString().slice(0, 10)));
    const { database } = app.deps;
    const broken = { user_id: "u1", time_zone: "Nowhere/Never" };
    await database.insertInto("preferences").values(broken).execute();
    const { id: other } = await app.learner();
    const word = { ...newWordState(other, "w", 0), state: "learning" as const };
    await saveWordStates(database, [word]);
    noteLearnersAnswered(app.deps, ["u1", other]);
    expect(await awards()).toBe("failed");
    const awarded = await database.selectFrom("badges").select("user_id").execute();
    expect(awarded).toEqual([{ user_id: other }]);
    await app.close();
  });

  it("handles many learners", async () => {
    const { app, awards } = await setUp();
    const ids = Array.from({ length: 230 }, (_, n) => `many${n}`);
    for (const id of ids) {
      const name = { id, email: id, username: id, password_hash: "x" };
      const times = { created_at_ms: 0, updated_at_ms: 0 };
      const none = { locked_until_ms: null, last_login_at_ms: null, avatar_type: null };
      await app.deps.database
        .insertInto("users")
        .values({ ...name, ...times, ...none })
        .execute();
    }
    const states = ids.map((id) => ({ ...newWordState(id, "w", 0), state: "learning" as const }));
    await saveWordStates(app.deps.database, states);
    noteLearnersAnswered(app.deps, ids);
    await awards();
    expect(await app.deps.database.selectFrom("badges").selectAll().execute()).toHaveLength(230);
    await app.close();
  });
});

describe("GET /api/notifications", () => {
  it("includes the badge for the first word right after the first answer", async () => {
    const { app, notifications } = await setUp();
    await app.word({ id: "w1" });
    const draft = { wordId: "w1", isCorrect: true, responseTimeMs: 900 };
    const answer = { userId: "u1", draft, acceptedAtMs: app.clock.nowMs() };
    await applyAnswers(app.deps, [answer]);
    expect(await notifications()).toMatchObject([{ title: "Badge earned: First word" }]);
    await applyAnswers(app.deps, [answer]);
    expect(await notifications()).toHaveLength(1);
    await app.close();
  });

  it("includes badges for the latest answers, without waiting for the worker", async () => {
    const { app, notifications, words } = await setUp();
    await words({ learning: 1 });
    noteLearnersAnswered(app.deps, ["u1"]);
    expect(await notifications()).toMatchObject([{ type: "achievement" }]);
    await app.close();
  });
});
