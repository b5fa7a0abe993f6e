import { connection } from "@wordloom/web";
import { openServerSession } from "../../server-state/study-kit.ts";
import type { StudyRuntime } from "./study-runtime.ts";

/**
 * Opens the learner's session on the service in the background and retries when the network
 * returns; studying does not wait for it.
 * @returns a function that stops the attempts
 */
export function openService(runtime: StudyRuntime): () => void {
  let isOpening = false;
  let isOver = false;
  const attempt = async () => {
    const state = runtime.state.get();
    if (isOver || isOpening || state.serverSessionId !== null) return;
    if (connection.get() !== "online") return;
    isOpening = true;
    try {
      const sessionId = await openServerSession(Object.keys(state.words).length);
      if (!isOver) await runtime.send({ type: "server", sessionId });
    } catch {
      // The next connection change retries. Answers count without a session, too.
    } finally {
      isOpening = false;
    }
  };
  const stop = connection.subscribe(() => void attempt());
  void attempt();
  return () => {
    isOver = true;
    stop();
  };
}
