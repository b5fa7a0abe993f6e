import {
  Button,
  Form,
  FormActions,
  Row,
  SelectField,
  Stack,
  TextArea,
  useForm,
} from "@wordloom/ui";
import type { AdminFeedbackItem } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { changeFeedback } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { Conflicts } from "../../features/conflicts/conflicts.tsx";
import { useText } from "../../text/use-text.ts";
import { priorities, statuses } from "./inbox-filter.ts";
import { useAdminNames } from "../../features/access/use-admin-names.ts";

/** The service's limit in characters. */
const LENGTH_MAX = 5_000;

interface OfItem {
  readonly item: AdminFeedbackItem;
}

/** Status, priority, assignee and resolution, each saved immediately. */
export function ThreadActs({ item }: OfItem) {
  const { t } = useText();
  const { admins } = useAdminNames();
  const change = useAct(changeFeedback, { done: () => t("feedback.changed") });
  const params = { id: item.id };
  return (
    <Stack space={3}>
      <Row align="end">
        <SelectField
          label={t("feedback.status")}
          value={item.status}
          options={statuses.map((value) => ({ value, label: t(`feedback.status_${value}`) }))}
          onChange={(status) => change.run({ params, body: { status } })}
        />
        <SelectField
          label={t("feedback.priority")}
          value={item.priority}
          options={priorities.map((value) => ({ value, label: t(`feedback.priority_${value}`) }))}
          onChange={(priority) => change.run({ params, body: { priority } })}
        />
        <SelectField
          label={t("feedback.assignee")}
          value={item.assigneeAdminId ?? ""}
          options={[
            { value: "", label: t("feedback.nobody") },
            ...admins.map(({ id, email }) => ({ value: id, label: email })),
          ]}
          onChange={(id) => change.run({ params, body: { assigneeAdminId: id || null } })}
        />
      </Row>
      <Resolution item={item} />
    </Stack>
  );
}

/** The resolution, which the learner reads with the message. */
function Resolution({ item: { id, resolution } }: OfItem) {
  const text = useText();
  const { t } = text;
  const change = useAct(changeFeedback, {
    showsRefusals: true,
    done: () => t("feedback.changed"),
  });
  const form = useForm({
    initial: { resolution: resolution ?? "" },
    follows: true,
    check: () => ({}),
    submit: async (body) => void (await change.send({ params: { id }, body })),
    refused: (error) => ({ fields: { resolution: refusalText(error, text) } }),
  });
  return (
    <Form form={form}>
      <TextArea
        label={t("feedback.resolution")}
        hint={t("feedback.resolution_hint")}
        rows={2}
        maxLength={LENGTH_MAX}
        {...form.field("resolution")}
      />
      <Conflicts of={form} nameOf={() => t("feedback.resolution")} />
      {form.dirty && (
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t("common.save")}
          </Button>
        </FormActions>
      )}
    </Form>
  );
}
