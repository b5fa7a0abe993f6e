import { describe, expect } from "vitest";
import { giveAdvice } from "../../../testing/rows/advice.ts";
import {
  flag,
  openDeviceStream,
  phone,
  registerDevice,
} from "../../../testing/rows/client-devices.ts";
import { sendFeedback } from "../../../testing/rows/feedback-admin.ts";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { feedbackRoutes } from "../../operations/feedback/feedback.routes.ts";
import { dashboardsRoutes } from "./dashboards.routes.ts";

// It is noon on Friday, May 1, 2026, UTC. The account of u1 has just been created.

const PATH = "/api/admin/dashboard";
const T0 = Date.parse("2026-05-01T12:00:00.000Z");

const asked = (part: string) =>
  ({ as: "admin", send: ["GET", `${PATH}/${part}`], status: 200 }) satisfies Partial<Scenario>;
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);
const wrong = { isCorrect: false };
const by = (userId: string) => ({ userId });

async function addSession(app: ScenarioApp, id: string, at: string): Promise<void> {
  const atMs = Date.parse(at);
  await app.deps.database
    .insertInto("learning_sessions")
    .values({
      id,
      user_id: "u1",
      status: "completed",
      target_mastery_count: 5,
      duration_ms: 1_000,
      last_event_at_ms: atMs,
      created_at_ms: atMs,
      updated_at_ms: atMs,
      summary_json: null,
      completed_at_ms: atMs,
      long_gaps_json: null,
    })
    .execute();
}

const nothing = { answers: 0, correct: 0, newWords: 0, sessions: 0 };

