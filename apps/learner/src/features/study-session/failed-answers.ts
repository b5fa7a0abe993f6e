import { type Observable, observable } from "@wordloom/web/state";
import { onEvent } from "../../server-state/event-stream.ts";
import { onAccount } from "../../server-state/sign-in.ts";
import { learnerWorkspace } from "./learner-workspace.ts";
import { lastSession } from "./session-store.ts";

/** An answer that the service accepted but could not apply. */
export interface FailedAnswer {
  readonly clientRecordId: string;
  /** The answered word, if it was part of this browser's last session. */
  readonly word: string | undefined;
}

const failed = observable<readonly FailedAnswer[]>([]);

/**
 * Failures the learner has not seen since the page loaded. The service keeps them for its operator.
 */
export const failedAnswers: Observable<readonly FailedAnswer[]> = failed;

export function failedAnswersSeen(): void {
  failed.set([]);
}

let learner: string | undefined;
onAccount((account) => {
  // A learner whose sign-in expired still finds her unseen failures when she returns.
  if (account === undefined || account === learner) return;
  learner = account;
  failedAnswersSeen();
});
onEvent("record_failed", ({ clientRecordId }) => void add(clientRecordId));

async function add(clientRecordId: string): Promise<void> {
  const store = learnerWorkspace.get()?.store;
  const session = store && (await lastSession(store).catch(() => undefined));
  const answer = session?.history.find(({ id }) => id === clientRecordId);
  const word = answer && session?.words[answer.wordId]?.word.text;
  // The stream may repeat an event after an interruption.
  const others = failed.get().filter((known) => known.clientRecordId !== clientRecordId);
  failed.set([...others, { clientRecordId, word }]);
}
