import {
  Badge,
  Button,
  Empty,
  Form,
  FormActions,
  List,
  ListRow,
  Section,
  Stack,
  TextArea,
  toast,
  useForm,
} from "@wordloom/ui";
import { listFeedback, sendFeedback } from "virtual:endpoints";
import { Loaded, refusalText } from "@wordloom/web";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

const LENGTH_MAX = 5_000;

/** A message to the service's operator, and the replies to earlier ones. */
export function FeedbackSection() {
  const text = useText();
  const { t, date } = text;
  const sent = useRead(listFeedback, { query: { page: 1, perPage: 50 } });
  const send = useWrite(sendFeedback);
  const form = useForm({
    initial: { content: "" },
    check: ({ content }) => ({
      content: content.trim() === "" ? t("errors.INVALID_FEEDBACK") : undefined,
    }),
    submit: async ({ content }) => {
      await send.mutateAsync({ body: { content, route: "/settings/feedback" } });
      form.reset();
      toast({ text: t("settings.feedback_sent") });
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Stack space={5}>
      <Form form={form}>
        <TextArea
          label={t("settings.feedback_label")}
          hint={t("settings.feedback_hint")}
          maxLength={LENGTH_MAX}
          {...form.field("content")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("settings.feedback_send")}
          </Button>
        </FormActions>
      </Form>
      <Section ruled heading={t("settings.feedback_own")}>
        <Loaded of={sent} failed={t("settings.failed")}>
          {({ data: items }) =>
            items.length === 0 ? (
              <Empty level={3} heading={t("settings.feedback_none")} />
            ) : (
              <List>
                {items.map(({ id, content, resolution, status, createdAt }) => (
                  <ListRow
                    key={id}
                    detail={resolution ?? date(createdAt)}
                    end={
                      <Badge tone={status === "resolved" ? "firm" : "plain"}>
                        {t(`settings.feedback_${status}`)}
                      </Badge>
                    }
                  >
                    {content}
                  </ListRow>
                ))}
              </List>
            )
          }
        </Loaded>
      </Section>
    </Stack>
  );
}
