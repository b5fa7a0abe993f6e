import {
  Button,
  ChevronUpIcon,
  Form,
  FormActions,
  IconButton,
  PlusIcon,
  Row,
  Section,
  Stack,
  Text,
  TextField,
  TrashIcon,
  useForm,
} from "@wordloom/ui";
import { readTopAppEvents } from "virtual:endpoints";
import { useId } from "react";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { movedUp, STEPS_MAX, STEPS_MIN, wrongSteps } from "./funnel-steps.ts";
import type { PartProps } from "./report-days.ts";

interface BuilderProps extends PartProps {
  /** Empty for the default steps. */
  readonly chosen: readonly string[];
  readonly usual: readonly string[];
  readonly onChoose: (steps: readonly string[]) => void;
}

/** The service's limit for the list. */
const LIMIT = 100;

/** Chooses the steps that learners are expected to take in sequence. */
export function FunnelBuilder({ days, chosen, usual, onChoose }: BuilderProps) {
  const { t } = useText();
  const list = useId();
  const { data } = useRead(readTopAppEvents, { query: { days, limit: LIMIT } });
  const names = [...new Set([...(data?.rows.map(({ name }) => name) ?? []), ...usual])];
  const form = useForm<{ readonly steps: readonly string[] }>({
    initial: { steps: chosen.length > 0 ? chosen : ["", ""] },
    check: () => ({}),
    submit: async ({ steps }) => {
      const trimmed = steps.map((step) => step.trim());
      if (wrongSteps(trimmed).length > 0) return { form: t("app-events.steps_wrong") };
      return onChoose(trimmed);
    },
    refused: () => ({ form: t("errors.unexpected") }),
  });
  const { steps } = form.values;
  const set = (next: readonly string[]) => form.set("steps", next);
  return (
    <Section heading={t("app-events.builder")} level={3}>
      <Form form={form}>
        <Text tone="soft">{t("app-events.builder_text")}</Text>
        <Stack space={1}>
          {steps.map((step, at) => (
            <StepField
              key={at}
              {...{ at, list, step }}
              isJudged={form.error !== undefined}
              isFirst={at === 0}
              isNeeded={steps.length <= STEPS_MIN}
              onChange={(next) => set(steps.with(at, next))}
              onUp={() => set(movedUp(steps, at))}
              onRemove={() => set(steps.toSpliced(at, 1))}
            />
          ))}
        </Stack>
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <FormActions>
          <Button
            icon={<PlusIcon size={18} />}
            disabled={steps.length >= STEPS_MAX}
            onClick={() => set([...steps, ""])}
          >
            {t("app-events.step_add")}
          </Button>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("app-events.show")}
          </Button>
          {chosen.length > 0 && (
            <Button kind="plain" onClick={() => onChoose([])}>
              {t("app-events.usual")}
            </Button>
          )}
        </FormActions>
      </Form>
    </Section>
  );
}

interface StepProps {
  readonly at: number;
  readonly step: string;
  /** Id of the list of known names. */
  readonly list: string;
  /** Shows the input's error. */
  readonly isJudged: boolean;
  readonly isFirst: boolean;
  /** A funnel needs at least this step. */
  readonly isNeeded: boolean;
  readonly onChange: (step: string) => void;
  readonly onUp: () => void;
  readonly onRemove: () => void;
}

function StepField({ at, step, list, isJudged, isFirst, isNeeded, ...on }: StepProps) {
  const { t } = useText();
  const number = at + 1;
  const isWrong = isJudged && wrongSteps([step.trim()]).length > 0;
  return (
    <Row align="end" space={1}>
      <TextField
        label={t("app-events.step_number", { number })}
        list={list}
        spellCheck={false}
        autoComplete="off"
        value={step}
        error={isWrong ? t("app-events.step_wrong") : undefined}
        onChange={on.onChange}
      />
      <IconButton label={t("app-events.step_up", { number })} disabled={isFirst} onClick={on.onUp}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton
        label={t("app-events.step_remove", { number })}
        disabled={isNeeded}
        onClick={on.onRemove}
      >
        <TrashIcon />
      </IconButton>
    </Row>
  );
}
