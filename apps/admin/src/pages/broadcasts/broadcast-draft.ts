import { signIn } from "../../server-state/sign-in.ts";
import { everyone, type ChosenAudience } from "./audience.ts";

/** A broadcast while it is being written. */
export interface BroadcastDraft {
  readonly title: string;
  readonly message: string;
  readonly audience: ChosenAudience;
  readonly when: "now" | "later";
  /** From a field for date and time, in the browser's time zone. */
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

/** Keeps an unsent broadcast in this tab while the person visits other pages. */
export const draftStore = {
  read: (): BroadcastDraft => kept,
  keep: (draft: BroadcastDraft): void => {
    kept = draft;
  },
};
