import {
  Button,
  Columns,
  Form,
  FormActions,
  Segmented,
  Stack,
  TextArea,
  TextField,
  useForm,
  type FieldErrors,
  type Refusal,
} from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { sendBroadcast } from "virtual:endpoints";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { audienceOf } from "./audience.ts";
import { draftStore, emptyDraft, type BroadcastDraft } from "./broadcast-draft.ts";
import { LearnerView } from "./learner-view.tsx";
import { partHref } from "./part-href.ts";
import { ReachLine } from "./reach-line.tsx";
import { SendQuestion, useQuestion } from "./send-question.tsx";
import { useBroadcastReach } from "./use-broadcast-reach.ts";

const TITLE_MAX = 200;
const MESSAGE_MAX = 10_000;

/** Writes a broadcast next to its preview, says whom it reaches, then sends it. */
export function WriteBroadcast() {
  const { t } = useText();
  const { form, reach, question } = useWriting();
  const { title, message, audience, when } = form.values;
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Columns split="wide-first">
      <Form form={form}>
        <Stack space={3}>
          <TextField label={t("broadcasts.title")} maxLength={TITLE_MAX} {...form.field("title")} />
          <TextArea
            label={t("broadcasts.message")}
            maxLength={MESSAGE_MAX}
            rows={5}
            {...form.field("message")}
          />
          <AudienceFields
            value={audience}
            onChange={(chosen) => form.set("audience", chosen)}
            errors={reach.errors}
          />
          <Segmented
            label={t("broadcasts.when")}
            value={when}
            options={(["now", "later"] as const).map((value) => ({
              value,
              label: t(`broadcasts.when_${value}`),
            }))}
            onChange={(chosen) => form.set("when", chosen)}
          />
          {when === "later" && (
            <TextField
              {...form.field("at")}
              label={t("broadcasts.at")}
              hint={t("broadcasts.at_hint", { timeZone })}
              type="datetime-local"
            />
          )}
          <ReachLine reach={reach.reach} />
          <FormActions>
            <Button
              kind="primary"
              type="submit"
              busy={form.busy}
              disabled={(reach.reach?.matched ?? 0) === 0}
            >
              {t(when === "now" ? "broadcasts.send" : "broadcasts.schedule")}
            </Button>
            {(title !== "" || message !== "") && (
              <Button onClick={() => form.reset(emptyDraft)}>{t("broadcasts.discard")}</Button>
            )}
          </FormActions>
        </Stack>
      </Form>
      <LearnerView title={title} message={message} />
      {question.isOpen && (
        <SendQuestion
          draft={form.values}
          matched={reach.reach?.matched ?? 0}
          onAnswer={question.answer}
        />
      )}
    </Columns>
  );
}

/** The form, its reach, and the confirmation before sending. */
function useWriting() {
  const text = useText();
  const { t, date, number } = text;
  const [, navigate] = useLocation();
  const question = useQuestion();
  const send = useAct(sendBroadcast, {
    showsRefusals: true,
    done: (reply) =>
      "sent" in reply
        ? t("broadcasts.is_sent", { sent: number(reply.sent), count: reply.sent })
        : t("broadcasts.is_scheduled", {
            when: date(reply.scheduledAt, { dateStyle: "medium", timeStyle: "short" }),
          }),
    onDone(reply) {
      draftStore.keep(emptyDraft);
      navigate(partHref("sent" in reply ? "sent" : "scheduled"));
    },
  });
  const form = useForm<BroadcastDraft>({
    initial: draftStore.read(),
    check: (draft) => missingIn(draft, text),
    async submit({ title, message, audience, when, at }) {
      if (!(await question.ask())) return;
      const scheduledAt = when === "later" ? { scheduledAt: new Date(at).toISOString() } : {};
      await send.send({ body: { title, message, audience: audienceOf(audience), ...scheduledAt } });
    },
    refused: (error) => refusalOf(error, text),
  });
  const { values } = form;
  useEffect(() => draftStore.keep(values), [values]);
  const { reach, error } = useBroadcastReach(audienceOf(values.audience));
  return { form, question, reach: { reach, errors: audienceErrors(error, text) } };
}

function missingIn(draft: BroadcastDraft, { t }: Translator): FieldErrors<BroadcastDraft> {
  const needed = (value: string) => (value.trim() === "" ? t("account.needed") : undefined);
  return {
    title: needed(draft.title),
    message: needed(draft.message),
    at: draft.when === "later" ? needed(draft.at) : undefined,
  };
}

/** Errors of the audience fields, by the code of the preview. */
function audienceErrors(error: Error | null, text: Translator) {
  if (error === null) return {};
  const words = refusalText(error, text);
  const isVersion = error instanceof ApiError && error.code === "INVALID_VERSION_MIN";
  return isVersion ? { versionMin: words } : { userIds: words };
}

const fieldOf: Readonly<Record<string, keyof BroadcastDraft>> = {
  INVALID_TITLE: "title",
  INVALID_MESSAGE: "message",
  INVALID_SCHEDULED_AT: "at",
};

function refusalOf(error: unknown, text: Translator): Refusal<BroadcastDraft> {
  const words = refusalText(error, text);
  const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
  return field === undefined ? { form: words } : { fields: { [field]: words } };
}
