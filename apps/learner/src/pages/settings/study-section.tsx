import {
  Checkbox,
  RadioGroup,
  Section,
  Segmented,
  Stack,
  Stepper,
  Switch,
  Text,
  toast,
} from "@wordloom/ui";
import { readStudyConfig, updateStudyConfig } from "virtual:endpoints";
import { planChanged } from "../../features/study-session/learner-workspace.ts";
import { Link } from "wouter";
import { Loaded, refusalText } from "@wordloom/web";
import { questionKinds, type QuestionKind } from "../../features/app-settings/app-settings.ts";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { useVoiceForWords } from "./use-voice-for-words.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { GoalChoice } from "./goal-choice.tsx";
import { LearningLanguages } from "./learning-languages.tsx";
import { useText } from "../../text/use-text.ts";

const modes = ["normal", "intensive", "review", "casual"] as const;

/** How much to study, how, and with which questions. */
export function StudySection() {
  return (
    <Stack space={5}>
      <Plan />
      <Questions />
      <Judging />
    </Stack>
  );
}

function Plan() {
  const text = useText();
  const { t } = text;
  const config = useRead(readStudyConfig);
  const write = useWrite(updateStudyConfig, { onDone: planChanged });
  type Change = Parameters<typeof write.mutate>[0]["body"];
  const change = (body: Change) =>
    write.mutate(
      { body },
      { onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }) },
    );
  const wanted = write.isPending ? write.variables.body : {};
  return (
    <Loaded of={config} failed={t("settings.failed")}>
      {(stored) => (
        <Stack space={4}>
          <Text>
            {t("settings.books_chosen", { count: stored.selectedWordbookIds.length })}
            {text.gap}
            <Link href="/books">{t("settings.books_choose")}</Link>
          </Text>
          <LearningLanguages
            chosen={wanted.learningLanguages ?? stored.learningLanguages}
            onChange={(learningLanguages) => change({ learningLanguages })}
          />
          <Stepper
            label={t("settings.per_day")}
            value={wanted.dailyWordCount ?? stored.dailyWordCount}
            min={1}
            max={200}
            unit={(count) => t("settings.words", { count })}
            onChange={(count) => change({ dailyWordCount: count })}
          />
          <Stepper
            label={t("settings.mastery")}
            hint={t("settings.mastery_hint")}
            value={wanted.dailyMasteryTarget ?? stored.dailyMasteryTarget}
            min={1}
            max={100}
            unit={(count) => t("settings.words", { count })}
            onChange={(count) => change({ dailyMasteryTarget: count })}
          />
          <RadioGroup
            label={t("settings.mode")}
            value={wanted.studyMode ?? stored.studyMode}
            options={modes.map((value) => ({
              value,
              label: t(`settings.mode_${value}`),
              hint: t(`settings.mode_${value}_hint`),
            }))}
            onChange={(studyMode) => change({ studyMode })}
          />
          <GoalChoice
            chosen={{
              goal: wanted.goal ?? stored.goal,
              ownRecall: wanted.ownRecall ?? stored.ownRecall,
            }}
            onChange={change}
          />
        </Stack>
      )}
    </Loaded>
  );
}

function Questions() {
  const { t } = useText();
  const { kinds } = useAppSettings();
  const hasVoice = useVoiceForWords();
  const offered = questionKinds.filter((kind) => hasVoice || !spokenKinds.has(kind));
  const chosen = offered.filter((kind) => kinds[kind]);
  const change = (kind: QuestionKind, isOn: boolean) =>
    void changeAppSettings({ kinds: { ...kinds, [kind]: isOn } });
  return (
    <Section ruled heading={t("settings.kinds")}>
      <Text size="small" tone="soft">
        {t("settings.kinds_text")}
      </Text>
      <Stack space={0}>
        {offered.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`settings.kind_${kind}`)}
            checked={kinds[kind]}
            // The last kind cannot be switched off, or there would be nothing to ask.
            disabled={kinds[kind] && chosen.length === 1}
            onChange={(isOn) => change(kind, isOn)}
          />
        ))}
      </Stack>
      {!hasVoice && (
        <Text size="small" tone="soft">
          {t("settings.kinds_no_voice")}
        </Text>
      )}
    </Section>
  );
}

function Judging() {
  const { t } = useText();
  const { tolerance, autoAdvance, grades } = useAppSettings();
  return (
    <Section ruled heading={t("settings.judging")}>
      <Stack space={2}>
        <Switch
          end
          label={t("settings.accents")}
          checked={tolerance.accents}
          onChange={(accents) => void changeAppSettings({ tolerance: { ...tolerance, accents } })}
        />
        <Switch
          end
          label={t("settings.slip")}
          checked={tolerance.slip}
          onChange={(slip) => void changeAppSettings({ tolerance: { ...tolerance, slip } })}
        />
        <Switch
          end
          label={t("settings.auto")}
          hint={t("settings.auto_hint")}
          checked={autoAdvance}
          onChange={(isOn) => void changeAppSettings({ autoAdvance: isOn })}
        />
        <Segmented
          label={t("settings.grades")}
          hint={t("settings.grades_hint")}
          value={String(grades)}
          options={[
            { value: "2", label: t("settings.grades_two") },
            { value: "4", label: t("settings.grades_four") },
          ]}
          onChange={(value) => void changeAppSettings({ grades: value === "4" ? 4 : 2 })}
        />
      </Stack>
    </Section>
  );
}
