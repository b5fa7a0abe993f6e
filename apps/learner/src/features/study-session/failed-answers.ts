import { type Observable, observable } from "@wordloom/web/state";
import { onEvent } from "../../server-state/event-stream.ts";
import { onAccount } from "../../server-state/sign-in.ts";
import { learnerDesk } from "./learner-desk.ts";
import { lastSession } from "./session-store.ts";

/** An answer that the service took and then could not count. */
export interface FailedAnswer {
  readonly clientRecordId: string;
  /** Its word, where it was answered in the last session of this browser. */
  readonly word: string | undefined;
}

const failed = observable<readonly FailedAnswer[]>([]);

/** Until they have been seen; of this page's time. The service keeps them for its operator. */
export const failedAnswers: Observable<readonly FailedAnswer[]> = failed;

export function failedAnswersSeen(): void {
  failed.set([]);
}

let learner: string | undefined;
onAccount((account) => {
  // Whose sign-in ended by itself comes back to what she has not seen yet.
  if (account === undefined || account === learner) return;
  learner = account;
  failedAnswersSeen();
});
onEvent("record_failed", ({ clientRecordId }) => void add(clientRecordId));

async function add(clientRecordId: string): Promise<void> {
  const store = learnerDesk.get()?.store;
  const session = store && (await lastSession(store).catch(() => undefined));
  const answer = session?.history.find(({ id }) => id === clientRecordId);
  const word = answer && session?.words[answer.wordId]?.word.text;
  // The stream may say it again after an interruption.
  const others = failed.get().filter((known) => known.clientRecordId !== clientRecordId);
  failed.set([...others, { clientRecordId, word }]);
}
