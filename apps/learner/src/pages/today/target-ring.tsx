import { Ring } from "@wordloom/ui/charts";
import type { StudyToday } from "@wordloom/contract";
import { useText } from "../../text/text-provider.tsx";

/** Answers of today against what is planned. */
export function TargetRing({ today }: { readonly today: StudyToday }) {
  const { t, number } = useText();
  const answered = today.answeredToday;
  const target = Math.max(1, answered + today.due + today.new);
  return (
    <Ring
      label={t("today.target_sentence", { answered, target })}
      value={answered}
      max={target}
      size={88}
    >
      {number(answered)}
    </Ring>
  );
}
