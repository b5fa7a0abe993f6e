import type { FeedbackEvent, FeedbackReply } from "@wordloom/contract";

/** An event in a message's history: a reply, or a change. */
export type Moment =
  | { readonly kind: "reply"; readonly reply: FeedbackReply }
  | { readonly kind: "step"; readonly step: FeedbackEvent };

/** Already visible in the message itself and in the replies. */
const SHOWN_ELSEWHERE: ReadonlySet<FeedbackEvent["kind"]> = new Set(["created", "reply"]);

/** Replies and changes in chronological order. */
export function timelineOf(
  replies: readonly FeedbackReply[],
  events: readonly FeedbackEvent[],
): Moment[] {
  const steps = events.filter(({ kind }) => !SHOWN_ELSEWHERE.has(kind));
  const moments = [
    ...replies.map((reply) => ({ at: reply.createdAt, moment: { kind: "reply", reply } as const })),
    ...steps.map((step) => ({ at: step.createdAt, moment: { kind: "step", step } as const })),
  ];
  return moments
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ moment }) => moment);
}

/** The value after a change: "resolved" of "open → resolved", an id of an assignment. */
export function afterStep({ kind, summary }: Pick<FeedbackEvent, "kind" | "summary">) {
  if (kind === "assigned") return /^Assigned to (?!nobody$)(.+)$/.exec(summary)?.[1];
  return summary.split(" → ")[1];
}
