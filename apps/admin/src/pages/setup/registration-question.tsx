import { Button, Form, FormActions, RadioGroup, useForm } from "@wordloom/ui";
import { Loaded, refusalText } from "@wordloom/web";
import { changeAdminSettings, readAdminSettings } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { QuestionProps } from "./question-props.ts";

/** Whether anybody who knows the address may register. */
export function RegistrationQuestion({ onNext }: QuestionProps) {
  const { t } = useText();
  const settings = useRead(readAdminSettings);
  return (
    <Loaded of={settings} failed={t("settings.failed")}>
      {({ registration_enabled: isOpen }) => <Choice isOpen={isOpen} onNext={onNext} />}
    </Loaded>
  );
}

const choices = ["open", "closed"] as const;
type Choice = (typeof choices)[number];

function Choice({ isOpen, onNext }: QuestionProps & { readonly isOpen: boolean }) {
  const text = useText();
  const { t } = text;
  const save = useAct(changeAdminSettings, { showsRefusals: true });
  const form = useForm<{ readonly registration: Choice }>({
    initial: { registration: isOpen ? "open" : "closed" },
    check: () => ({}),
    submit: async ({ registration }) => {
      const isChosen = registration === "open";
      if (isChosen !== isOpen) await save.send({ body: { registration_enabled: isChosen } });
      onNext();
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Form form={form}>
      <RadioGroup
        label={t("setup.registration_label")}
        options={choices.map((value) => ({
          value,
          label: t(`setup.registration_${value}`),
          hint: t(`setup.registration_${value}_hint`),
        }))}
        {...form.field("registration")}
      />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t("setup.go_on")}
        </Button>
        <Button kind="plain" onClick={() => onNext()}>
          {t("setup.skip")}
        </Button>
      </FormActions>
    </Form>
  );
}
