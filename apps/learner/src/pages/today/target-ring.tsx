import { Progress } from "@wordloom/ui";
import { Ring } from "@wordloom/ui/charts";
import type { StudyToday } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import styles from "./today-plan.module.css";

/** Today's answers compared with the plan, as a ring. */
export function TargetRing({ today }: { readonly today: StudyToday }) {
  const { number } = useText();
  const target = useTarget(today);
  return (
    <Ring {...target} size={88} className={styles["ring"]}>
      {number(today.answeredToday)}
    </Ring>
  );
}

/** The same as a line, when there is no room for a ring. */
export function TargetLine({ today }: { readonly today: StudyToday }) {
  const { label, ...share } = useTarget(today);
  return <Progress {...share} label={label} text={label} showText className={styles["line"]} />;
}

function useTarget({ answeredToday: answered, due, new: fresh }: StudyToday) {
  const { t } = useText();
  const target = Math.max(1, answered + due + fresh);
  return { label: t("today.target_sentence", { answered, target }), value: answered, max: target };
}
