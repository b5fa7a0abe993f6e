import { connection } from "@wordloom/web";
import { serviceTime } from "../../platform/service-time.ts";
import { openServerSession } from "../../server-state/study-kit.ts";
import { knownDayRules } from "../clock/use-day-rules.ts";
import { onReturn } from "../../platform/on-return.ts";
import { isSessionOver } from "../clock/session-over.ts";
import { lastAtMsOf } from "./session-state.ts";
import type { RuntimeNeeds, StudyRuntime } from "./study-runtime.ts";

/**
 * Opens the learner's session on the service in the background and retries when the network
 * returns; studying does not wait for it. The service ends sessions itself, after idle hours or at
 * the end of the day, so a learner who comes back to the open page gets a new one.
 * @returns a function that stops the attempts
 */
export function openService(
  runtime: StudyRuntime,
  needs: Pick<RuntimeNeeds, "outbox" | "store">,
): () => void {
  let isOpening = false;
  let isOver = false;
  let openedAtMs: number | undefined;
  const needsOne = () => {
    const { serverSessionId, startedAtMs, ...state } = runtime.state.get();
    if (serverSessionId === null) return true;
    const times = {
      startedAtMs: openedAtMs ?? startedAtMs,
      lastAtMs: Math.max(openedAtMs ?? 0, lastAtMsOf({ ...state, startedAtMs })),
    };
    return isSessionOver(times, knownDayRules(), serviceTime.nowMs());
  };
  const attempt = async () => {
    if (isOver || isOpening || connection.get() !== "online" || !needsOne()) return;
    isOpening = true;
    const sinceMs = serviceTime.nowMs();
    try {
      const words = Object.keys(runtime.state.get().words).length;
      const sessionId = await openServerSession(words);
      if (isOver) return;
      openedAtMs = sinceMs;
      await runtime.send({ type: "server", sessionId });
      await moveLatest(runtime, needs, { sessionId, sinceMs });
    } catch {
      // The next connection change or return retries. Answers count without a session, too.
    } finally {
      isOpening = false;
    }
  };
  const stops = [connection.subscribe(() => void attempt()), onReturn(() => void attempt())];
  void attempt();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

/** An answer given while the session was opening belongs to it, if it can still be changed. */
async function moveLatest(
  runtime: StudyRuntime,
  { store, outbox }: Pick<RuntimeNeeds, "outbox" | "store">,
  { sessionId, sinceMs }: { readonly sessionId: string; readonly sinceMs: number },
): Promise<void> {
  const last = runtime.state.get().history.at(-1);
  if (last === undefined || last.answeredAtMs < sinceMs || !outbox.canTakeBack(last.id)) return;
  await store.transact(["outbox"], async (at) => {
    await outbox.amend(at, last.id, (answer) => ({ ...answer, sessionId }));
  });
}
