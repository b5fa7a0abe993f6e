import { connection, queryClient } from "@wordloom/web";
import { ApiError } from "@wordloom/contract/client";
import { markUsed, unmarkUsed } from "../kit/kit.ts";
import { learnerWorkspace } from "../study-session/learner-workspace.ts";
import { leaveOutOfSession } from "../study-session/left-out.ts";

/** A deletion that can still be undone. */
export interface Deletion {
  /** @returns false when it is too late */
  readonly undo: () => Promise<boolean>;
  /** Calls once when it becomes too late. */
  readonly onLate: (tell: () => void) => void;
}

/**
 * Deletes a word of the learner's own: from what is shown at once, from the service a moment later,
 * or when it can be reached.
 *
 * @throws ApiError OFFLINE if this browser stores nothing
 */
export async function deleteWord(wordId: string): Promise<Deletion> {
  const workspace = learnerWorkspace.get();
  if (workspace === undefined) throw new ApiError(0, { code: "OFFLINE" });
  const { store, outbox, tabs } = workspace;
  const id = crypto.randomUUID();
  await store.transact(["outbox", "kit"], async (at) => {
    await outbox.add(at, { kind: "act", id, act: "delete", wordId });
    await markUsed(at, wordId);
  });
  await outbox.look();
  await leaveOutOfSession([wordId]);
  tabs.notify();
  return {
    async undo() {
      const isBack = await store.transact(["outbox", "kit"], async (at) => {
        if ((await outbox.takeBack(at, id)) === undefined) return false;
        await unmarkUsed(at, wordId);
        return true;
      });
      await outbox.look();
      tabs.notify();
      return isBack;
    },
    onLate(tell) {
      const stop = outbox.counts.subscribe(() => {
        if (outbox.canTakeBack(id)) return;
        stop();
        tell();
        if (connection.get() === "online") void queryClient.invalidateQueries();
      });
    },
  };
}
