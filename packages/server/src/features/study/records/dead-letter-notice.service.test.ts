import { afterAll, expect, it } from "vitest";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { breakWord } from "../../../testing/faults/broken-word.ts";
import { recordsWorker } from "./records.worker.ts";

afterAll(closeCleanDatabase);

it("notifies administrators of a dead letter once a day, without the learner", async () => {
  const app = await buildTestApp({ features: onlyFeature({ workers: [recordsWorker] }) });
  await app.learner();
  const { id: wordId } = await app.word({});
  await breakWord(app.deps.database, wordId);
  const draft_json = JSON.stringify({ wordId, isCorrect: true, responseTimeMs: 900 });
  const times = { accepted_at_ms: 1, run_after_ms: 1 };
  await app.deps.database
    .insertInto("answer_outbox")
    .values(
      ["c1", "c2"].map((client_record_id) => ({
        user_id: "u1",
        client_record_id,
        draft_json,
        ...times,
        attempts: 7,
        last_error: null,
        dead_at_ms: null,
      })),
    )
    .execute();
  for (let run = 0; run < 2; run += 1) {
    expect(await app.jobs.runNow("records_outbox")).toBe("ok");
  }
  expect(app.hub.recorded().toSorted()).toEqual([
    ...["admins:admin_notice", "u1:record_failed", "u1:record_failed"],
  ]);
  const notices = await app.deps.database.selectFrom("admin_notices").selectAll().execute();
  expect(notices).toMatchObject([{ kind: "dead_letter", subject: "answers" }]);
  expect(JSON.stringify(notices)).not.toContain("u1");
  await app.close();
});