describe("GET /api/admin/dashboard/overview", () => {
  scenarios([dashboardsRoutes, feedbackRoutes], {
    "tells that nothing happened and nothing waits": {
      ...asked("overview"),
      after: (_app, { body }) => {
        const { disk, status, ...others } = body.data;
        expect(disk.freeBytes).toBeLessThanOrEqual(disk.totalBytes);
        expect(["ok", "degraded"]).toContain(status.overall);
        expect(others).toEqual({
          generatedAt: "2026-05-01T12:00:00.000Z",
          live: { learnerStreams: 0, adminStreams: 0, devices: 0 },
          today: { activeLearners: 0, ...nothing, newUsers: 1, retention: null },
          sameDayLastWeek: { activeLearners: 0, ...nothing, newUsers: 0, retention: null },
          waiting: {
            openFeedback: 0,
            unreadFeedback: 0,
            pendingSuggestions: 0,
            flaggedDevices: 0,
            deadLetters: 0,
            missedWorkers: 0,
            unreadNotifications: 0,
          },
          outbox: { pending: 0, lagSecs: 0 },
          lastBackup: { at: null, ok: false, ageHours: null, isDatedAhead: false },
          update: { latestVersion: null, hasUpdate: false },
          maintenance: false,
        });
      },
    },
    "compares today with the same part of the day a week ago": {
      ...asked("overview"),
      given: async (app) => {
        await app.words([{}, {}, {}]);
        await give(
          app,
          ["2026-04-23T23:59:59Z", "w1"],
          // Last week: one review, one new word, and a repeat; the last one is after midday.
          ["2026-04-24T00:00:00Z", "w1", wrong],
          ["2026-04-24T08:00:00Z", "w2"],
          ["2026-04-24T08:01:00Z", "w2"],
          ["2026-04-24T12:00:01Z", "w3"],
          // Today: two reviews, one of them recalled, and a repeat; a new word of another learner,
          // and a tagged review.
          ["2026-05-01T08:00:00Z", "w1"],
          ["2026-05-01T08:01:00Z", "w2", wrong],
          ["2026-05-01T08:02:00Z", "w2"],
          ["2026-05-01T09:00:00Z", "w3", by("u2")],
          ["2026-05-01T09:01:00Z", "w3", { userId: "u2", recordType: "review" }],
        );
        await addSession(app, "s1", "2026-04-24T11:59:59Z");
        await addSession(app, "s2", "2026-04-24T12:00:01Z");
        await addSession(app, "s3", "2026-05-01T00:00:00Z");
        await addSession(app, "s4", "2026-04-30T23:59:59Z");
      },
      after: (_app, { body }) => {
        const { today, sameDayLastWeek } = body.data;
        expect(today).toEqual({
          activeLearners: 2,
          answers: 5,
          correct: 4,
          newWords: 1,
          sessions: 1,
          newUsers: 1,
          retention: 2 / 3,
        });
        expect(sameDayLastWeek).toEqual({
          activeLearners: 1,
          answers: 3,
          correct: 2,
          newWords: 1,
          sessions: 1,
          newUsers: 0,
          retention: 0,
        });
      },
    },
    "begins the day in APP_TIMEZONE": {
      ...asked("overview"),
      settings: { APP_TIMEZONE: "Asia/Kolkata" },
      given: async (app) => {
        await app.word();
        await give(app, ["2026-04-30T18:29:59Z", "w1"], ["2026-04-30T18:30:00Z", "w1", wrong]);
      },
      body: { data: { today: { answers: 1, correct: 0, retention: 0 } } },
    },
    "counts what waits": {
      ...asked("overview"),
      given: async (app) => {
        await sendFeedback(app, "It is too quiet.");
        await giveAdvice(app);
        await registerDevice(app, "d1", { ...phone, ...flag("d0", T0) });
        await registerDevice(app, "d2", phone);
        const row = { user_id: "u1", draft_json: "{}", run_after_ms: 0, last_error: null };
        const accepted_at_ms = app.clock.nowMs() - 61_000;
        await app.deps.database
          .insertInto("answer_outbox")
          .values([
            { ...row, client_record_id: "c1", accepted_at_ms, dead_at_ms: null },
            { ...row, client_record_id: "c2", accepted_at_ms, dead_at_ms: T0 },
          ])
          .execute();
        await app.deps.database.deleteFrom("admin_notices").execute();
        await notifyAdmins(app.deps, {
          kind: "incident",
          subject: "disk",
          severity: "warning",
          code: "backup_failed",
          args: {},
        });
      },
      body: {
        data: {
          waiting: {
            openFeedback: 1,
            unreadFeedback: 1,
            pendingSuggestions: 1,
            flaggedDevices: 1,
            deadLetters: 1,
            unreadNotifications: 1,
          },
          outbox: { pending: 1, lagSecs: 61 },
        },
      },
    },
    "shows connected devices and maintenance": {
      ...asked("overview"),
      given: (app) => {
        openDeviceStream(app, "u1", "d1");
        openDeviceStream(app, "u2", "d2");
        openDeviceStream(app, "u2", "d2");
        app.deps.maintenance.set(true);
      },
      body: {
        data: { live: { learnerStreams: 3, adminStreams: 0, devices: 2 }, maintenance: true },
      },
    },
  });
});

describe("GET /api/admin/dashboard/answers-by-hour", () => {
  const hours = (...counts: [hour: number, answers: number][]) => {
    const byHour = new Map(counts);
    return (length: number) => Array.from({ length }, (_, hour) => byHour.get(hour) ?? 0);
  };
  scenarios(dashboardsRoutes, {
    "counts today up to now, and the whole day a week ago": {
      ...asked("answers-by-hour"),
      given: async (app) => {
        await app.words([{}, {}]);
        await give(
          app,
          ["2026-04-23T23:59:59Z", "w1"],
          ["2026-04-24T00:00:00Z", "w1"],
          ["2026-04-24T23:59:59Z", "w2", by("u2")],
          ["2026-04-25T00:00:00Z", "w2"],
          ["2026-05-01T08:00:00Z", "w1"],
          ["2026-05-01T08:59:59Z", "w2", by("u2")],
        );
      },
      body: {
        data: { today: hours([8, 2])(13), sameDayLastWeek: hours([0, 1], [23, 1])(24) },
      },
    },
    "begins the day in APP_TIMEZONE, which half an hour may divide from UTC": {
      ...asked("answers-by-hour"),
      settings: { APP_TIMEZONE: "Asia/Kolkata" },
      given: async (app) => {
        await app.word();
        await give(app, ["2026-04-30T18:29:59Z", "w1"], ["2026-04-30T18:30:00Z", "w1"]);
      },
      body: { data: { today: hours([0, 1])(18) } },
    },
  });
});

