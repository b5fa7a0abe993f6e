import type { WordPublic } from "@wordloom/contract";
import { observable, useObservable } from "@wordloom/web/state";
import type { WordEdit } from "../outbox/outbox-entry.ts";
import { learnerWorkspace } from "../study-session/learner-workspace.ts";

const none = observable<ReadonlyMap<string, WordEdit["shown"]>>(new Map());

/** Lays edits over words that the service does not have yet. */
export function useWaitingEdits(): <Word extends Pick<WordPublic, "id">>(word: Word) => Word {
  const edits = useObservable(useObservable(learnerWorkspace)?.outbox.edits ?? none);
  return (word) => ({ ...word, ...edits.get(word.id) });
}
