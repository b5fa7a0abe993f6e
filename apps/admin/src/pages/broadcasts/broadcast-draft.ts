import { signIn } from "../../server-state/sign-in.ts";
import { everyone, type ChosenAudience } from "./audience.ts";

/** A broadcast as it is written. */
export interface BroadcastDraft {
  readonly title: string;
  readonly message: string;
  readonly audience: ChosenAudience;
  readonly when: "now" | "later";
  /** Of a field for date and time, in the time zone of the browser. */
  readonly at: string;
}

export const emptyDraft: BroadcastDraft = {
  title: "",
  message: "",
  audience: everyone,
  when: "now",
  at: "",
};

let kept = emptyDraft;

signIn.subscribe(() => {
  if (signIn.get().kind === "out") kept = emptyDraft;
});

/** What was written in this tab and not sent: looking something up elsewhere does not lose it. */
export const draftStore = {
  read: (): BroadcastDraft => kept,
  keep: (draft: BroadcastDraft): void => {
    kept = draft;
  },
};
