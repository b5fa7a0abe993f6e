import type { FeedbackEvent, FeedbackReply } from "@wordloom/contract";

/** What happened to a message: somebody wrote, or something was changed. */
export type Moment =
  | { readonly kind: "reply"; readonly reply: FeedbackReply }
  | { readonly kind: "step"; readonly step: FeedbackEvent };

/** Told by the message itself and by the replies. */
const TOLD: ReadonlySet<FeedbackEvent["kind"]> = new Set(["created", "reply"]);

/** Replies and changes in the order in which they happened. */
export function timelineOf(
  replies: readonly FeedbackReply[],
  events: readonly FeedbackEvent[],
): Moment[] {
  const steps = events.filter(({ kind }) => !TOLD.has(kind));
  const moments = [
    ...replies.map((reply) => ({ at: reply.createdAt, moment: { kind: "reply", reply } as const })),
    ...steps.map((step) => ({ at: step.createdAt, moment: { kind: "step", step } as const })),
  ];
  return moments
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ moment }) => moment);
}

/** To what a step changed something: "resolved" of "open → resolved", an id of an assignment. */
export function afterStep({ kind, summary }: Pick<FeedbackEvent, "kind" | "summary">) {
  if (kind === "assigned") return /^Assigned to (?!nobody$)(.+)$/.exec(summary)?.[1];
  return summary.split(" → ")[1];
}
