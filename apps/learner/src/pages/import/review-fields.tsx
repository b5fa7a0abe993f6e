import { RadioGroup } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import type { ChoiceProps, Choices } from "./import-choices.ts";

/** What may become of the reviews of a deck. */
const ways = ["replay", "keep", "ignore"] as const;
type Way = (typeof ways)[number];

/** Whether the reviews of a deck come along, and who says when words are due. */
export function ReviewFields({ preview, choices, onChange }: ChoiceProps) {
  const { t } = useText();
  const { reviewCount: count } = preview;
  if (count === 0) return null;
  return (
    <RadioGroup
      label={t("imports.reviews", { count })}
      value={wayOf(choices.history)}
      onChange={(way) => onChange({ ...choices, history: historyOf(way) })}
      options={ways.map((value) => ({
        value,
        label: t(`imports.reviews_${value}`),
        hint: t(`imports.reviews_${value}_hint`),
      }))}
    />
  );
}

function wayOf({ reviews, schedule }: Choices["history"]): Way {
  if (reviews === "ignore") return "ignore";
  return schedule === "keep" ? "keep" : "replay";
}

function historyOf(way: Way): Choices["history"] {
  if (way === "ignore") return { reviews: "ignore" };
  return way === "keep" ? { schedule: "keep" } : {};
}
