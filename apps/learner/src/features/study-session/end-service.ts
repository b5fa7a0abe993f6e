import { connection } from "@wordloom/web";
import { endServerSession } from "../../server-state/study-words.ts";
import type { LearnerWorkspace } from "./learner-workspace.ts";
import type { SessionState } from "./session-state.ts";
import { summaryOf } from "./summary.ts";

/** Sessions that this page has already reported as ended. */
const reported = new Set<string>();

/**
 * After the last answer, ends the service's session and fetches new words. Nothing depends on this
 * call: the service also ends abandoned sessions.
 */
export async function endService(
  workspace: LearnerWorkspace,
  session: SessionState,
): Promise<void> {
  if (reported.has(session.id)) return;
  reported.add(session.id);
  if (connection.get() !== "online") return;
  const { slipped } = summaryOf(session);
  const missed = new Set(slipped.map(({ wordId }) => wordId));
  const times = session.history.map(({ responseTimeMs }) => responseTimeMs);
  const sum = times.reduce((all, time) => all + time, 0);
  try {
    if (session.serverSessionId !== null) {
      await endServerSession({
        sessionId: session.serverSessionId,
        masteredWordIds: session.step.done.filter((wordId) => !missed.has(wordId)),
        errorProneWordIds: [...missed],
        avgResponseTimeMs: times.length > 0 ? sum / times.length : 0,
      });
    }
    await workspace.words.renew();
  } catch {
    // The next session starts from the stored kit.
  }
}
