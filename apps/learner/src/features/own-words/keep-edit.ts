import { ApiError } from "@wordloom/contract/client";
import { connection, queryClient } from "@wordloom/web";
import { changeOwnWord } from "virtual:endpoints";
import { call } from "../../server-state/api.ts";
import { amendKit } from "../kit/kit.ts";
import type { WordEdit } from "../outbox/outbox-entry.ts";
import { learnerWorkspace, type LearnerWorkspace } from "../study-session/learner-workspace.ts";
import { withEdit } from "../study-session/reduce-session.ts";
import { changeUnfinished } from "../study-session/session-store.ts";

/** Shows an edit in the session on the screen, which nobody else may change. */
export type ShowInSession = (wordId: string, shown: WordEdit["shown"]) => void;

/**
 * Sends an edit, or keeps it in this browser until the service can be reached. It is shown at once
 * either way.
 *
 * @returns whether the service has it
 * @throws ApiError when the service refused it
 */
export async function keepEdit(
  wordId: string,
  edit: WordEdit,
  showInSession?: ShowInSession,
): Promise<boolean> {
  const workspace = learnerWorkspace.get();
  // An earlier edit that still waits would overwrite this one.
  const mustWait = connection.get() !== "online" || workspace?.outbox.edits.get().has(wordId);
  const isSent = (mustWait !== true || workspace === undefined) && (await isTaken(wordId, edit));
  if (!isSent) {
    if (workspace === undefined) throw new ApiError(0, { code: "OFFLINE" });
    await putOff(workspace, wordId, edit);
  }
  await showEdit(wordId, edit.shown, showInSession);
  if (isSent) void queryClient.invalidateQueries();
  return isSent;
}

/** Shows other values of a word in what this browser keeps of it. */
export async function showEdit(
  wordId: string,
  shown: WordEdit["shown"],
  showInSession?: ShowInSession,
): Promise<void> {
  const workspace = learnerWorkspace.get();
  if (workspace === undefined) return;
  const { store, tabs } = workspace;
  await store.transact(["kit"], (at) => amendKit(at, wordId, shown));
  if (showInSession !== undefined) return showInSession(wordId, shown);
  await changeUnfinished(store, (session) => withEdit(session, wordId, shown));
  tabs.notify();
}

/** @returns false if there was no reply; sending it again is harmless. */
async function isTaken(wordId: string, { change }: WordEdit): Promise<boolean> {
  try {
    await call(changeOwnWord, { params: { id: wordId }, body: change });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return false;
    throw error;
  }
}

async function putOff({ store, outbox }: LearnerWorkspace, wordId: string, edit: WordEdit) {
  const id = crypto.randomUUID();
  await store.transact(["outbox"], (at) => outbox.add(at, { kind: "edit", id, wordId, ...edit }));
  await outbox.look();
  void outbox.flush();
}
