import { Text } from "@wordloom/ui";
import type { FeedbackEvent, FeedbackReply } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import styles from "./feedback.module.css";
import { afterStep, timelineOf } from "./timeline.ts";
import { useAdminNames } from "../../features/access/use-admin-names.ts";

interface TimelineProps {
  readonly replies: readonly FeedbackReply[];
  readonly events: readonly FeedbackEvent[];
}

/** Replies in full, and between them one line per change, with its author. */
export function TimelineList({ replies, events }: TimelineProps) {
  const moments = timelineOf(replies, events);
  if (moments.length === 0) return null;
  return (
    <ol className={styles.timeline}>
      {moments.map((moment) =>
        moment.kind === "reply" ? (
          <Reply key={moment.reply.id} reply={moment.reply} />
        ) : (
          <Step key={moment.step.id} step={moment.step} />
        ),
      )}
    </ol>
  );
}

function Reply({ reply: { authorKind, authorId, body, createdAt } }: { reply: FeedbackReply }) {
  const { t } = useText();
  const { nameOf } = useAdminNames();
  const by = authorKind === "admin" ? nameOf(authorId) : t("feedback.learner");
  return (
    <li className={styles.reply}>
      <Text tone="soft" size="small">
        {by} · <When at={createdAt} />
      </Text>
      <Text dir="auto" className={styles.content}>
        {body}
      </Text>
    </li>
  );
}

function Step({ step }: { readonly step: FeedbackEvent }) {
  const { nameOf } = useAdminNames();
  const said = useStepText(step);
  return (
    <li>
      <Text tone="faint" size="small">
        {nameOf(step.actor)} · {said} · <When at={step.createdAt} />
      </Text>
    </li>
  );
}

function useStepText(step: FeedbackEvent): string {
  const { t, has } = useText();
  const { nameOf } = useAdminNames();
  const { kind } = step;
  const after = afterStep(step) ?? "";
  if (kind === "assigned") {
    return t("feedback.step_assigned", {
      name: after === "" ? t("feedback.nobody") : nameOf(after),
    });
  }
  const named = `feedback.${kind}_${after}`;
  return t(`feedback.step_${kind}`, { after: has(named) ? t(named) : after });
}

function When({ at }: { readonly at: string }) {
  const { date } = useText();
  return <time dateTime={at}>{date(at, { dateStyle: "medium", timeStyle: "short" })}</time>;
}
