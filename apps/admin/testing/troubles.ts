import type { TestService } from "@wordloom/testing/service/web-service";
import { addLearner } from "@wordloom/testing/content/accounts";

/** Adds dead letters of a learner, one per reason. @returns their ids */
export async function giveUpAnswers(
  { app }: TestService,
  learner: string,
  reasons: readonly string[],
): Promise<readonly string[]> {
  await addLearner(app.deps, learner);
  const nowMs = app.deps.clock.nowMs();
  const rows = await app.deps.database
    .insertInto("answer_outbox")
    .values(
      reasons.map((reason, at) => ({
        user_id: learner,
        client_record_id: `given-up-${at}`,
        draft_json: "{}",
        accepted_at_ms: nowMs - 3_600_000,
        run_after_ms: 0,
        attempts: 8,
        last_error: reason,
        dead_at_ms: nowMs - at * 60_000,
      })),
    )
    .returning("seq")
    .execute();
  return rows.map(({ seq }) => String(seq));
}

/** Writes lines to the service's log, in its format. */
export function writeLog(
  { app }: TestService,
  lines: readonly { readonly level: string; readonly msg: string; readonly worker?: string }[],
): void {
  const time = new Date(app.deps.clock.nowMs()).toISOString();
  for (const line of lines) app.deps.logLines.write(JSON.stringify({ time, ...line }));
}
