import { Entrance } from "../../features/sign-in/entrance.tsx";
import { useAddress } from "../../features/address/use-address.ts";
import { useText } from "../../text/use-text.ts";
import type { ComponentType } from "react";
import { useLocation } from "wouter";
import { CenterQuestion } from "./center-question.tsx";
import { MailQuestion } from "./mail-question.tsx";
import { RegistrationQuestion } from "./registration-question.tsx";
import { SharedQuestion } from "./shared-question.tsx";
import type { QuestionProps } from "./question-props.ts";

const questions = {
  registration: RegistrationQuestion,
  shared: SharedQuestion,
  mail: MailQuestion,
  center: CenterQuestion,
} as const satisfies Record<string, ComponentType<QuestionProps>>;
type Step = keyof typeof questions;
const steps = Object.keys(questions) as Step[];

/**
 * One-time questions for a new installation, one after the other. All can be skipped, because every
 * answer can be given later in the console.
 */
export function SetupQuestions() {
  const { t } = useText();
  const [{ step }] = useAddress({ step: steps[0]! });
  const [, navigate] = useLocation();
  const shown = steps.find((each) => each === step) ?? steps[0]!;
  const at = steps.indexOf(shown);
  const following = steps[at + 1];
  const Question = questions[shown];
  return (
    <Entrance
      key={shown}
      title={t(`setup.${shown}_title`)}
      text={t("setup.step", { at: at + 1, of: steps.length })}
    >
      <Question
        onNext={(place = "/") =>
          navigate(following === undefined ? place : `/setup?step=${following}`)
        }
      />
    </Entrance>
  );
}
