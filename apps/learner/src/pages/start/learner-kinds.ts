import type { AppSettings, QuestionKind } from "../../features/app-settings/app-settings.ts";
import { questionKinds } from "../../features/app-settings/app-settings.ts";

/** Ways to learn that a beginner can choose from, with the kinds of questions they mean. */
const kindsOf = {
  quiz: ["word-to-meaning", "meaning-to-word"],
  cards: ["recall"],
  typing: ["word-to-meaning", "spelling"],
  mix: ["word-to-meaning", "meaning-to-word", "recall", "spelling"],
} as const satisfies Readonly<Record<string, readonly QuestionKind[]>>;

export type LearnerKind = keyof typeof kindsOf;
export const learnerKinds = Object.keys(kindsOf) as LearnerKind[];

export function settingsOf(kind: LearnerKind): AppSettings["kinds"] {
  const chosen: readonly QuestionKind[] = kindsOf[kind];
  const entries = questionKinds.map((one) => [one, chosen.includes(one)]);
  return Object.fromEntries(entries) as AppSettings["kinds"];
}

/** The way that these settings mean; undefined for a choice of one's own. */
export function learnerKindOf(kinds: AppSettings["kinds"]): LearnerKind | undefined {
  return learnerKinds.find((kind) => {
    const settings = settingsOf(kind);
    return questionKinds.every((one) => settings[one] === kinds[one]);
  });
}