describe("GET /api/admin/dashboard/learning", () => {
  scenarios(dashboardsRoutes, {
    "has seven days by default, also without answers": {
      ...asked("learning"),
      after: (_app, { body }) => {
        const { daily, ...others } = body.data;
        expect(daily).toHaveLength(7);
        expect(daily.at(-1)).toEqual({
          date: "2026-05-01",
          activeLearners: 0,
          ...nothing,
          masteredWords: 0,
          studySecs: 0,
        });
        expect(others).toEqual({
          days: 7,
          computedAt: "2026-05-01T12:00:00.000Z",
          states: { new: 0, learning: 0, reviewing: 0, mastered: 0, forgotten: 0 },
          dueNow: 0,
          hardestWords: [],
        });
      },
    },
    "takes at most 90 days": {
      ...asked("learning?days=91"),
      after: (_app, { body }) => {
        expect(body.data.days).toBe(90);
        expect(body.data.daily).toHaveLength(90);
      },
    },
    "takes at least one day": {
      ...asked("learning?days=0"),
      after: (_app, { body }) => expect(body.data.daily).toMatchObject([{ date: "2026-05-01" }]),
    },
    "refuses days that are not a number": {
      ...asked("learning?days=week"),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "sums what all learners did, and where their words stand": {
      ...asked("learning?days=2"),
      given: async (app) => {
        await app.words([{}, {}, {}]);
        await give(
          app,
          ["2026-04-29T08:00:00Z", "w1"],
          ["2026-04-30T08:00:00Z", "w1"],
          ["2026-04-30T08:01:00Z", "w2", wrong],
          ["2026-05-01T08:00:00Z", "w3", by("u2")],
        );
        await addSession(app, "s1", "2026-04-30T08:00:00Z");
        const { database } = app.deps;
        const states = database.updateTable("word_states");
        const due = { next_review_at_ms: T0, state: "reviewing" } as const;
        await states.set({ next_review_at_ms: T0 + 1, state: "learning" }).execute();
        await states.set(due).where("word_id", "=", "w1").execute();
        await states.set(due).where("word_id", "=", "w2").execute();
        await states.set({ state: "mastered" }).where("word_id", "=", "w3").execute();
        const aside = { user_id: "u1", reason: "suspended", until_ms: null } as const;
        await database
          .insertInto("suspended_words")
          .values({ ...aside, word_id: "w2", created_at_ms: 1 })
          .execute();
        await database
          .updateTable("daily_activity")
          .set({ study_ms: 90_000 })
          .where("user_id", "=", "u1")
          .where("day", "=", "2026-04-30")
          .execute();
      },
      after: (_app, { body }) => {
        const { daily, states, dueNow } = body.data;
        expect(daily).toEqual([
          {
            date: "2026-04-30",
            activeLearners: 1,
            answers: 2,
            correct: 1,
            newWords: 1,
            masteredWords: 0,
            sessions: 1,
            studySecs: 90,
          },
          {
            date: "2026-05-01",
            activeLearners: 1,
            answers: 1,
            correct: 1,
            newWords: 1,
            masteredWords: 0,
            sessions: 0,
            studySecs: 0,
          },
        ]);
        expect(states).toEqual({ new: 0, learning: 0, reviewing: 2, mastered: 1, forgotten: 0 });
        expect(dueNow, "w2 is put aside, w3 is due a moment later").toBe(1);
      },
    },
    "lists the words that were answered wrong most often, of those with ten answers": {
      ...asked("learning?days=1"),
      given: async (app) => {
        await app.words([{}, {}, {}]);
        const times = (word: string, count: number, right: number, day = "2026-05-01") =>
          Array.from({ length: count }, (_, n): PastAnswer => {
            const at = new Date(Date.parse(`${day}T08:00:00Z`) + n * 1_000).toISOString();
            return [at, word, { isCorrect: n < right }];
          });
        await give(
          app,
          ...times("w1", 10, 5),
          ...times("w2", 12, 3),
          ...times("w3", 9, 0),
          ...times("w3", 5, 0, "2026-04-30"),
        );
      },
      after: (_app, { body }) =>
        expect(body.data.hardestWords).toEqual([
          { wordId: "w2", text: "text w2", answers: 12, accuracy: 0.25 },
          { wordId: "w1", text: "text w1", answers: 10, accuracy: 0.5 },
        ]),
    },
  });
});

describe("GET /api/admin/dashboard/amas", () => {
  scenarios(dashboardsRoutes, {
    "has no rates without decisions": {
      ...asked("amas"),
      after: (_app, { body }) => {
        const { versionHash, kpi, ...others } = body.data;
        expect(versionHash).toMatch(/^[0-9a-f]+$/);
        expect(kpi).toMatchObject({ decisionTotal: 0, hitRate: null });
        expect(others).toEqual({
          canary: null,
          experiment: null,
          calibration: { logLoss: null, rmseBins: null, sampleSize: 0 },
          phases: { classify: 0, explore: 0, stable: 0 },
          anomalies: { total: 0, rate: null },
          advisor: { pending: 0, todayCostUsd: 0, monthSpentYuan: 0, capYuan: 100 },
        });
      },
    },
    "refuses days that are not a number": {
      ...asked("amas?days=many"),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "sums the stored decisions of these days": {
      ...asked("amas?days=1"),
      given: async (app) => {
        await addPlainLearners(app.deps.database, ["u1"]);
        const event = {
          user_id: "u1",
          session_id: "s",
          event_type: "answer",
          latency_ms: 1,
          is_anomaly: 0,
          cold_start_phase: null,
          attention: 0.5,
          reward_value: 0,
          fatigue: 0,
          motivation: 0,
          confidence: 0.5,
          config_version: "v",
          event_json: "{}",
          experiment_arm: null,
          predicted: 0.5,
          is_correct: 1,
          created_at_ms: T0 - 1_000,
        };
        await app.deps.database
          .insertInto("engine_events")
          .values([
            { ...event, id: "a", cold_start_phase: "Classify" },
            { ...event, id: "b", cold_start_phase: "Explore", is_anomaly: 1 },
            { ...event, id: "c", is_correct: 0 },
            { ...event, id: "d" },
            { ...event, id: "e", created_at_ms: T0 - 86_400_001, is_anomaly: 1 },
          ])
          .execute();
        const usage = { calls: 1, tokens_input: 1, tokens_output: 1, reserved_usd: 0 };
        await app.deps.database
          .insertInto("llm_usage")
          .values([
            { ...usage, day: "2026-05-01", cost_usd: 0.5 },
            { ...usage, day: "2026-04-30", cost_usd: 9 },
          ])
          .execute();
        await giveAdvice(app);
      },
      after: (_app, { body }) => {
        const { kpi, calibration, phases, anomalies, advisor } = body.data;
        expect(kpi).toMatchObject({ decisionTotal: 4, hitCount: 3, hitRate: 0.75 });
        expect(calibration.sampleSize).toBe(4);
        expect(calibration.logLoss).toBeCloseTo(Math.LN2, 9);
        expect(phases).toEqual({ classify: 1, explore: 1, stable: 2 });
        expect(anomalies).toEqual({ total: 1, rate: 0.25 });
        expect(advisor).toMatchObject({ pending: 1, todayCostUsd: 0.5 });
        expect(advisor.monthSpentYuan).toBeGreaterThan(0.5);
        expect(advisor.monthSpentYuan).toBeLessThan(9);
      },
    },
  });
});
