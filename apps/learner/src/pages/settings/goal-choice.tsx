import { RadioGroup, Stack, Stepper, Text } from "@wordloom/ui";
import { readGoalForecast } from "virtual:endpoints";
import type { StudyConfig } from "@wordloom/contract";
import { minutesPerDay } from "../../server-state/goal-minutes.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const goals = ["remember_most", "balanced", "learn_fastest", "own_recall"] as const;
/** In percent, as the learner sees it. */
const OWN = { min: 70, max: 97, first: 90 };

type Chosen = Pick<StudyConfig, "goal" | "ownRecall">;

/** The learner's goal for the schedule; each choice with its price, once known. */
export function GoalChoice({
  chosen,
  onChange,
}: {
  readonly chosen: Chosen;
  readonly onChange: (change: { goal?: Chosen["goal"]; ownRecall?: number }) => void;
}) {
  const { t, sentences } = useText();
  const forecast = useRead(readGoalForecast);
  const price = (goal: Chosen["goal"]): string[] => {
    const found = forecast.data?.goals.find((one) => one.goal === goal);
    if (forecast.data === undefined || found === undefined) return [];
    const minutes = minutesPerDay(forecast.data, goal) ?? 1;
    return [t("settings.goal_price", { minutes, words: found.wordsKnown })];
  };
  return (
    <Stack space={2}>
      <RadioGroup
        label={t("settings.goal")}
        value={chosen.goal}
        options={goals.map((value) => ({
          value,
          label: t(`settings.goal_${value}`),
          hint: sentences([t(`settings.goal_${value}_hint`), ...price(value)]),
        }))}
        onChange={(goal) => onChange({ goal })}
      />
      {forecast.data?.isPersonal === false && (
        <Text size="small" tone="soft">
          {t("settings.goal_common")}
        </Text>
      )}
      {chosen.goal === "own_recall" && (
        <Stepper
          label={t("settings.goal_recall")}
          value={Math.round(100 * (chosen.ownRecall ?? OWN.first / 100))}
          min={OWN.min}
          max={OWN.max}
          unit="%"
          onChange={(percent) => onChange({ ownRecall: percent / 100 })}
        />
      )}
    </Stack>
  );
}
