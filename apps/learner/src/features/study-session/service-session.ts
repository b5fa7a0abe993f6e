import { connection } from "@wordloom/web";
import { openServerSession } from "../../server-state/study-kit.ts";
import type { StudyRuntime } from "./study-runtime.ts";

/**
 * Opens the service's session of this learner in the background, and again when the network is
 * back: studying does not wait for it. @returns what ends the attempts
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
      // The next change of the connection tries again; answers count without a session.
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
