import { Checkbox, Progress, RadioGroup, Section, Stack, Stepper, Text, toast } from "@wordloom/ui";
import type { HabitChange } from "@wordloom/contract";
import {
  changeHabits,
  chooseReward,
  readHabits,
  readLearningStyle,
  readReward,
} from "virtual:endpoints";
import { useId } from "react";
import { Loaded, refusalText } from "@wordloom/web";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./settings-page.module.css";

const rewards = ["standard", "explorer", "achiever", "social"] as const;
const traits = ["memoryCapacity", "processingSpeed", "stability"] as const;
const HOURS_MAX = 3;

/** The learner's profile, the engine's estimates of her, and how it uses them. */
export function AboutMeSection() {
  return (
    <Stack space={5}>
      <Reward />
      <Habits />
      <LearningStyle />
    </Stack>
  );
}

function useFailure() {
  const text = useText();
  return { onError: (error: Error) => toast({ text: refusalText(error, text), tone: "slip" }) };
}

function Reward() {
  const { t } = useText();
  const reward = useRead(readReward);
  const choose = useWrite(chooseReward);
  const failure = useFailure();
  return (
    <Loaded of={reward} failed={t("settings.failed")}>
      {({ rewardType }) => (
        <RadioGroup
          label={t("settings.reward")}
          hint={t("settings.reward_hint")}
          value={choose.isPending ? choose.variables.body.rewardType : rewardType}
          options={rewards.map((value) => ({ value, label: t(`settings.reward_${value}`) }))}
          onChange={(value) => choose.mutate({ body: { rewardType: value } }, failure)}
        />
      )}
    </Loaded>
  );
}

function Habits() {
  const { t, date } = useText();
  const hoursId = useId();
  const habits = useRead(readHabits);
  const write = useWrite(changeHabits);
  const failure = useFailure();
  const change = (body: HabitChange) => write.mutate({ body }, failure);
  return (
    <Section ruled heading={t("settings.habits")}>
      <Text size="small" tone="soft">
        {t("settings.habits_text")}
      </Text>
      <Loaded of={habits} failed={t("settings.failed")}>
        {({ preferredHours, medianSessionLengthMins }) => (
          <Stack space={3}>
            <div role="group" aria-labelledby={hoursId}>
              <Text as="div" id={hoursId} size="small">
                {t("settings.hours")}
              </Text>
              <div className={styles.hours}>
                {Array.from({ length: 24 }, (_, hour) => {
                  const isChosen = preferredHours.includes(hour);
                  return (
                    <Checkbox
                      key={hour}
                      label={date(new Date(2026, 0, 1, hour), { hour: "numeric" })}
                      checked={isChosen}
                      disabled={!isChosen && preferredHours.length >= HOURS_MAX}
                      onChange={() =>
                        change({
                          preferredHours: isChosen
                            ? preferredHours.filter((one) => one !== hour)
                            : [...preferredHours, hour].toSorted((left, right) => left - right),
                        })
                      }
                    />
                  );
                })}
              </div>
            </div>
            <Stepper
              label={t("settings.session_length")}
              hint={t("settings.session_length_hint")}
              value={Math.round(medianSessionLengthMins)}
              min={1}
              max={480}
              unit={(count) => t("settings.minutes", { count })}
              onChange={(minutes) => change({ medianSessionLengthMins: minutes })}
            />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function LearningStyle() {
  const { t, percent } = useText();
  const style = useRead(readLearningStyle);
  return (
    <Section ruled heading={t("settings.style")}>
      <Text size="small" tone="soft">
        {t("settings.style_text")}
      </Text>
      <Loaded of={style} failed={t("settings.failed")}>
        {(data) => (
          <div className={styles.traits}>
            {traits.map((trait) => (
              <div key={trait} className={styles.trait}>
                <span aria-hidden="true">{t(`settings.style_${trait}`)}</span>
                <Progress
                  label={t(`settings.style_${trait}`)}
                  value={data[trait]}
                  text={percent(data[trait])}
                />
                <span aria-hidden="true">{percent(data[trait])}</span>
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
