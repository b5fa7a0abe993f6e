import { observable, useObservable } from "@wordloom/web/state";
import { signIn } from "../../server-state/sign-in.ts";

const state = observable<ReadonlyMap<string, string>>(new Map());

signIn.subscribe(() => {
  if (signIn.get().kind === "out") state.set(new Map());
});

/** An unsent reply, kept while other messages are open. */
export function useReplyDraft(id: string): readonly [string, (text: string) => void] {
  const drafts = useObservable(state);
  return [drafts.get(id) ?? "", (text) => state.set(new Map(state.get()).set(id, text))];
}
