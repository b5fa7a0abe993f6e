import type { WordPublic } from "@wordloom/contract";
import { observable, useObservable } from "@wordloom/web/state";
import type { WordEdit } from "../outbox/outbox-entry.ts";
import { learnerWorkspace } from "../study-session/learner-workspace.ts";

const none = observable<ReadonlyMap<string, WordEdit["shown"]>>(new Map());

const noIds = observable<ReadonlySet<string>>(new Set());

/** The words that are deleted, although lists that were read before have them. */
export function useDeletedWords(): ReadonlySet<string> {
  return useObservable(useObservable(learnerWorkspace)?.outbox.deleted ?? noIds);
}

/** Lays edits over words that the service does not have yet. */
export function useWaitingEdits(): <Word extends Pick<WordPublic, "id">>(word: Word) => Word {
  const edits = useObservable(useObservable(learnerWorkspace)?.outbox.edits ?? none);
  return (word) => ({ ...word, ...edits.get(word.id) });
}
