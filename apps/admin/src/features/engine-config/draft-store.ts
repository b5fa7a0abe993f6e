import { observable, useObservable } from "@wordloom/web/state";
import { signIn } from "../../server-state/sign-in.ts";
import { noDrafts, type Drafts } from "./drafts.ts";

const state = observable<Drafts>(noDrafts);

signIn.subscribe(() => {
  if (signIn.get().kind === "out") state.set(noDrafts);
});

/** Unsaved changes, which survive visits to other pages. */
export function useDrafts(): readonly [Drafts, (change: (before: Drafts) => Drafts) => void] {
  return [useObservable(state), (change) => state.set(change(state.get()))];
}
