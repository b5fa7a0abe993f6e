import { RecordDraft } from "@wordloom/contract";
import { flushDecisions } from "@wordloom/server/features/adaptation/engine-monitoring/engine-events.service";
import { applyAnswers } from "@wordloom/server/features/study/records/apply.service";
import type { TestApp } from "../service/build-test-app.ts";

/** An answer to the word w1. */
export async function answerWord(
  { deps }: Pick<TestApp, "deps">,
  userId = "u1",
  isCorrect = true,
): Promise<void> {
  const draft = RecordDraft.parse({ wordId: "w1", isCorrect, responseTimeMs: 2_000 });
  await applyAnswers(deps, [{ userId, draft, acceptedAtMs: deps.clock.nowMs() }]);
}

type Changes = Readonly<Record<string, number | string | null>>;

/** Stores copies of one real decision with other figures. */
export async function storeDecisions(app: TestApp, rows: readonly Changes[]): Promise<void> {
  await app.word();
  await answerWord(app);
  await flushDecisions(app.deps);
  const { database } = app.deps;
  const model = await database.selectFrom("engine_events").selectAll().executeTakeFirstOrThrow();
  await database.deleteFrom("engine_events").execute();
  const plain = { cold_start_phase: null, is_anomaly: 0, latency_ms: 2 };
  const made = rows.map((changes, n) => ({ ...model, ...plain, ...changes, id: `e${n}` }));
  await database.insertInto("engine_events").values(made).execute();
}
