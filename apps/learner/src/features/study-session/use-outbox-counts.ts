import { observable, useObservable } from "@wordloom/web/state";
import type { OutboxCounts } from "../outbox/outbox.ts";
import { learnerWorkspace } from "./learner-workspace.ts";

const none = observable<OutboxCounts>({
  waiting: 0,
  refused: 0,
  takeable: 0,
  isSending: false,
});

/** Counts of the entries that have not reached the service. */
export function useOutboxCounts(): OutboxCounts {
  const workspace = useObservable(learnerWorkspace);
  return useObservable(workspace?.outbox.counts ?? none);
}
